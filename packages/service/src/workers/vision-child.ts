import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { VisionBroken, VisionInterrupted, VisionKilled } from './vision.ts';
import { pipeDescriptor, readReplies, writeRequest } from './vision-pipe.ts';
import type { ProcessReply, ProcessSettings, ThreadAnswer, VisionTask } from './vision-tasks.ts';

/**
 * Why a process ended: by itself (`crashed`), for a task out of time, for too much memory, because it did not get ready, because
 * its models cannot be used, or in good order (`closed`).
 */
export type EndCause = 'crashed' | 'deadline' | 'memory' | 'start' | 'broken' | 'closed';

/** Whether every task in the hands of a process that ended so may be the reason. Of `deadline`, only the one that was late is. */
const suspectsAll: Record<EndCause, boolean> = {
  crashed: true,
  deadline: false,
  memory: true,
  start: false,
  broken: false,
  closed: false,
};

/** How a process ended. `reason` is ours, or what it said before it saw any picture. */
export interface End {
  cause: EndCause;
  reason: string;
}

export interface ChildLimits {
  /** Milliseconds until it is ready. */
  startMs: number;
  /** Milliseconds for one task, from the moment it is handed over. */
  deadlineMs: number;
}

export interface ChildOptions {
  /** Absolute path of the bundled `vision-process.mjs`. */
  entry: string;
  settings: ProcessSettings;
  limits: ChildLimits;
}

/** A task in the hands of the process. */
interface Held {
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** One vision process, as the service sees it. Its ends, wanted or not, go through `end`. */
export class VisionChild {
  /** Resolves when its first thread has its models. @throws VisionBroken; Error when it ended before, or took too long */
  readonly ready: Promise<void>;
  /** Resolves as soon as it takes no more work: it is gone, or about to be. */
  readonly ended: Promise<End>;
  /** Resolves when the operating system has no such process any more. */
  readonly gone: Promise<void>;
  readonly #process: ChildProcess;
  readonly #pipe: Duplex;
  readonly #deadlineMs: number;
  readonly #held = new Map<number, Held>();
  #taken = 0;
  #isReady = false;
  #cause: EndCause | null = null;
  /** Memory by its own last word, in bytes. */
  #resident = 0;
  #resolveReady = () => {};
  #rejectReady: (error: Error) => void = () => {};
  #resolveEnded: (end: End) => void = () => {};

  constructor({ entry, settings, limits }: ChildOptions) {
    this.ready = new Promise((resolve, reject) => {
      [this.#resolveReady, this.#rejectReady] = [resolve, reject];
    });
    // Whoever waits for either hears of it; unheard, the rejection would end the service.
    this.ready.catch(() => {});
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#deadlineMs = limits.deadlineMs;
    this.#process = spawnVision(entry, settings.threads);
    this.gone = new Promise((resolve) => this.#process.once('exit', resolve).once('error', resolve));
    this.#pipe = pipeOf(this.#process);
    this.#listen(limits.startMs);
    writeRequest(this.#pipe, { kind: 'start', settings });
  }

  /** Whether it takes no more work. */
  get hasEnded(): boolean {
    return this.#cause !== null;
  }

  /** `undefined` when the system could not start it. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Tasks in its hands now. */
  get running(): number {
    return this.#held.size;
  }

  /** Tasks it was given so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Its memory now, in bytes; its own last word where the system does not tell. */
  get resident(): number {
    return residentBytes(this.pid) ?? this.#resident;
  }

  /** @throws VisionKilled, VisionInterrupted */
  run(task: VisionTask): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new VisionInterrupted());
      const id = (this.#taken += 1);
      const deadline = setTimeout(() => this.end('deadline', { late: id }), this.#deadlineMs);
      this.#held.set(id, { resolve, reject, deadline });
      writeRequest(this.#pipe, { kind: 'run', id, task });
    });
  }

  /** Ends it at once, with everything it started. */
  end(cause: EndCause, { late, reason = cause }: { late?: number; reason?: string } = {}): void {
    if (this.#cause !== null) return;
    this.#cause = cause;
    killGroup(this.#process);
    for (const id of this.#held.keys()) {
      const isSuspect = suspectsAll[cause] || id === late;
      this.#release(id)?.reject(isSuspect ? new VisionKilled() : new VisionInterrupted());
    }
    this.#rejectReady(cause === 'broken' ? new VisionBroken(reason) : notReady(reason));
    this.#resolveEnded({ cause, reason });
  }

  #listen(startMs: number): void {
    const words = firstWords(this.#process.stderr);
    const starting = setTimeout(() => this.end('start', { reason: 'it took too long' }), startMs);
    this.ready.finally(() => (clearTimeout(starting), words.stop())).catch(() => {});
    readReplies(this.#pipe, (reply) => this.#hear(reply));
    this.#pipe.on('error', () => {});
    this.#pipe.on('close', () => killGroup(this.#process));
    this.#process.on('error', ({ message }) => this.end('start', { reason: message }));
    this.#process.on('exit', () => {
      killGroup(this.#process);
      if (this.#isReady) this.end('crashed');
    });
    // Comes after its last words.
    this.#process.on('close', (code, signal) =>
      this.end('crashed', { reason: `it ended with ${signal ?? code} ${words.said()}` }),
    );
  }

  #hear(reply: ProcessReply): void {
    this.#resident = reply.resident;
    if (reply.kind === 'ready') {
      this.#isReady = true;
      this.#resolveReady();
    } else if (reply.kind === 'broken') this.end('broken', { reason: reply.reason });
    else if (reply.kind === 'died') this.#release(reply.id)?.reject(new VisionKilled());
    else this.#release(reply.id)?.resolve(reply.answer);
  }

  #release(id: number): Held | undefined {
    const held = this.#held.get(id);
    clearTimeout(held?.deadline);
    this.#held.delete(id);
    return held;
  }
}

const notReady = (reason: string) => new Error(`the vision process did not start: ${reason}`);

function spawnVision(entry: string, threads: number): ChildProcess {
  // Every thread has a core of its own: helpers that collect garbage beside them only take time from the others.
  return spawn(process.execPath, ['--single-threaded-gc', entry], {
    // Nothing of ours. One keeps the C library from hoarding memory, the other lets every thread read and decode at once.
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: String(threads + 2) },
    // A group of its own: signals of the terminal are the service's to handle, and one kill reaches all it started.
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
}

/** @throws Error when the system could not start a process at all */
function pipeOf(child: ChildProcess): Duplex {
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[pipeDescriptor];
  if (!pipe) throw notReady('the system cannot start another process');
  return pipe as Duplex;
}

/** What it started may outlive it, so the group is ended even when the process is gone. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it was gone already.
  }
}

const longestComplaint = 2_000;

/** What a process says on standard error until `stop`; nothing after it has seen pictures. */
function firstWords(stream: Readable | null): { said: () => string; stop: () => void } {
  let text = '';
  let listening = true;
  stream?.on('data', (chunk: Buffer) => {
    if (listening) text = (text + chunk.toString('utf8')).slice(0, longestComplaint);
  });
  return {
    said: () => text.trim(),
    stop: () => (listening = false),
  };
}

/** Resident memory of a process in bytes; `null` where there is no `/proc`, or no such process. */
export function residentBytes(pid: number | undefined): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024 || null;
  } catch {
    return null;
  }
}
