import type { ChallengeStep } from '@countersign/findings';

/** Steps that a list may name. */
export const knownSteps: readonly ChallengeStep[] = ['left', 'right', 'up', 'closer', 'back'];

/** Whether this is one number of milliseconds for each of so many images. */
export const isTimes = (times: unknown, count: number): times is number[] =>
  Array.isArray(times) && times.length === count && times.every((time) => Number.isFinite(time));
