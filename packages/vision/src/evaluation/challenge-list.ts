import type { ChallengeStep } from '@countersign/findings';

/** Valid steps in a list. */
export const knownSteps: readonly ChallengeStep[] = ['left', 'right', 'up', 'closer', 'back'];

/** Whether this is a list with one time in milliseconds for each image. */
export const isTimes = (times: unknown, count: number): times is number[] =>
  Array.isArray(times) && times.length === count && times.every((time) => Number.isFinite(time));
