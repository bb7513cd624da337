import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Metrics } from '../runtime/metrics.ts';
import { openSandbox, type SandboxOptions } from './open-sandbox.ts';
import { bareLauncher, type Launcher } from './sandbox/launchers.ts';
import type { SelfTest } from './sandbox/walls.ts';
import {
  VisionBroken,
  VisionBusy,
  VisionInterrupted,
  VisionLate,
  VisionStarved,
  VisionTooSlow,
} from './vision.ts';
import { type ChildLimits, type ChildOptions, VisionChild } from './vision-child.ts';
import type { QueueName } from './vision-queues.ts';
import type { VisionExecutor } from './vision-scheduler.ts';
import type { ProcessSettings, TaskAnswer, VisionTask } from './vision-tasks.ts';

export interface VisionLimits extends ChildLimits {
  /** Tasks after which a process is replaced. */
  tasks: number;
  /** Bytes of memory above which a process with this many threads is replaced; above twice as many it is killed. */
  resident: (threads: number) => number;
  /** Milliseconds between memory checks. */
  checkMs: number;
  /** Milliseconds before the first retry of starting a process and, doubling, before the last. */
  retryMs: { first: number; most: number };
}

const mebibyte = 2 ** 20;

/** @see design of the picture process: a thread cannot stop native code, so time and memory are limited from outside */
export const visionLimits: VisionLimits = {
  startMs: 20_000,
  deadlineMs: 20_000,
  tasks: 5_000,
  resident: (threads) => (512 + 450 * threads) * mebibyte,
  checkMs: 1_000,
  retryMs: { first: 250, most: 10_000 },
};

export interface SupervisorOptions {
  /** Absolute path of the bundled `vision-process.mjs`. */
  entry: string;
  settings: ProcessSettings;
  limits: VisionLimits;
  sandbox: SandboxOptions;
  /** The models can no longer be used: the service must stop. */
  onBroken: (error: VisionBroken) => void;
  log: Logger;
  metrics: Pick<Metrics, 'visionRestarts' | 'visionResident' | 'visionIsolation'>;
}

/** Niceness of a process for dangerous work, which is additional to the threads sharing the processors. */
const niceness = 10;

/** Set before it has threads, which inherit it. Waiting does not count towards its time. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, niceness);
  } catch {
    // It ended, or belongs to another user: then it runs at normal priority.
  }
}

interface LaunchOptions extends Pick<ChildOptions, 'patience'> {
  /** Number of deadlines allowed for one task, 1 by default. */
  times?: number;
  launcher?: Launcher;
  selfTest?: SelfTest;
}

/** Why a working process is replaced. */
export type RenewCause = 'grown' | 'recycled';

/**
 * Keeps one picture process running. A process that died, was late or took far too much memory is replaced; one that has grown or has
 * done its share is replaced too, after its successor has started. Work that ended a process before gets a separate process.
 */
