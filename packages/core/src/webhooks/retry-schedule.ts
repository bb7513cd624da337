import { limits } from '@countersign/contract';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds after the first attempt at which attempts 1 to 6 are due; later ones follow every hour. */
const firstAttempts = [0, 10, minute, 5 * minute, 15 * minute, 30 * minute] as const;

/** Seconds from the due time until delivery of a webhook is abandoned. @see spec/contract.md A-87 */
export const webhookLifetimeSeconds = limits.webhookRetrySeconds;

/** Seconds for which a paused endpoint's webhooks are kept. @see spec/contract.md A-87 */
export const pauseLimitSeconds = 30 * day;

/** Longest wait a `Retry-After` header can require, in seconds. @see spec/contract.md A-87 */
export const retryAfterLimitSeconds = hour;

const jitter = 0.2;

/** Nominal seconds between attempt `attempt` (from 1) and the next one. */
function nominalGap(attempt: number): number {
  const at = firstAttempts[attempt - 1];
  const next = firstAttempts[attempt];
  return at === undefined || next === undefined ? hour : next - at;
}

/**
 * Seconds from the end of a failed attempt to the next one.
 * @param attempt the attempt that failed, from 1
 * @param random uniform in [0, 1); varies the gap by up to 20 % either way
 * @param retryAfter seconds of the answer's `Retry-After`; `null` when it has none. It can only lengthen the delay, up to one hour.
 * @see spec/contract.md A-87
 */
export function nextAttemptDelay(
  attempt: number,
  { random, retryAfter }: { random: number; retryAfter: number | null },
): number {
  const gap = nominalGap(attempt) * (1 + jitter * (2 * random - 1));
  return Math.max(gap, Math.min(retryAfter ?? 0, retryAfterLimitSeconds));
}

/**
 * What is left of a webhook's 7 days once its endpoint resumes: the pause does not count. All times are seconds on one clock.
 * @returns the due time from which its 7 days are counted after the pause
 * @see spec/contract.md A-87
 */
export function dueTimeAfterPause({
  dueAt,
  pausedAt,
  resumedAt,
}: Record<'dueAt' | 'pausedAt' | 'resumedAt', number>): number {
  return dueAt + Math.max(0, resumedAt - Math.max(dueAt, pausedAt));
}
