import { failsQuality } from '../quality-verdicts.ts';
import {
  backsOf,
  documentPicturesOf,
  selfiesOf,
  wasOpened,
  type CheckInput,
  type CheckResult,
} from './check-result.ts';
import type { PictureFinding, PictureFindings } from '@countersign/findings';
import { sureOutline } from '../policy.ts';
import { hasSlowPicture } from '../slow-pictures.ts';

/** Are the pictures legible? @see spec/contract.md A-100, codes 202 to 204, 606 to 619, 641; A-150 */
export function checkQuality(input: CheckInput): CheckResult[] {
  return [...slowness(input), ...selfieQuality(input), ...documentQuality(input)].map((fault) => ({
    check: 'quality',
    outcome: 'resubmission',
    ...fault,
  }));
}

/** A granular code, with a cause where the code's text does not cover it. */
type Fault = Pick<CheckResult, 'code' | 'cause'>;

/** A picture that could not be inspected may show anything: no other picture compensates for it. @see spec/contract.md A-120 */
export const tooSlowToRead: Fault = { code: 204 };

const slowness = ({ findings }: CheckInput): Fault[] => (hasSlowPicture(findings) ? [tooSlowToRead] : []);

function selfieQuality({ policy, findings }: CheckInput): Fault[] {
  const selfies = selfiesOf(findings);
  if (!policy.requireSelfie || selfies.length === 0) return [];
  const opened = selfies.filter(wasOpened);
  if (opened.length === 0) return [{ code: 204, cause: 'selfie_unopened' }];
  const problems = opened.map(selfieProblem);
  // One good capture among several is enough.
  return problems.includes(null) ? [] : [problems[0] ?? { code: 606 }];
}

const documentAsSelfie: Fault = { code: 606, cause: 'document_as_selfie' };

/** Why a picture of the person must be taken again; `null` where it need not be. */
export function selfieProblem({ faces, quality, card }: PictureFinding): Fault | null {
  // If the picture of the person was sent as the document instead, `capture` requests the document, and is reported first.
  const isDocument = quality.some((finding) => finding.code === 'img.duplicate' && failsQuality(finding));
  if (isDocument) return documentAsSelfie;
  if (faces.length === 0) return { code: 606 };
  if (faces.some(({ flags }) => flags.includes('face.several')))
    return card !== null && card.confidence >= sureOutline ? documentAsSelfie : { code: 641 };
  return quality.some(failsQuality) ? { code: 606 } : null;
}

/**
 * What was read well is not requested again: a quality fault of a document picture counts only if its data or its
 * portrait could not be used.
 */
function documentQuality({ policy, findings, reading }: CheckInput): Fault[] {
  const pictures = documentPicturesOf(findings);
  if (!policy.requireDocument || pictures.length === 0) return [];
  if (pictures.every((picture) => !wasOpened(picture))) return [{ code: 204, cause: 'document_unopened' }];
  const readWell = findings.mrz ? findings.mrz.status === 'clean' : reading.source === 'BARCODE';
  if (readWell && findings.portrait) return [];
  const faults = pictures.filter(wasOpened).flatMap((picture) => documentFaults(picture, findings));
  return faults.slice(0, 1).map((code) => ({ code }));
}

/** Share of the longer side within which a corner lies on the picture's edge. */
const onEdge = 0.005;

/**
 * Whether one side of the outline is the picture's own edge, so that the document continues beyond it. If all four are, the picture was
 * cropped to the document.
 */
function runsOut({ card, width, height }: PictureFinding): boolean {
  if (card === null || card.source !== 'outline' || card.confidence < sureOutline) return false;
  const near = onEdge * Math.max(width, height);
  const edges = [
    card.corners.filter(([x]) => x <= near),
    card.corners.filter(([x]) => x >= width - near),
    card.corners.filter(([, y]) => y <= near),
    card.corners.filter(([, y]) => y >= height - near),
  ].filter((corners) => corners.length >= 2).length;
  return edges > 0 && edges < 4;
}

function documentFaults(picture: PictureFinding, findings: PictureFindings): number[] {
  const failed = picture.quality.filter(failsQuality).map(({ code }) => code);
  const isBack = backsOf(findings).includes(picture);
  if (failed.includes('doc.cut')) return [isBack ? 615 : 614];
  if (!isBack && findings.portrait === null && runsOut(picture)) return [614];
  return failed.length > 0 ? [619] : [];
}
