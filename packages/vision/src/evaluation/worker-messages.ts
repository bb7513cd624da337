import type { EvaluationOptions } from './evaluation-options.ts';
import type { LineOutcome, NumberedLine } from './evaluation-run.ts';

/** The data a worker thread of an evaluation run is started with. */
export interface WorkerTask {
  command: string;
  options: EvaluationOptions;
  today: string;
}

/** Message to a worker: a line to process, or `null` at the end. */
export type ToWorker = NumberedLine | null;

/** Message from a worker: the loaded models, or the outcome of a line. */
export type FromWorker = { models: readonly string[] } | LineOutcome;
