import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { processorTime } from './processor-time.ts';
import { bareLauncher, type Launcher } from './sandbox/launchers.ts';
import { processTree, residentBytesOfTree } from './sandbox/process-account.ts';
import type { SelfTest, SelfTestResult } from './sandbox/walls.ts';
import { VisionBroken, VisionInterrupted, VisionKilled, VisionStarved, VisionTooSlow } from './vision.ts';
import { firstWords, killGroup, notReady, pipeOf, signalOf, spawnVision } from './spawn-vision.ts';
import { writeRequest } from './vision-pipe.ts';
import { isAbout, type Question, questionOf } from './vision-question.ts';
import { readReplies } from './vision-replies.ts';
import type { ProcessReply, ProcessSettings, TaskAnswer, VisionTask } from './vision-tasks.ts';

/**
 * Why a process ended: by itself (`crashed`), for an invalid message (`invalid`), for a task out of time, for too much memory,
 * because it failed to start, because its models are unusable, or orderly (`closed`).
 */
export type EndCause = 'crashed' | 'invalid' | 'deadline' | 'memory' | 'start' | 'broken' | 'closed';

/** Whether every running task of a process that ended this way may be the cause; a late one is rejected as late. */
const suspectsAll: Record<EndCause, boolean> = {
  crashed: true,
  invalid: true,
  deadline: false,
  memory: true,
  start: false,
  broken: false,
  closed: false,
};

/** How a process ended. `reason` is ours, or what it reported before it received any picture. */
export interface End {
  cause: EndCause;
  reason: string;
}

export interface ChildLimits {
  /** Milliseconds of CPU time for starting. */
  startMs: number;
  /** Milliseconds of CPU time for one task, from the moment it is sent. */
  deadlineMs: number;
}

/** Elapsed time, as a multiple of the limit, that ends a start or a task however busy the machine is; multiplied by the patience. */
const mostLimits = 3;
/** Minimum milliseconds between checks of the time used. */
const leastRest = 100;

export interface ChildOptions {
  /** Absolute path of the bundled `vision-process.mjs`. */
  entry: string;
  settings: ProcessSettings;
  limits: ChildLimits;
  /** Factor on the elapsed time allowed, from 1, the default. */
  patience?: number;
  /** Sandboxes it; by default it is not. */
  launcher?: Launcher;
  /** Run before anything else; `null` when its launcher was tested before. */
  selfTest?: SelfTest | null;
}

/** A running task of the process. */
interface RunningTask {
  question: Question;
  resolve: (answer: TaskAnswer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout | undefined;
  since: Clocks;
}

interface Clocks {
  /** Elapsed milliseconds. */
  wall: number;
  /** Milliseconds of CPU time; `null` where the system does not report it. */
  used: number | null;
}

interface EndDetails {
  /** The task that was late. */
  late?: number;
  /** It did not get enough CPU time. */
  starved?: boolean;
  reason?: string;
}

/** One picture process, from the service's side. It always ends through `end`, whether intended or not. */
export class VisionChild {
  /** Resolves when its first thread has loaded its models. @throws VisionBroken; Error when it ended before, or took too long */
  readonly ready: Promise<void>;
  /** Resolves with the result of its self-test; `null` when it ended before, or was not given one. */
  readonly tested: Promise<SelfTestResult | null>;
  /** Resolves as soon as it accepts no more work: it is gone, or about to be. */
  readonly ended: Promise<End>;
  /** Resolves when the operating system no longer has the process. */
  readonly gone: Promise<void>;
  readonly #process: ChildProcess;
  readonly #pipe: Duplex;
  readonly #deadlineMs: number;
  readonly #mostLimits: number;
  #untested: boolean;
  readonly #held = new Map<number, RunningTask>();
  #taken = 0;
  #isReady = false;
  #cause: EndCause | null = null;
  /** Memory last reported by itself, in bytes. */
  #resident = 0;
  #resolveTested: (result: SelfTestResult | null) => void = () => {};
  #resolveReady = () => {};
  #rejectReady: (error: Error) => void = () => {};
  #resolveEnded: (end: End) => void = () => {};