export class VisionSupervisor implements VisionExecutor {
  readonly #options: SupervisorOptions;
  /** All existing processes: working, ending, and the one for dangerous work. */
  readonly #children = new Set<VisionChild>();
  readonly #closing = new AbortController();
  #checking: NodeJS.Timeout | undefined;
  #current: VisionChild | null = null;
  /** The strongest that works here; determined at the start. */
  #launcher: Launcher = bareLauncher;
  #onRoom = () => {};
  #replacing = false;
  #alone: VisionChild | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  async start(onRoom: () => void): Promise<void> {
    this.#onRoom = onRoom;
    const { entry, settings, limits, sandbox, log, metrics } = this.#options;
    const { child, launcher } = await openSandbox({
      options: sandbox,
      files: { entry, ...settings },
      launch: (tried, selfTest) => this.#launch(settings.threads, { launcher: tried, selfTest }),
      log,
      metrics,
    });
    this.#launcher = launcher;
    await child.ready;
    this.#employ(child);
    this.#checking = setInterval(() => this.#checkMemory(), limits.checkMs).unref();
  }

  hasRoom(queue: QueueName): boolean {
    if (this.#closing.signal.aborted) return false;
    if (queue === 'alone') return this.#alone === null;
    // An ending process still finishes its last tasks: together they use no more threads than one process.
    const running = this.#others(this.#alone).reduce((total, child) => total + child.running, 0);
    return this.#current !== null && running < this.#options.settings.threads;
  }

  run(task: VisionTask, queue: QueueName): Promise<TaskAnswer> {
    if (queue === 'alone') return this.#runAlone(task);
    const child = this.#current;
    if (child === null) return Promise.reject(new VisionInterrupted());
    return child
      .run(task)
      .catch((error: unknown) => {
        // Next to other work nothing is certain: threads share memory, and their time is counted together.
        throw error instanceof VisionTooSlow || error instanceof VisionStarved ? new VisionLate() : error;
      })
      .finally(() => this.#afterTask(child));
  }

  /** A last inspection has twice the time of others, and a shutdown has less. */
  refuse(): void {
    this.#alone?.end('closed');
  }

  /** Resolves when no process is left. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#checking);
    const children = [...this.#children];
    for (const child of children) child.end('closed');
    await Promise.all(children.map(({ gone }) => gone));
  }

  #others(except: VisionChild | null): VisionChild[] {
    return [...this.#children].filter((child) => child !== except);
  }

  /**
   * @throws Error when the system cannot start a process
   */
  #launch(threads: number, { times = 1, ...trial }: LaunchOptions = {}): VisionChild {
    const { entry, settings, limits: given } = this.#options;
    const limits = { ...given, deadlineMs: times * given.deadlineMs };
    const launcher = this.#launcher;
    const child = new VisionChild({ entry, settings: { ...settings, threads }, limits, launcher, ...trial });
    void this.#accompany(child);
    return child;
  }

  /** Reports its end, and removes it when it is gone. */
  async #accompany(child: VisionChild): Promise<void> {
    const { log, metrics } = this.#options;
    this.#children.add(child);
    const { cause, reason } = await child.ended;
    // A launcher that does not work here is reported where it was tried.
    if (cause !== 'closed' && !child.isUntested) {
      metrics.visionRestarts.inc({ cause });
      log.error({ cause, reason, pid: child.pid }, 'picture process exited');
    }
    await child.gone;
    this.#children.delete(child);
  }

  /** From now on tasks go to this process; the previous one ends after its last task. */
  #employ(child: VisionChild): void {
    const before = this.#current;
    this.#current = child;
    if (before !== null) this.#afterTask(before);
    void this.#succeed(child);
    this.#onRoom();
  }

  /** Replaces it when it has ended. */
  async #succeed(child: VisionChild): Promise<void> {
    const { cause, reason } = await child.ended;
    if (this.#current === child) this.#current = null;
    if (cause === 'broken' && child.taken === 0) this.#options.onBroken(new VisionBroken(reason));
    else if (this.#current === null) await this.#replace();
  }

  /** Starts a process and passes the work to it; retries until it is ready. */
  async #replace(): Promise<void> {
    const { limits, settings } = this.#options;
    if (this.#replacing) return;
    this.#replacing = true;
    let waitMs = limits.retryMs.first;
    while (!this.#closing.signal.aborted) {
      if (await this.#tryReplace(settings.threads)) break;
      await sleep(waitMs, undefined, { signal: this.#closing.signal }).catch(() => {});
      waitMs = Math.min(2 * waitMs, limits.retryMs.most);
    }
    this.#replacing = false;
  }

  /** @returns whether another attempt is pointless */
  async #tryReplace(threads: number): Promise<boolean> {
    try {
      const child = this.#launch(threads);
      await child.ready;
      if (child.hasEnded) return false;
      this.#employ(child);
      return true;
    } catch (error) {
      if (error instanceof VisionBroken) this.#options.onBroken(error);
      return error instanceof VisionBroken;
    }
  }

  #afterTask(child: VisionChild): void {
    if (child !== this.#current) {
      if (child.running === 0) child.end('closed');
    } else if (child.taken >= this.#options.limits.tasks) this.#renew('recycled');
  }

  /** Replaces a working process, starting its successor first. */
  #renew(cause: RenewCause): void {
    if (this.#replacing || this.#closing.signal.aborted) return;
    this.#options.metrics.visionRestarts.inc({ cause });
    this.#options.log.info({ cause }, 'picture process replaced');
    void this.#replace();
  }

  #checkMemory(): void {
    const { limits, settings, metrics } = this.#options;
    for (const child of this.#children) {
      const bound = limits.resident(child === this.#alone ? 1 : settings.threads);
      const { resident } = child;
      if (child === this.#current) metrics.visionResident.set(resident);
      if (resident > 2 * bound) child.end('memory');
      else if (resident > bound && child === this.#current) this.#renew('grown');
    }
  }

  /** A process that fails to start has not seen the task, which can wait. */
  async #runAlone(task: VisionTask): Promise<TaskAnswer> {
    try {
      const patience = 'patience' in task ? task.patience : 1;
      this.#alone = this.#launch(1, { times: 2, patience });
      // What the machine was too busy for would have no better chance at the lowest priority.
      if (patience === 1) lowerPriority(this.#alone.pid);
      await this.#alone.ready;
    } catch (error) {
      this.#alone = null;
      if (error instanceof VisionBroken) this.#options.onBroken(error);
      throw new VisionBusy();
    }
    try {
      return await this.#alone.run(task);
    } finally {
      this.#alone.end('closed');
      this.#alone = null;
    }
  }
}
