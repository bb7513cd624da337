import type { IntegrationSettings } from './integration-settings.ts';

/**
 * Settings by which the checks judge what pictures have shown. Others decide what is looked at, whom it is compared with, or which
 * registry is called: what would have come of them is not in what is kept.
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

/** Whether findings that are kept show what another value would have decided. @param name `NAME` or `GROUP.MEMBER` */
export const isJudged = (name: string): boolean => judged.has(name.split('.')[0] ?? '');
