import type { PictureFindings } from '@countersign/findings';
import { surelyAnotherPortrait } from '../policy.ts';
import type { CheckResult } from './check-result.ts';

/** Whether the pictures show portraits of two people, so that it is unclear whose data were read. @see spec/contract.md A-344 */
export const showsTwoDocuments = ({ evidence }: Pick<PictureFindings, 'evidence'>): boolean =>
  evidence.some(({ code, strength }) => code === 'doc.other_portrait' && strength >= surelyAnotherPortrait);

export const twoDocuments: CheckResult = { check: 'quality', outcome: 'resubmission', code: 642 };
