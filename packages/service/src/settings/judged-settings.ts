import type { IntegrationSettings } from './integration-settings.ts';

/**
 * Settings applied to findings after inspection. Others determine what is inspected, whom it is compared with, or which
 * registry is called, so their effect cannot be derived from stored findings.
 */
const judged: ReadonlySet<string> = new Set([
  'manualReview',
  'requireEndUserId',
  'requireDocument',
  'requireSelfie',
  'minimumAge',
  'acceptedDocuments',
  'specimenDocuments',
  'declineUnsupported',
  'declineExpired',
  'faceAcceptScore',
  'faceReviewScore',
  'referenceAcceptScore',
  'referenceReviewScore',
  'evidenceReview',
  'duplicates',
  'requiredAssurance',
  'declaredData',
  'faceLimits',
] satisfies (keyof IntegrationSettings)[]);

/** Whether stored findings show what another value would have decided. @param name `NAME` or `GROUP.MEMBER` */
export const isJudged = (name: string): boolean => judged.has(name.split('.')[0] ?? '');
