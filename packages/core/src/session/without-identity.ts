import type { PictureFindings } from '@countersign/findings';
import { showsTwoDocuments, twoDocuments } from './checks/one-document.ts';
import { tooSlowToRead } from './checks/quality.ts';
import { type Outcome, requestResubmission } from './decide.ts';
import { hasSlowPicture } from './slow-pictures.ts';

/** How an attempt ends on an integration that verifies neither documents nor faces. */
export interface EndWithoutIdentity {
  outcome: Outcome;
  /** Granular code of A-100, or `null` where the status carries none. */
  code: number | null;
  /** The check that decided; `null` for approvals. */
  decidedBy: 'policy' | 'quality' | null;
}

/** Code of A-100: the session does not fit the workflow. */
const doesNotFit = 129;

/**
 * Decides an attempt on an integration that only screens. It needs a name and nothing else; the result of the screening is reported
 * separately. If nothing is screened either, there is nothing to check, and the session is declined.
 * @param isScreened whether the integration screens, and the session has a name for it
 * @see spec/contract.md A-55
 */
export const decideScreeningAlone = (isScreened: boolean): EndWithoutIdentity =>
  isScreened
    ? { outcome: 'pass_checks', code: null, decidedBy: null }
    : { outcome: 'fail_check', code: doesNotFit, decidedBy: 'policy' };

/**
 * Decides whether the pictures of a document can supply the question to a registry that decides alone: they cannot if they show two
 * documents, or took too long to read.
 * @param attempt number of the attempt, from 1
 * @returns the request for other pictures; `null` if they can
 * @see spec/contract.md
 */
export function refuseDocument(
  findings: Pick<PictureFindings, 'pictures' | 'evidence'>,
  attempt: number,
): EndWithoutIdentity | null {
  const fault = showsTwoDocuments(findings) ? twoDocuments : hasSlowPicture(findings) ? tooSlowToRead : null;
  return fault && { ...requestResubmission(fault.code, attempt), decidedBy: 'quality' };
}
