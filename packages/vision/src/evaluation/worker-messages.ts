import type { EvaluationOptions } from './evaluation-options.ts';
import type { LineOutcome, NumberedLine } from './evaluation-run.ts';

/** What a worker thread of an evaluation run is started with. */
export interface WorkerTask {
  command: string;
  options: EvaluationOptions;
  today: string;
}

/** To a worker: a line to work on, or `null` when there are no more. */
export type ToWorker = NumberedLine | null;

/** From a worker: that its models are loaded, or what became of a line. */
export type FromWorker = { models: readonly string[] } | LineOutcome;
