import type { ReasonCause } from '@countersign/contract';
import type { AcrossScripts } from './document/across-scripts.ts';
import { checkAuthenticity } from './checks/authenticity.ts';
import { checkCapture } from './checks/capture.ts';
import { checkOrder, type CheckInput, type CheckResult } from './checks/check-result.ts';
import { checkCrosslinks } from './checks/crosslinks.ts';
import { checkDataMatch } from './checks/data-match.ts';
import { checkDeclaredData } from './checks/declared-data.ts';
import { checkDocument } from './checks/document.ts';
import { checkEarlierAttempts } from './checks/earlier-attempts.ts';
import { checkFaceMatch } from './checks/face-match.ts';
import { checkLiveness } from './checks/liveness.ts';
import { showsTwoDocuments, twoDocuments } from './checks/one-document.ts';
import { checkPolicy } from './checks/policy.ts';
import { checkQuality } from './checks/quality.ts';
import type { Crosslinks } from './crosslinks.ts';
import { noReading, readingOf, type DocumentReading } from './document/document-reading.ts';
import type { PictureFindings } from '@countersign/findings';
import type { DecisionPolicy } from './policy.ts';
import type { SessionData } from './session-data.ts';
import { missingChecks } from './slow-pictures.ts';
import { maximumAttempts, type SessionEvent } from './transitions.ts';

export interface DecideInput extends AcrossScripts {
  session: SessionData;
  policy: DecisionPolicy;
  findings: PictureFindings;
  /** Links to other sessions, where the integration requests them, and to earlier attempts. */
  links: Crosslinks;
  /** `YYYY-MM-DD`, UTC. */
  today: string;
  /** Number of this attempt, from 1. */
  attempt: number;
}

/** Events that can end an attempt's checks. */
export type Outcome = Extract<
  SessionEvent,
  | 'pass_checks'
  | 'fail_check'
  | 'ask_again'
  | 'ask_again_on_last_attempt'
  | 'find_inconclusive'
  | 'force_expired'
  | 'force_abandoned'
>;

/** `decided` moves the session; `undecided` means that a check could not run, and the only permitted consequence is another try. */
export type SessionVerdict =
  | {
      kind: 'decided';
      outcome: Outcome;
      /** Granular code of A-100, or `null` where the status carries none. */
      code: number | null;
      /** What is known beyond the code; `null` where its text covers everything. */
      cause: ReasonCause | null;
      reading: DocumentReading;
      /** Everything the checks found, in reporting order. */
      results: CheckResult[];
    }
  | { kind: 'undecided'; missing: string[] };

const checks = [
  checkCapture,
  checkQuality,
  checkDocument,
  checkAuthenticity,
  checkLiveness,
  checkEarlierAttempts,
  checkFaceMatch,
  checkDataMatch,
  checkDeclaredData,
  checkCrosslinks,
  checkPolicy,
] as const;

/** Checks that still apply when two documents were sent: all except the document check and comparisons with the document. */
const checksOfOthers = [
  checkCapture,
  checkQuality,
  checkLiveness,
  checkEarlierAttempts,
  checkCrosslinks,
  checkPolicy,
] as const;

/**
 * Decides one attempt of an identity session. A decline outranks a request to resubmit, which outranks doubt, which outranks
 * approval; among several, the first in the contract's order is reported. A check that could not run leaves the
 * attempt undecided: a failure of ours never approves or declines.
 * @see spec/contract.md
 */
export function decideSession({
  session,
  policy,
  findings,
  links,
  today,
  attempt,
  ...tools
}: DecideInput): SessionVerdict {
  const missing = missingChecks(findings);
  if (missing.length > 0) return { kind: 'undecided', missing };
  const isMixed = showsTwoDocuments(findings);
  const reading = isMixed ? noReading : readingOf(findings, session);
  const input: CheckInput = { session, policy, findings, reading, links, today, ...tools };
  const found = (isMixed ? checksOfOthers : checks).flatMap((check) => check(input));
  return {
    kind: 'decided',
    reading,
    ...weighResults([...(isMixed ? [twoDocuments] : []), ...found], policy, attempt),
  };
}

/** Results in the contract's order, and the resulting end of the attempt. @see spec/contract.md A-96 */
export function weighResults(
  found: readonly CheckResult[],
  policy: Pick<DecisionPolicy, 'manualReview'>,
  attempt: number,
) {
  const results = found.toSorted(byOrder);
  return { results, ...conclude(results, policy, attempt) };
}

const byOrder = (a: CheckResult, b: CheckResult) => checkOrder.indexOf(a.check) - checkOrder.indexOf(b.check);

function conclude(
  results: CheckResult[],
  { manualReview }: Pick<DecisionPolicy, 'manualReview'>,
  attempt: number,
) {
  const first = (outcome: string) =>
    results.find(
      (result) =>
        (result.outcome === 'inconclusive' && !manualReview ? result.countsAs : result.outcome) === outcome,
    );
  const declined = first('declined');
  if (declined) return { outcome: 'fail_check', code: declined.code, cause: causeOf(declined) } as const;
  const resubmission = first('resubmission');
  if (resubmission) {
    const request = requestResubmission(resubmission.code, attempt);
    return { ...request, cause: request.outcome === 'ask_again' ? causeOf(resubmission) : null };
  }
  if (first('inconclusive')) return { outcome: 'find_inconclusive', code: null, cause: null } as const;
  return { outcome: 'pass_checks', code: null, cause: null } as const;
}

const causeOf = ({ cause }: CheckResult): ReasonCause | null => cause ?? null;

/** The check that decided. For a doubtful verdict, the first check with a doubt. `null` for approvals. */
export function decidingCheck({
  outcome,
  code,
  results,
}: Pick<Extract<SessionVerdict, { kind: 'decided' }>, 'outcome' | 'code' | 'results'>): string | null {
  if (outcome === 'find_inconclusive')
    return results.find((result) => result.outcome === 'inconclusive')?.check ?? null;
  return code === null ? null : (results.find((result) => result.code === code)?.check ?? 'policy');
}

/** How a request to resubmit ends an attempt: after the last attempt, no other is possible (539). */
export function requestResubmission(code: number, attempt: number) {
  if (attempt < maximumAttempts) return { outcome: 'ask_again', code } as const;
  return { outcome: 'ask_again_on_last_attempt', code: 539 } as const;
}
