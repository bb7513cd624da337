import type { Outcome } from './decide.ts';
import { maximumAttempts } from './transitions.ts';

interface Forced {
  outcome: Outcome;
  /** Code of A-100 or `null`. */
  code: number | null;
}

const words: Readonly<Record<string, Forced>> = {
  approve: { outcome: 'pass_checks', code: null },
  decline: { outcome: 'fail_check', code: 102 },
  resubmit: { outcome: 'ask_again', code: 201 },
  expire: { outcome: 'force_expired', code: null },
  abandon: { outcome: 'force_abandoned', code: null },
  review: { outcome: 'find_inconclusive', code: null },
};

/**
 * The outcome that a magic first name forces on a test integration, or `null` to run the real checks. Never called for live integrations.
 * @param attempt number of the attempt: the attempt limit also applies to forced outcomes
 * @see spec/contract.md A-102
 */
export function forcedOutcome(
  firstName: string | undefined,
  { manualReview, attempt }: { manualReview: boolean; attempt: number },
): Forced | null {
  const word = firstName?.trim().toLowerCase() ?? '';
  const forced = Object.hasOwn(words, word) ? words[word] : undefined;
  if (!forced || (word === 'review' && !manualReview)) return null;
  const exhausted = forced.outcome === 'ask_again' && attempt >= maximumAttempts;
  return exhausted ? { outcome: 'ask_again_on_last_attempt', code: 539 } : forced;
}

/** How a magic last name delays a test integration's decision: by 30 s, or until it is released; `null`: not at all. */
export function forcedDelay(lastName: string | undefined): 'slow' | 'stuck' | null {
  const name = lastName?.trim().toLowerCase() ?? '';
  return name.endsWith('slow') ? 'slow' : name.endsWith('stuck') ? 'stuck' : null;
}
