import {
  backsOf,
  documentPicturesOf,
  frontsOf,
  selfiesOf,
  type CheckInput,
  type CheckResult,
} from './check-result.ts';

/** Card types whose machine-readable zone stands on the back. */
const twoSided = new Set(['ID_CARD', 'RESIDENCE_PERMIT']);

/** Are the pictures there? @see spec/contract.md A-100, codes 201, 208, 209, 603 to 609, 635 */
export function checkCapture({ session, policy, findings }: CheckInput): CheckResult[] {
  const selfieMissing = policy.requireSelfie && selfiesOf(findings).length === 0;
  const documentMissing = policy.requireDocument && documentPicturesOf(findings).length === 0;
  const frontMissing = policy.requireDocument && frontsOf(findings).length === 0;
  const backMissing =
    policy.requireDocument &&
    backsOf(findings).length === 0 &&
    findings.mrz === null &&
    twoSided.has(session.document.type ?? '');
  if (selfieMissing && documentMissing) return [ask(635)];
  if (selfieMissing) return [ask(605)];
  if (documentMissing) return [ask(209)];
  if (frontMissing) return [ask(608)];
  return backMissing ? [ask(609)] : [];
}

const ask = (code: number): CheckResult => ({ check: 'capture', outcome: 'resubmission', code });
