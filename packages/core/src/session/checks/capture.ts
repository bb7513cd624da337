import {
  backsOf,
  documentPicturesOf,
  frontsOf,
  referencesOf,
  selfiesOf,
  type CheckInput,
  type CheckResult,
} from './check-result.ts';
import { isCodedOnBack, showsPerson } from '../document/sides.ts';

/** Are the pictures there, each showing its side? @see spec/contract.md A-100, codes 201, 208, 209, 603 to 609, 635; A-131 */
export function checkCapture({ session, policy, findings, reading }: CheckInput): CheckResult[] {
  const selfieMissing = policy.requireSelfie && selfiesOf(findings).length === 0;
  if (!policy.requireDocument) return selfieMissing ? [resubmission(605)] : noReference(findings);
  const documents = documentsIn(findings);
  const documentMissing = documents.length === 0;
  if (selfieMissing && documentMissing) return [resubmission(635)];
  if (selfieMissing) return [resubmission(605)];
  if (documentMissing) return [resubmission(209)];
  const backs = backsOf(findings).filter((picture) => documents.includes(picture));
  const shown = shownSides(findings);
  if (!shown.includes('front')) return [resubmission(608)];
  if (shown.includes('back') || !isCodedOnBack(findings, session)) return [];
  // If a zone or code was read, a back that was not sent could add nothing.
  const wasRead = reading.source !== null && reading.source !== 'VIZ';
  return backs.length === 0 && wasRead ? [] : [resubmission(609)];
}

const documentsIn = (findings: CheckInput['findings']) =>
  documentPicturesOf(findings).filter((picture) => !showsPerson(picture, findings));

/** Sides of the document with a picture. A picture's content takes precedence over its context, so swapped sides are both present. */
export function shownSides(findings: CheckInput['findings']): ('front' | 'back')[] {
  const fronts = frontsOf(findings);
  return documentsIn(findings).map(
    (picture) => picture.side ?? (fronts.includes(picture) ? 'front' : 'back'),
  );
}

/** Without a document the selfie is compared with the reference picture. @see spec/contract.md A-100, code 122 */
function noReference(findings: CheckInput['findings']): CheckResult[] {
  if (referencesOf(findings).length > 0) return [];
  return [{ check: 'face_match', outcome: 'declined', code: 122 }];
}

const resubmission = (code: number): CheckResult => ({ check: 'capture', outcome: 'resubmission', code });
