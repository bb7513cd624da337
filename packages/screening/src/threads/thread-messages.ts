import type { Policies } from '../model/policies.ts';
import type { Result, ScreeningOptions, Subject } from '../model/screening-types.ts';
import type { SharedState } from '../snapshot/layered-snapshot.ts';
import type { SharedSnapshot } from '../snapshot/snapshot.ts';
import type { NumberedTask } from './task-thread.ts';

/** One screening of a batch: its result with the time inside the engine, or why there is none: bad input, or its limit of work. */
export type ThreadAnswer = { result: Result; elapsedUs: number } | { inputError: string };

/** Who is screened in a batch, and how. */
export interface ScreeningRequest {
  subject: Subject;
  options: ScreeningOptions;
}

/** What a screening thread starts with. */
export interface ThreadStart {
  snapshot: SharedState;
  policies?: Policies;
  mostScored?: number;
}

/** One chunk of a batch, numbered by its place in the batch. */
export interface ThreadTask extends NumberedTask {
  questions: ScreeningRequest[];
}

/** The one message of a snapshot thread: the buffers it filled, or why the file is refused. */
export type SnapshotThreadAnswer = { snapshot: SharedSnapshot } | { refused: string };
