import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What the proxy does to all connections, open and new.
 * - `pass`: forwards.
 * - `delay`: forwards each piece `ms` milliseconds later, in both directions.
 * - `drip`: forwards `bytes` bytes every `everyMs` milliseconds, in both directions.
 * - `drop`: goes silent, like a network that loses every packet: accepts connections but forwards neither bytes nor the end of a
 * connection. Held-back data arrives late when the proxy passes again, as with TCP retransmission.
 * - `cut`: resets every open connection, and each new one at once.
 */
export type Fault =
  | { kind: 'pass' }
  | { kind: 'delay'; ms: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  | { kind: 'drop' }
  | { kind: 'cut' };

/** A TCP proxy in front of a server that breaks connections in the ways networks do. For tests, on loopback. */
export interface FaultProxy {
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Number of open client connections. */
  readonly connections: number;
  /** Number of connections accepted since the start. */
  readonly accepted: number;
  /** Applies to open and new connections from now on. */
  behave(fault: Fault): void;
  /**
   * Goes silent (`drop`) on every connection the moment a client sends `text`: in the middle of that statement.
   * @param reaches whether the text itself still reaches the server, so that only the response is lost
   * @returns resolves when that has happened
   */
  dropAt(text: string, reaches: 'server' | 'nobody'): Promise<void>;
  /** Goes silent permanently on the connections open now; new ones pass, as with a firewall that has lost its state. */
  strand(): void;
  /** Destroys all connections and stops listening. */
  close(): Promise<void>;
}

/** A client connection and the corresponding server connection. */
interface Pair {
  client: Socket;
  server: Socket;
  stranded: boolean;
}

/** State shared by the connections of a proxy. */
interface Shared {
  target: { host: string; port: number };
  fault: Fault;
  trigger: { text: string; reaches: 'server' | 'nobody'; pulled: () => void } | null;
  pairs: Set<Pair>;
  accepted: number;
  /** Resolves when the fault changes, for connections that hold data back. */
  changed: { signal: Promise<void>; ring: () => void };
}

/** Starts a proxy on a free loopback port in front of `target`. Passes everything until a fault is set. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const shared: Shared = {
    target,
    fault: { kind: 'pass' },
    trigger: null,
    pairs: new Set(),
    accepted: 0,
    changed: createBell(),
  };
  const server = net.createServer({ allowHalfOpen: true }, (client) => join(shared, client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return shared.pairs.size;
    },
    get accepted() {
      return shared.accepted;
    },
    behave: (fault) => change(shared, fault),
    dropAt: (text, reaches) =>
      new Promise((resolve) => (shared.trigger = { text, reaches, pulled: resolve })),
    strand() {
      for (const pair of shared.pairs) pair.stranded = true;
    },
    async close() {
      change(shared, { kind: 'cut' });
      server.close();
      await once(server, 'close');
    },
  };
}

function createBell(): Shared['changed'] {
  let ring = () => {};
  const signal = new Promise<void>((resolve) => (ring = resolve));
  return { signal, ring };
}

function change(shared: Shared, fault: Fault): void {
  shared.fault = fault;
  const { ring } = shared.changed;
  shared.changed = createBell();
  ring();
  if (fault.kind !== 'cut') return;
  for (const { client, server } of shared.pairs) {
    client.resetAndDestroy();
    server.resetAndDestroy();
  }
}

function join(shared: Shared, client: Socket): void {
  shared.accepted += 1;
  if (shared.fault.kind === 'cut') {
    client.resetAndDestroy();
    return;
  }
  const server = net.connect({ ...shared.target, allowHalfOpen: true });
  const pair: Pair = { client, server, stranded: false };
  shared.pairs.add(pair);
  const end = () => {
    shared.pairs.delete(pair);
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) {
    socket.setNoDelay(true);
    socket.on('error', end);
  }
  server.on('close', end);
  void forward(shared, pair, 'request').catch(end);
  void forward(shared, pair, 'answer').catch(end);
}

/** Forwards one direction, a piece at a time: unforwarded data stays in the sender's socket. */
async function forward(shared: Shared, pair: Pair, direction: 'request' | 'answer'): Promise<void> {
  const [from, to] = direction === 'request' ? [pair.client, pair.server] : [pair.server, pair.client];
  for await (const piece of from as AsyncIterable<Buffer>) {
    const reaches = direction === 'request' ? pullTrigger(shared, piece) : null;
    if (reaches === 'server') to.write(piece);
    else await deliver({ shared, pair, to }, piece);
  }
  await untilPassing(shared, pair);
  to.end();
}

/** @returns who still receives the piece if it contains the awaited text */
function pullTrigger(shared: Shared, piece: Buffer): 'server' | 'nobody' | null {
  const { trigger } = shared;
  if (!trigger || !piece.includes(trigger.text)) return null;
  shared.trigger = null;
  change(shared, { kind: 'drop' });
  trigger.pulled();
  return trigger.reaches;
}

interface Delivery {
  shared: Shared;
  pair: Pair;
  to: Socket;
}

async function deliver(delivery: Delivery, piece: Buffer): Promise<void> {
  const { shared, pair } = delivery;
  await untilPassing(shared, pair);
  const { fault } = shared;
  if (fault.kind === 'delay') await sleep(fault.ms);
  if (fault.kind !== 'drip') return write(delivery, piece);
  for (let at = 0; at < piece.length; at += fault.bytes) {
    await sleep(fault.everyMs);
    await write(delivery, piece.subarray(at, at + fault.bytes));
  }
}

async function write({ shared, pair, to }: Delivery, bytes: Buffer): Promise<void> {
  // The proxy may have gone silent while this piece was being forwarded.
  await untilPassing(shared, pair);
  if (!to.destroyed && !to.write(bytes)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
}

async function untilPassing(shared: Shared, pair: Pair): Promise<void> {
  while (shared.fault.kind === 'drop' || (pair.stranded && shared.fault.kind !== 'cut'))
    await shared.changed.signal;
}
