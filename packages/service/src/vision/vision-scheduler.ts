import { noPictures } from '@countersign/core';
import type { Logger } from 'pino';
import { createFairShares, type FairShares } from '../runtime/fair-shares.ts';
import type { Metrics } from '../runtime/metrics.ts';
import {
  type Vision,
  VisionBusy,
  VisionFailed,
  VisionInterrupted,
  VisionKilled,
  VisionLate,
  VisionStarved,
  VisionTooSlow,
  type WorkOptions,
} from './vision.ts';
import {
  createVisionQueues,
  type QueueName,
  type VisionQueues,
  queueNames,
  type Turns,
} from './vision-queues.ts';
import { createSlowBound, type SlowBound } from './vision-slow-bound.ts';
import type { TaskAnswer, VisionTask } from './vision-tasks.ts';

/** Runs tasks, several at a time: in threads of this process, or in a picture process. */
export interface VisionExecutor {
  /**
   * @param onRoom called whenever a task may have become able to begin
   * @throws VisionBroken when models or slots are unusable; Error with the reason why it does not start
   */
  start(onRoom: () => void): Promise<void>;
  /** Whether a task of this queue can begin now. */
  hasRoom(queue: QueueName): boolean;
  /** @throws VisionKilled, VisionInterrupted, VisionLate, VisionStarved, VisionTooSlow */
  run(task: VisionTask, queue: QueueName): Promise<TaskAnswer>;
  /** Returns tasks that may take longer than a shutdown allows. */
  refuse(): void;
  close(): Promise<void>;
}

export interface SchedulerOptions {
  threads: number;
  executor: VisionExecutor;
  /** Charged with the thread time used by each integration; a new account by default. */
  shares?: FairShares;
  log: Logger;
  metrics: Pick<Metrics, 'visionQueueDepth' | 'visionSeconds' | 'visionWaitSeconds' | 'visionOwners'>;
}

type Done = Extract<TaskAnswer, { kind: 'done' }>;

/** Maximum waiting tasks per queue and thread; beyond them, callers are rejected and must retry. */
const waitingPerThread = 8;
/** Milliseconds after which a task that could not begin is returned: it can wait better in the database queue. */
const longestWaitMs = 30_000;

interface Waiting {
  task: VisionTask;
  queue: QueueName;
  owner: string | null;
  since: number;
  resolve: (answer: TaskAnswer) => void;
  reject: (error: Error) => void;
  patience: NodeJS.Timeout;
}

interface SchedulerState {
  executor: VisionExecutor;
  waiting: VisionQueues<Waiting>;
  shares: FairShares;
  slow: SlowBound;
  refusing: boolean;
  log: Logger;
  metrics: SchedulerOptions['metrics'];
}

/**
 * Starts the executor, queues tasks and passes them on as it has capacity.
 * @throws what `executor.start` throws
 */
export async function createVision({
  threads,
  executor,
  shares = createFairShares(),
  log,
  metrics,
}: SchedulerOptions): Promise<Vision> {
  const most = waitingPerThread * threads;
  // Dangerous work waits in the database: here it would prevent other jobs from being claimed.
  const waiting = createVisionQueues<Waiting>({ interactive: most, verify: most, alone: 1 });
  const slow = createSlowBound({ threads, shares });
  const state: SchedulerState = { executor, waiting, shares, slow, refusing: false, log, metrics };
  try {
    await executor.start(() => begin(state));
  } catch (error) {
    await executor.close();
    throw error;
  }
  return {
    ...visionTasks((task, options) => timed(state, task, options)),
    refuse() {
      state.refusing = true;
      executor.refuse();
      for (const item of waiting.clear()) rejectWaiting(item);
      showDepth(state);
    },
    close: () => executor.close(),
  };
}

/** The methods that create tasks. */
function visionTasks(
  perform: (task: VisionTask, options: WorkOptions) => Promise<Done>,
): Pick<Vision, 'inspect' | 'judge' | 'prepareSelfie' | 'compareFaces'> {
  return {
    async inspect(pictures, today, { inspection = {}, ...options } = {}) {
      // Without pictures no thread is needed, so it must not wait for one.
      if (pictures.length === 0) return noPictures;
      const task = { kind: 'inspect', pictures, today, inspection, ...patienceOf(options) } as const;
      const { result } = await perform(task, options);
      if (result.kind !== 'inspect') throw new VisionFailed();
      return result.findings;
    },
    async judge({ bytes }, { subject, today }) {
      const pictures = [{ mediaId: '', context: subject, bytes }];
      const task = { kind: 'judge', pictures, subject, today } as const;
      const { result } = await perform(task, { queue: 'interactive' });
      if (result.kind !== 'judge') throw new VisionFailed();
      return result.findings;
    },
    async prepareSelfie({ bytes }, options = {}) {
      const pictures = [{ mediaId: '', context: 'face', bytes }];
      const task = { kind: 'prepare-selfie', pictures, ...patienceOf(options) } as const;
      const { picture } = await perform(task, options);
      return picture === undefined ? null : { format: 'jpeg', bytes: picture };
    },
    async compareFaces(both, options = {}) {
      const pictures = both.map((bytes) => ({ mediaId: '', context: 'face', bytes }));
      const { result } = await perform({ kind: 'compare-faces', pictures }, options);
      if (result.kind !== 'compare-faces') throw new VisionFailed();
      return result.score;
    },
  };
}

