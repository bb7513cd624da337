import net from 'node:net';
import type { Address } from './address.ts';
import { isHeld } from './held-connections.ts';
import { createAnswerReader, type WireAnswer } from './answers.ts';

/** A client's steps on one connection, in order. Steps that need the connection are skipped once it is closed. */
export type Step =
  | { send: Buffer | string }
  /** Sends a few bytes at a time, until all are sent, a response arrives, or the connection ends. */
  | { drip: Buffer | string; everyMs: number; bytes?: number }
  | { waitMs: number }
  /** Waits for this number of final responses. */
  | { answers: number }
  /** Waits until the service has closed the connection on both sides. */
  | { ended: true }
  /** Half-closes the connection. */
  | { end: true }
  /** Resets the connection. */
  | { abort: true };

/** What a client observed. */
export interface Observation {
  answers: WireAnswer[];
  /** Milliseconds after which the service had closed its side; `null`: it had not. */
  finMs: number | null;
  /** Milliseconds after which the connection was closed on both sides; `null`: the service still held it when the client left. */
  goneMs: number | null;
  /** Bytes that the kernel accepted from the client. */
  sentBytes: number;
  ms: number;
  /** A problem that a special attack found; absent if there is none. */
  finding?: string;
  /** A figure to print beside the case. */
  figure?: string;
}

export interface Conversation {
  /** Milliseconds after which the client leaves; default 8,000. */
  limitMs?: number;
  /** Source address; the service treats another loopback address as another client. */
  from?: string;
  /** `false`: the client reads nothing. */
  reads?: boolean;
  /** The responses have no bodies (HEAD). */
  bodiless?: boolean;
}

const chunkBytes = 64 * 1024;
const watchMs = 250;

/** Plays a client that keeps its own end open, whatever the service does. Never throws because of events on the wire. */
export async function converse(
  address: Address,
  steps: readonly Step[],
  { limitMs = 8_000, from, reads = true, bodiless = false }: Conversation = {},
): Promise<Observation> {
  const client = connect(address, { from, reads, bodiless });
  const timer = setTimeout(() => client.leave(), limitMs);
  for (const step of steps) {
    if (client.isGone()) break;
    await take(client, step);
  }
  clearTimeout(timer);
  return client.observation();
}

type Client = ReturnType<typeof connect>;

function take(client: Client, step: Step): Promise<void> {
  if ('send' in step) return client.send(Buffer.from(step.send));
  if ('drip' in step) return drip(client, step);
  if ('waitMs' in step) return client.until(() => false, step.waitMs);
  if ('answers' in step) return client.until(() => client.finalAnswers() >= step.answers || client.hasFin());
  if ('ended' in step) return watchEnd(client);
  if ('end' in step) client.halfClose();
  else client.abort();
  return Promise.resolve();
}

async function drip(client: Client, step: { drip: Buffer | string; everyMs: number; bytes?: number }) {
  const all = Buffer.from(step.drip);
  const each = step.bytes ?? 1;
  for (let at = 0; at < all.length && !client.isGone(); at += each) {
    if (client.finalAnswers() > 0) return;
    await client.write(all.subarray(at, at + each));
    await client.until(() => client.finalAnswers() > 0, step.everyMs);
  }
}

/** Watches whether the service still holds its end, without closing the client's. */
async function watchEnd(client: Client): Promise<void> {
  while (!client.isGone()) {
    if (client.isReleased()) return;
    await client.until(() => false, watchMs);
  }
}

/** Lets a client wait for events on its connection. */
function createSignal(isGone: () => boolean) {
  let wake = () => {};
  return {
    wake: () => wake(),
    /** Returns when `done`, when the connection is closed, or after `ms`. */
    async until(done: () => boolean, ms = Number.POSITIVE_INFINITY): Promise<void> {
      const end = performance.now() + ms;
      while (!done() && !isGone() && performance.now() < end) {
        const timer = Number.isFinite(ms) ? setTimeout(() => wake(), end - performance.now()) : undefined;
        await new Promise<void>((resolve) => (wake = resolve));
        clearTimeout(timer);
      }
    },
  };
}

function connect(address: Address, options: { from: string | undefined; reads: boolean; bodiless: boolean }) {
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  const reader = createAnswerReader({ now: since, bodiless: options.bodiless });
  const state = { finMs: null as number | null, goneMs: null as number | null, left: false, sentBytes: 0 };
  const isGone = () => state.left || state.goneMs !== null;
  const { until, wake } = createSignal(isGone);
  const local = options.from === undefined ? {} : { localAddress: options.from };
  const socket = net.connect({ ...address, ...local, allowHalfOpen: true, noDelay: true });
  if (options.reads) socket.on('data', (chunk: Buffer) => (reader.take(chunk), wake()));
  socket.on('error', () => {});
  socket.on('end', () => ((state.finMs = since()), reader.end(), wake()));
  socket.on('close', () => {
    if (!state.left) state.goneMs ??= since();
    state.finMs ??= state.goneMs;
    reader.end();
    wake();
  });
  const leave = () => {
    state.left = state.goneMs === null;
    socket.destroy();
    wake();
  };
  return {
    until,
    leave,
    isGone,
    ...createWriter(socket, { reader, state, signal: { until, wake }, isGone }),
    /** The service has closed its side. */
    hasFin: () => state.finMs !== null,
    finalAnswers: () => reader.answers.length,
    halfClose: () => socket.end(),
    abort: () => {
      state.left = true;
      socket.resetAndDestroy();
    },
    /** The service's process no longer has this connection. */
    isReleased() {
      const clientPort = socket.localPort;
      if (clientPort === undefined || isHeld({ servicePort: address.port, clientPort }) !== false)
        return false;
      state.goneMs ??= since();
      return true;
    },
    observation(): Observation {
      const { finMs, goneMs, sentBytes } = state;
      const ms = since();
      leave();
      return { answers: reader.answers, finMs, goneMs, sentBytes, ms };
    },
  };
}

interface Writing {
  reader: ReturnType<typeof createAnswerReader>;
  state: { sentBytes: number };
  signal: ReturnType<typeof createSignal>;
  isGone: () => boolean;
}

function createWriter(socket: net.Socket, { reader, state, signal, isGone }: Writing) {
  const write = async (bytes: Buffer) => {
    let flushed = false;
    socket.write(bytes, (error) => {
      flushed = true;
      if (!error) state.sentBytes += bytes.length;
      signal.wake();
    });
    await signal.until(() => flushed);
  };
  return {
    write,
    async send(bytes: Buffer) {
      const before = reader.answers.length;
      // A client that has its response stops sending: rejected data causes no further cost.
      for (let at = 0; at < bytes.length && !isGone() && reader.answers.length === before; at += chunkBytes)
        await write(bytes.subarray(at, at + chunkBytes));
    },
  };
}
