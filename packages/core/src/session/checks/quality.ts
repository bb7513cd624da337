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
import { hasSlowPicture } from '../slow-pictures.ts';

/** Are the pictures legible? @see spec/contract.md A-100, codes 202 to 204, 606 to 619, 641 */
export function checkQuality(input: CheckInput): CheckResult[] {
  return [...slowness(input), ...selfieQuality(input), ...documentQuality(input)].map((code) => ({
    check: 'quality',
    outcome: 'resubmission',
    code,
  }));
}

/** A picture that could not be inspected may show anything: no other picture makes up for it. @see spec/contract.md A-120 */
const slowness = ({ findings }: CheckInput): number[] => (hasSlowPicture(findings) ? [204] : []);

function selfieQuality({ policy, findings }: CheckInput): number[] {
  const selfies = selfiesOf(findings);
  if (!policy.requireSelfie || selfies.length === 0) return [];
  const opened = selfies.filter(wasOpened);
  if (opened.length === 0) return [204];
  const problems = opened.map(selfieProblem);
  // One good capture of several is enough.
  return problems.includes(null) ? [] : [problems[0] ?? 606];
}

function selfieProblem({ faces, quality }: PictureFinding): number | null {
  if (faces.length === 0) return 606;
  if (faces.some(({ flags }) => flags.includes('face.several'))) return 641;
  return quality.some(failsQuality) ? 606 : null;
}

/**
 * What was read well is not requested again: a measured fault of a document picture counts only where its data or its
 * portrait could not be used.
 */
function documentQuality({ policy, findings, reading }: CheckInput): number[] {
  const pictures = documentPicturesOf(findings);
  if (!policy.requireDocument || pictures.length === 0) return [];
  if (pictures.every((picture) => !wasOpened(picture))) return [204];
  const readWell = findings.mrz ? findings.mrz.status === 'clean' : reading.source === 'BARCODE';
  if (readWell && findings.portrait) return [];
  const faults = pictures.filter(wasOpened).flatMap((picture) => documentFaults(picture, findings));
  return faults.slice(0, 1);
}

function documentFaults(picture: PictureFinding, findings: PictureFindings): number[] {
  const failed = picture.quality.filter(failsQuality).map(({ code }) => code);
  if (failed.includes('doc.cut')) return [backsOf(findings).includes(picture) ? 615 : 614];
  return failed.length > 0 ? [619] : [];
}
