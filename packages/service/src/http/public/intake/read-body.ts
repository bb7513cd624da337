import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Problem } from '@countersign/contract';
import type { ArrivalLimits } from '../../http-limits.ts';
import { type Exchange, headerValues } from '../exchange.ts';

/** The client disconnected before its request was complete, so there is no client to answer. */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('the client went away', { cause });
    this.name = 'ClientGone';
  }
}

/** A `;` with nothing after it is not a parameter. @see RFC 9110, 5.6.6 */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const [charset, ...more] = parameters.filter((parameter) => parameter !== '');
  const isUtf8 = charset === undefined || charset === 'charset=utf-8' || charset === 'charset="utf-8"';
  return type === 'application/json' && isUtf8 && more.length === 0;
}

/** @throws Problem content-type-unsupported @see spec/contract.md A-07 */
export function requireJsonContentType({ request }: Exchange): void {
  const types = headerValues(request, 'content-type');
  const encodings = headerValues(request, 'content-encoding');
  const plain = encodings.every((encoding) => encoding.toLowerCase() === 'identity');
  if (types.length !== 1 || !isJson(types[0] ?? '') || !plain) throw new Problem('content-type-unsupported');
}

/**
 * Rejects a body whose declared length is too large, before any of it is read.
 * @throws Problem request-too-large
 * @see spec/contract.md A-07
 */
export function requireContentLength({ request }: Exchange, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('request-too-large');
}

/** Limits for reading a body. */
export interface BodyLimits {
  /** Largest body in bytes. */
  bytes: number;
  arrival: ArrivalLimits;
  /** Waits for the turn of the next chunk; `null`: chunks are read as they arrive, `turnBytes` in one turn of the event loop. */
  pace: (() => Promise<void>) | null;
}

/**
 * Bytes that a body without a pace may take in one turn of the event loop. Node reads a socket up to 32 times in one turn, 64 KiB each,
 * while its reader keeps up: an upload of escaped base64 took 2 MiB, 10 ms of processor time, before any other request had a turn.
 */
const turnBytes = 256 * 1024;

/**
 * The body as it arrives, after transfer decoding. After an error the unread rest is handled when the answer is sent.
 * @throws Problem request-too-large, request-timeout; ClientGone
 * @see spec/contract.md A-112
 */
export async function* bodyChunks(
  exchange: Exchange,
  { bytes, arrival, pace }: BodyLimits,
): AsyncGenerator<Buffer> {
  const { request, response, expectsContinue } = exchange;
  if (expectsContinue) response.writeContinue();
  const reader = createReader(request, arrival);
  let size = 0;
  let turnEndsAt = turnBytes;
  try {
    for (;;) {
      const chunk = await reader.next();
      if (chunk === null) break;
      size += chunk.length;
      exchange.bodyBytes = size;
      if (size > bytes) throw new Problem('request-too-large');
      // A body that fits into one chunk costs no more than its headers.
      if (pace !== null && size > chunk.length) await pace();
      else if (size > turnEndsAt) {
        await nextTurn();
        turnEndsAt = size + turnBytes;
      }
      yield chunk;
    }
  } finally {
    reader.close();
  }
  if (!request.complete) throw new ClientGone(null);
}

/** The whole body. @param take called with every number of bytes before they are allocated; an exception from it stops the reading */
export async function readBody(
  exchange: Exchange,
  limits: BodyLimits,
  take: (bytes: number) => void,
): Promise<Buffer> {
  let buffered: Buffer = Buffer.alloc(0);
  let size = 0;
  for await (const chunk of bodyChunks(exchange, limits)) {
    if (size === 0 && exchange.request.complete) {
      take(chunk.length);
      buffered = chunk;
    } else {
      buffered = withRoom(buffered, size, { more: chunk.length, take });
      chunk.copy(buffered, size);
    }
    size += chunk.length;
  }
  return buffered.subarray(0, size);
}

/** A list of chunks would cost hundreds of bytes for each byte of a body that arrives one byte at a time. */
function withRoom(
  buffered: Buffer,
  size: number,
  { more, take }: { more: number; take: (bytes: number) => void },
): Buffer {
  if (size + more <= buffered.length) return buffered;
  const capacity = Math.max(size + more, 2 * buffered.length, 4096);
  take(capacity - buffered.length);
  const larger = Buffer.allocUnsafeSlow(capacity);
  buffered.copy(larger, 0, 0, size);
  return larger;
}

interface Reader {
  /** The next bytes; `null` at the end. @throws Problem request-timeout, ClientGone */
  next(): Promise<Buffer | null>;
  close(): void;
}

function createReader(request: IncomingMessage, limits: ArrivalLimits): Reader {
  let wake: (() => void) | null = null;
  let watch: ArrivalWatch | null = null;
  const look = () => wake?.();
  const events = ['readable', 'end', 'error', 'close'] as const;
  for (const event of events) request.on(event, look);
  const wait = async () => {
    // If the request is complete, nothing more has to arrive.
    if (!request.complete) watch ??= watchArrival(limits, look);
    if (watch) watch.waiting = true;
    await new Promise<void>((resolve) => (wake = resolve));
    wake = null;
    if (watch) watch.waiting = false;
  };
  return {
    async next() {
      for (;;) {
        const chunk = request.read() as Buffer | null;
        if (chunk !== null) {
          if (watch) watch.windowBytes += chunk.length;
          return chunk;
        }
        if (request.readableEnded) return null;
        if (request.destroyed) throw new ClientGone(request.errored);
        if (watch?.late) throw new Problem('request-timeout');
        await wait();
      }
    },
    close() {
      watch?.stop();
      for (const event of events) request.off(event, look);
      // A late error of a request that is no longer read must not end the process.
      request.on('error', () => {});
    },
  };
}

interface ArrivalWatch {
  /** Set while the service waits only for the client. */
  waiting: boolean;
  windowBytes: number;
  late: boolean;
  stop(): void;
}

const ticksPerWindow = 10;

/**
 * Measures time in ticks during which the service waited for the client, so that the service's own slowness does not count against the
 * client.
 */
function watchArrival(
  { windowMs, leastBytesPerSecond, totalMs }: ArrivalLimits,
  onLate: () => void,
): ArrivalWatch {
  const tickMs = windowMs / ticksPerWindow;
  const leastBytes = (leastBytesPerSecond * windowMs) / 1000;
  let ticks = 0;
  const timer = setInterval(() => {
    if (!watch.waiting) return;
    ticks += 1;
    const slow = ticks % ticksPerWindow === 0 && watch.windowBytes < leastBytes;
    if (ticks % ticksPerWindow === 0) watch.windowBytes = 0;
    if (!slow && ticks * tickMs < totalMs) return;
    watch.late = true;
    onLate();
  }, tickMs);
  const watch: ArrivalWatch = {
    waiting: false,
    windowBytes: 0,
    late: false,
    stop: () => clearInterval(timer),
  };
  return watch;
}
