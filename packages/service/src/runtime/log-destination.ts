import { write, writeSync } from 'node:fs';

/** Where log lines go. */
interface LogDestination {
  /** Queues complete lines. Never waits and never fails. */
  write(lines: string): void;
  /** Writes what is queued before it returns, as far as that is possible: at the end of the process. */
  flushSync(): void;
}

/** Milliseconds until lines that could not be written are tried again. */
const retryMs = 1_000;
/** Milliseconds that `flushSync` waits for a reader that is slow. */
const flushLimitMs = 2_000;
const flushPauseMs = 50;

const isSlowReader = (code: string | undefined): boolean => code === 'EAGAIN' || code === 'EBUSY';

/**
 * Writes to a file descriptor in the background. Lines that cannot be written, as on a full disk, stay queued and are tried again every
 * second; at the end of the process they are given up, so that it ends. Nothing is written any more once the reader of a pipe is gone.
 */
export class BackgroundLog implements LogDestination {
  readonly #descriptor: number;
  readonly #mostCharacters: number;
  #queued: string[] = [];
  #characters = 0;
  #dropped = 0;
  /** What is being written, or could not be written. */
  #piece: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #isEnded = false;
  #retry: NodeJS.Timeout | undefined;

  /** @param mostCharacters that are queued; lines beyond it are dropped, and their number is logged later */
  constructor(descriptor: number, mostCharacters: number) {
    this.#descriptor = descriptor;
    this.#mostCharacters = mostCharacters;
  }

  write(lines: string): void {
    if (this.#isEnded) return;
    if (this.#characters + lines.length > this.#mostCharacters) {
      this.#dropped += 1;
      return;
    }
    this.#queued.push(lines);
    this.#characters += lines.length;
    this.#next();
  }

  flushSync(): void {
    if (this.#isEnded) return;
    // What is being written has been handed over already.
    const own = this.#isWriting ? [] : [this.#piece];
    const rest = writeNow(this.#descriptor, Buffer.concat([...own, this.#takeQueued()]));
    if (!this.#isWriting) this.#piece = rest;
  }

  #takeQueued(): Buffer {
    if (this.#dropped > 0) this.#queued.push(lostLine(this.#dropped));
    const text = this.#queued.join('');
    [this.#queued, this.#characters, this.#dropped] = [[], 0, 0];
    return Buffer.from(text);
  }

  #next(): void {
    if (this.#isWriting || this.#isEnded || this.#retry !== undefined) return;
    if (this.#piece.length === 0) this.#piece = this.#takeQueued();
    if (this.#piece.length === 0) return;
    this.#isWriting = true;
    write(this.#descriptor, this.#piece, 0, this.#piece.length, null, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#piece = this.#piece.subarray(written);
      else this.#failed(error);
      this.#next();
    });
  }

  #failed({ code }: NodeJS.ErrnoException): void {
    if (code === 'EPIPE') {
      this.#isEnded = true;
      this.#takeQueued();
      this.#piece = Buffer.alloc(0);
      return;
    }
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#next();
    }, retryMs).unref();
  }
}

/** @returns what could not be written */
function writeNow(descriptor: number, bytes: Buffer): Buffer {
  const end = performance.now() + flushLimitMs;
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if (!isSlowReader((error as NodeJS.ErrnoException).code) || performance.now() > end) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, flushPauseMs);
    }
  }
  return rest;
}

/** In the form of the other lines. */
const lostLine = (count: number): string =>
  `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), count, msg: 'log lines lost: the log could not be written' })}\n`;

let standardError: LogDestination | undefined;

/** Maximum characters queued for standard error. */
const waitingCharacters = 16 * 2 ** 20;

/** Standard error, one for all logs of the process. What is queued is written when the process exits. */
export function standardErrorLog(): LogDestination {
  if (standardError === undefined) {
    const made = new BackgroundLog(2, waitingCharacters);
    process.on('exit', () => made.flushSync());
    standardError = made;
  }
  return standardError;
}
