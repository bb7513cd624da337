/** Decides one attempt as on a live integration, and as on a test integration, where a person decides doubtful cases. */
import { decideSession } from '../src/session/decide.ts';
import { wireReason } from '../src/session/reasons.ts';
import { type Changes, input } from './identity-case.ts';

/** A decision as clients see it, with and without granular codes. */
export interface Meaning {
  live: string;
  test: string;
  code: number | null;
  /** The code of an integration without granular codes. */
  plain: number | null;
  reason: string | null;
}

const outcomes: Readonly<Record<string, string>> = {
  pass_checks: 'approved',
  fail_check: 'declined',
  ask_again: 'resubmission',
  ask_again_on_last_attempt: 'declined',
  find_inconclusive: 'review',
};

function verdictOf(changes: Changes) {
  const verdict = decideSession(input(changes));
  if (verdict.kind === 'undecided') throw new Error(`could not run: ${verdict.missing.join(', ')}`);
  return verdict;
}

/** The meaning of an attempt. */
export function meaningOf(changes: Changes): Meaning {
  const live = verdictOf(changes);
  const test = verdictOf({ ...changes, policy: { ...changes.policy, manualReview: true } });
  const { reasonCode: code, reason } = wireReason(live.code, true, live.cause);
  const plain = wireReason(live.code, false, live.cause);
  if (live.cause !== null && plain.reason !== reason) throw new Error('a cause has one sentence');
  return {
    live: outcomes[live.outcome] ?? live.outcome,
    test: outcomes[test.outcome] ?? test.outcome,
    code,
    plain: plain.reasonCode,
    reason,
  };
}