const patienceOf = ({ alone = false, patience = 1 }: WorkOptions) => ({ final: alone, patience });

async function timed(state: SchedulerState, task: VisionTask, options: WorkOptions): Promise<Done> {
  const started = performance.now();
  let outcome: VisionOutcome = 'done';
  try {
    return resultOf(state, { task, answer: await enqueue(state, task, options) });
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    state.metrics.visionSeconds.observe({ kind: task.kind, outcome }, (performance.now() - started) / 1000);
  }
}

/** Results of a task, for the metrics. */
export type VisionOutcome =
  | 'done'
  | 'busy'
  | 'killed'
  | 'late'
  | 'starved'
  | 'too-slow'
  | 'interrupted'
  | 'failed';

function outcomeOf(error: unknown): VisionOutcome {
  if (error instanceof VisionBusy) return 'busy';
  if (error instanceof VisionKilled) return 'killed';
  if (error instanceof VisionLate) return 'late';
  if (error instanceof VisionStarved) return 'starved';
  if (error instanceof VisionTooSlow) return 'too-slow';
  return error instanceof VisionInterrupted ? 'interrupted' : 'failed';
}

/** @throws VisionLate, or for an inspection running alone VisionStarved, if something was left out for lack of time */
function resultOf({ log }: SchedulerState, { task, answer }: { task: VisionTask; answer: TaskAnswer }): Done {
  if (answer.kind === 'late' || isUnfinished(answer))
    throw 'final' in task && task.final ? new VisionStarved() : new VisionLate();
  if (answer.kind !== 'done') {
    if (answer.kind === 'failed') log.error({ errorClass: answer.error }, 'picture inspection failed');
    throw new VisionFailed();
  }
  for (const { part, error } of answer.failures) log.error({ step: part, errorClass: error }, 'check failed');
  return answer;
}

/** If the pictures had used up the time of an inspection running alone, they would be named instead. */
const isUnfinished = (answer: TaskAnswer): boolean =>
  answer.kind === 'done' &&
  answer.result.kind === 'inspect' &&
  answer.result.findings.notComputed.includes('time.limit');

function enqueue(
  state: SchedulerState,
  task: VisionTask,
  { queue: requested = 'verify', alone = false, owner = null }: WorkOptions,
): Promise<TaskAnswer> {
  const queue = alone ? 'alone' : requested;
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const patience = setTimeout(() => state.waiting.remove(item) && rejectWaiting(item), longestWaitMs);
    const item: Waiting = { task, queue, owner, since, resolve, reject, patience };
    if (state.refusing || !state.waiting.put(queue, item)) return rejectWaiting(item);
    begin(state);
  });
}

function rejectWaiting({ reject, patience }: Waiting): void {
  clearTimeout(patience);
  reject(new VisionBusy());
}

/** Begins all tasks that can begin. */
function begin(state: SchedulerState): void {
  const { executor, waiting, shares, slow } = state;
  const turns: Turns<Waiting> = {
    hasRoom: (queue) => executor.hasRoom(queue),
    used: (owner) => shares.used(owner) + slow.runningMs(owner),
    mayBegin: ({ owner, queue }) => queue === 'alone' || slow.mayBegin(owner),
  };
  for (let item = waiting.take(turns); item !== null; item = waiting.take(turns)) void run(state, item);
  showDepth(state);
}

/** Charges the thread time to its owner; a task running alone uses none of the shared threads. */
async function run(
  state: SchedulerState,
  { task, queue, owner, since, resolve, reject, patience }: Waiting,
): Promise<void> {
  const { executor, metrics, shares, slow } = state;
  clearTimeout(patience);
  metrics.visionWaitSeconds.observe({ lane: queue }, (performance.now() - since) / 1_000);
  const end = queue === 'alone' ? null : slow.begin(owner);
  try {
    resolve(await executor.run(task, queue));
  } catch (error) {
    reject(error instanceof Error ? error : new VisionFailed(error));
  } finally {
    const ms = end?.() ?? 0;
    if (owner !== null && end) shares.charge(owner, ms);
    begin(state);
  }
}

function showDepth({ waiting, shares, metrics }: SchedulerState): void {
  metrics.visionOwners.set(shares.owners().length);
  for (const queue of queueNames) metrics.visionQueueDepth.set({ lane: queue }, waiting.size(queue));
}