  constructor(options: ChildOptions) {
    const { entry, settings, limits, patience = 1, launcher = bareLauncher, selfTest = null } = options;
    this.tested = new Promise((resolve) => (this.#resolveTested = resolve));
    this.#untested = selfTest !== null;
    this.ready = new Promise((resolve, reject) => {
      [this.#resolveReady, this.#rejectReady] = [resolve, reject];
    });
    // Callers that wait for either handle the rejection; unhandled, it would end the service.
    this.ready.catch(() => {});
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
    this.#deadlineMs = limits.deadlineMs;
    this.#mostLimits = mostLimits * patience;
    this.#process = spawnVision(entry, settings.threads, launcher);
    this.gone = new Promise((resolve) => this.#process.once('exit', resolve).once('error', resolve));
    this.#pipe = pipeOf(this.#process);
    this.#listen(limits.startMs);
    writeRequest(this.#pipe, { kind: 'start', settings, selfTest });
  }

  /** Whether it accepts no more work. */
  get hasEnded(): boolean {
    return this.#cause !== null;
  }

  /** Whether it was to run a self-test and has not reported the result. */
  get isUntested(): boolean {
    return this.#untested;
  }

  /** `undefined` when the system could not start it. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Number of running tasks. */
  get running(): number {
    return this.#held.size;
  }

  /** Number of tasks received so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Id of the process that reads pictures: the one that was started, or the last one its launcher started. */
  get innermostPid(): number | undefined {
    return this.pid === undefined ? undefined : processTree(this.pid).at(-1);
  }

  /** Current memory of it and its descendants, in bytes; its own last report where the system does not provide it. */
  get resident(): number {
    return residentBytesOfTree(this.pid) ?? this.#resident;
  }

  /**
   * @throws VisionKilled, VisionInterrupted; VisionTooSlow when the task used up its CPU time, VisionStarved when the
   * machine was too busy for that
   */
  run(task: VisionTask): Promise<TaskAnswer> {
    return new Promise((resolve, reject) => {
      if (this.hasEnded) return reject(new VisionInterrupted());
      const id = (this.#taken += 1);
      this.#held.set(id, {
        question: questionOf(task),
        resolve,
        reject,
        deadline: undefined,
        since: this.#clocks(),
      });
      this.#watch(id, this.#deadlineMs);
      writeRequest(this.#pipe, { kind: 'run', id, task });
    });
  }

  /** Kills it immediately, with all descendants. */
  end(cause: EndCause, { late, starved = false, reason = cause }: EndDetails = {}): void {
    if (this.#cause !== null) return;
    this.#cause = cause;
    killGroup(this.#process);
    for (const id of this.#held.keys()) {
      const isSuspect = suspectsAll[cause];
      const held = this.#release(id);
      if (id === late) held?.reject(starved ? new VisionStarved() : new VisionTooSlow());
      else held?.reject(isSuspect ? new VisionKilled() : new VisionInterrupted());
    }
    this.#resolveTested(null);
    this.#rejectReady(cause === 'broken' ? new VisionBroken(reason) : notReady(reason));
    this.#resolveEnded({ cause, reason });
  }

  #listen(startMs: number): void {
    const words = firstWords(this.#process.stderr);
    this.#watchStart(startMs, this.#clocks());
    this.ready.finally(() => words.stop()).catch(() => {});
    readReplies(this.#pipe, {
      onReply: (reply) => this.#receive(reply),
      onInvalid: (fault) => this.end('invalid', { reason: `it answered in no valid form: ${fault}` }),
    });
    this.#pipe.on('error', () => {});
    this.#pipe.on('close', () => killGroup(this.#process));
    this.#process.on('error', ({ message }) => this.end('start', { reason: message }));
    this.#process.on('exit', () => {
      killGroup(this.#process);
      if (this.#isReady) this.end('crashed');
    });
    // Emitted after its last output.
    this.#process.on('close', (code, signal) =>
      this.end('crashed', { reason: `it ended with ${signal ?? signalOf(code)} ${words.text()}` }),
    );
  }

  /** A healthy process never sends an unexpected message: one ends the process, so that a flood of them is not read. */
  #receive(reply: ProcessReply): void {
    this.#resident = reply.resident;
    if (reply.kind === 'tested' && this.#untested) {
      this.#untested = false;
      this.#resolveTested(reply.result);
    } else if (reply.kind === 'ready' && !this.#isReady) {
      this.#isReady = true;
      this.#resolveReady();
    } else if (reply.kind === 'broken') {
      // Once it has received pictures, its messages may be an attacker's: its successor will determine whether this one is true.
      const reason = this.#taken === 0 ? reply.reason : 'it said so after it had been given pictures';
      this.end('broken', { reason });
    } else if (reply.kind === 'died' || reply.kind === 'answer') this.#conclude(reply);
    else this.end('invalid', { reason: 'it sent a message whose turn it was not' });
  }

  #conclude(reply: Extract<ProcessReply, { id: number }>): void {
    const held = this.#held.get(reply.id);
    if (!held) this.end('invalid', { reason: 'it answered a task that it does not have' });
    else if (reply.kind === 'died') this.#release(reply.id)?.reject(new VisionKilled());
    else if (isAbout(reply.answer, held.question)) this.#release(reply.id)?.resolve(reply.answer);
    else this.end('invalid', { reason: 'it answered about another task or other pictures' });
  }

  #clocks(): Clocks {
    return { wall: performance.now(), used: processorTime(this.pid) };
  }

  /** Ends the process when it has used up its time, or waited far too long for it, without becoming ready. */
  #watchStart(startMs: number, since: Clocks): void {
    const look = setTimeout(
      () => {
        if (this.#isReady || this.hasEnded) return;
        if (this.#left(since, startMs) > 0) this.#watchStart(startMs, since);
        else this.end('start', { reason: 'it took too long' });
      },
      Math.max(leastRest, Math.ceil(this.#left(since, startMs))),
    );
    this.ready.finally(() => clearTimeout(look)).catch(() => {});
  }

  /** Ends the process when a task has used up its time, or waited far too long for it. */
  #watch(id: number, ms: number): void {
    const held = this.#held.get(id);
    if (!held) return;
    held.deadline = setTimeout(() => {
      const left = this.#left(held.since, this.#deadlineMs);
      if (left > 0) return this.#watch(id, Math.max(leastRest, left));
      this.end('deadline', { late: id, starved: this.#ran(held.since) < this.#deadlineMs });
    }, Math.ceil(ms));
  }

  /** Minimum milliseconds left of a limit, in CPU time and in elapsed time. */
  #left(since: Clocks, limitMs: number): number {
    return Math.min(
      limitMs - this.#ran(since),
      this.#mostLimits * limitMs - (performance.now() - since.wall),
    );
  }

  /**
   * Milliseconds that the process ran. Parallel threads use more CPU time than has elapsed, while a task running alone uses no
   * more than one thread. 0 where nothing is reported.
   */
  #ran(since: Clocks): number {
    const { wall, used } = this.#clocks();
    return used === null || since.used === null ? 0 : Math.min(wall - since.wall, used - since.used);
  }

  #release(id: number): RunningTask | undefined {
    const held = this.#held.get(id);
    clearTimeout(held?.deadline);
    this.#held.delete(id);
    return held;
  }
}
