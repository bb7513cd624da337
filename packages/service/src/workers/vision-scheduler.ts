import type { PictureFindings } from '@countersign/core';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import {
  type CaptureFindings,
  type Vision,
  VisionBusy,
  VisionFailed,
  VisionInterrupted,
  VisionKilled,
} from './vision.ts';
import { createLanes, type Lane, type Lanes, lanes } from './vision-lanes.ts';
import type { ThreadAnswer, VisionTask } from './vision-tasks.ts';

/** Does tasks, some at a time: threads of this process, or those of a vision process. */
export interface VisionExecutor {
  /**
   * @param onRoom called whenever a task may be able to begin that was not before
   * @throws VisionBroken when models or slots cannot be used; Error with the reason why it does not start
   */
  start(onRoom: () => void): Promise<void>;
  /** Whether a task of this lane can begin now. */
  hasRoom(lane: Lane): boolean;
  /** @throws VisionKilled, VisionInterrupted */
  run(task: VisionTask, lane: Lane): Promise<ThreadAnswer>;
  close(): Promise<void>;
}

export interface SchedulerOptions {
  threads: number;
  executor: VisionExecutor;
  log: Logger;
  metrics: Pick<Metrics, 'visionQueueDepth' | 'visionSeconds'>;
}

type Done = Extract<ThreadAnswer, { kind: 'done' }>;

/** Tasks that wait per lane and thread before callers are told to come back. */
const waitingPerThread = 8;
/** Milliseconds after which a task that could not begin is given back: the database queue is the better place for it. */
const longestWaitMs = 30_000;

interface Waiting {
  task: VisionTask;
  lane: Lane;
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
  patience: NodeJS.Timeout;
}

interface Desk {
  executor: VisionExecutor;
  waiting: Lanes<Waiting>;
  refusing: boolean;
  log: Logger;
  metrics: SchedulerOptions['metrics'];
}

/**
 * Starts the executor, puts tasks in line and gives them to it as it has room.
 * @throws what `executor.start` throws
 */
export async function createVision({ threads, executor, log, metrics }: SchedulerOptions): Promise<Vision> {
  const most = waitingPerThread * threads;
  // Dangerous work waits in the database: here it would keep other jobs from being claimed.
  const waiting = createLanes<Waiting>({ interactive: most, verify: most, alone: 1 });
  const desk: Desk = { executor, waiting, refusing: false, log, metrics };
  try {
    await executor.start(() => begin(desk));
  } catch (error) {
    await executor.close();
    throw error;
  }
  return {
    async inspect(pictures, today, { ask = {}, lane = 'verify', alone = false } = {}) {
      const task = { kind: 'inspect', pictures, today, ask } as const;
      return (await timed(desk, task, alone ? 'alone' : lane)).result as PictureFindings;
    },
    async judge({ bytes }, { subject, today }) {
      const pictures = [{ mediaId: '', context: subject, bytes }];
      const task = { kind: 'judge', pictures, subject, today } as const;
      return (await timed(desk, task, 'interactive')).result as CaptureFindings;
    },
    async prepareSelfie({ bytes }, { lane = 'verify', alone = false } = {}) {
      const pictures = [{ mediaId: '', context: 'face', bytes }];
      const { picture } = await timed(desk, { kind: 'prepare-selfie', pictures }, alone ? 'alone' : lane);
      return picture === undefined ? null : { format: 'jpeg', bytes: picture };
    },
    async compareFaces(both, { lane = 'verify', alone = false } = {}) {
      const pictures = both.map((bytes) => ({ mediaId: '', context: 'face', bytes }));
      const { result } = await timed(desk, { kind: 'compare-faces', pictures }, alone ? 'alone' : lane);
      return (result as { score: number | null }).score;
    },
    refuse() {
      desk.refusing = true;
      for (const item of waiting.clear()) turnAway(item);
      showDepth(desk);
    },
    close: () => executor.close(),
  };
}

async function timed(desk: Desk, task: VisionTask, lane: Lane): Promise<Done> {
  const started = performance.now();
  let outcome = 'done';
  try {
    return resultOf(desk, await enqueue(desk, task, lane));
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    desk.metrics.visionSeconds.observe({ kind: task.kind, outcome }, (performance.now() - started) / 1000);
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof VisionBusy) return 'busy';
  if (error instanceof VisionKilled) return 'killed';
  return error instanceof VisionInterrupted ? 'interrupted' : 'failed';
}

function resultOf({ log }: Desk, answer: ThreadAnswer): Done {
  if (answer.kind !== 'done') {
    if (answer.kind === 'failed') log.error({ errorClass: answer.error }, 'pictures could not be inspected');
    throw new VisionFailed();
  }
  for (const { part, error } of answer.failures)
    log.error({ step: part, errorClass: error }, 'a check could not run');
  return answer;
}

function enqueue(desk: Desk, task: VisionTask, lane: Lane): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => desk.waiting.remove(item) && turnAway(item), longestWaitMs);
    const item: Waiting = { task, lane, resolve, reject, patience };
    if (desk.refusing || !desk.waiting.put(lane, item)) return turnAway(item);
    begin(desk);
  });
}

function turnAway({ reject, patience }: Waiting): void {
  clearTimeout(patience);
  reject(new VisionBusy());
}

/** Begins what can begin. */
function begin(desk: Desk): void {
  const { executor, waiting } = desk;
  const hasRoom = (lane: Lane) => executor.hasRoom(lane);
  for (let item = waiting.take(hasRoom); item !== null; item = waiting.take(hasRoom)) {
    clearTimeout(item.patience);
    void executor
      .run(item.task, item.lane)
      .then(item.resolve, item.reject)
      .finally(() => begin(desk));
  }
  showDepth(desk);
}

function showDepth({ waiting, metrics }: Desk): void {
  for (const lane of lanes) metrics.visionQueueDepth.set({ lane }, waiting.size(lane));
}
