import type { CheckInput, CheckResult } from './check-result.ts';
import type { Crosslinks } from '../crosslinks.ts';
import { type Assurance, assuranceOf, challengeFaults } from '../challenge.ts';

/** From no check at all to a completed sequence of movements. */
const assurances: readonly Assurance[] = ['none', 'passive', 'model', 'challenge'];

/**
 * Was a live person present, as far as that can be determined? Signs may lower a decision and never raise it: at most they cause a
 * review or a new picture, and their absence proves nothing. A level of assurance the integration requires but did not get is missing.
 * @see spec/contract.md A-100, codes 603, 606
 */
export function checkLiveness({ findings, policy, links }: CheckInput): CheckResult[] {
  const { evidenceReview, requiredAssurance } = policy;
  const passedOver = policy.duplicates === 'inform' && isOwnPicture(links) ? 'live.seen_before' : null;
  const results: CheckResult[] = [];
  if (assurances.indexOf(assuranceOf(findings.liveness)) < assurances.indexOf(requiredAssurance)) {
    results.push({ check: 'capture', outcome: 'inconclusive', countsAs: 'resubmission', code: 603 });
  }
  const suspected =
    policy.requireSelfie &&
    evidenceReview !== null &&
    findings.evidence.some(
      ({ code, strength }) => code.startsWith('live.') && code !== passedOver && strength >= evidenceReview,
    );
  const { challenge } = findings.liveness;
  if (suspected || (challenge !== null && challengeFaults(challenge).length > 0)) {
    results.push({
      check: 'quality',
      outcome: 'inconclusive',
      countsAs: 'resubmission',
      code: 606,
      cause: 'selfie_again',
    });
  }
  return results;
}

/** Whether the person's picture was used before, and only in sessions of the same end-user. */
function isOwnPicture({ sessions }: Crosslinks): boolean {
  const seen = sessions.filter(({ picture }) => picture);
  return seen.length > 0 && seen.every(({ sameEndUser }) => sameEndUser === true);
}
