import type { RegistryCheckName } from '@countersign/contract';
import type { Assurance } from './challenge.ts';
import type { DeclaredField } from './declared-fields.ts';

/** The rules of one integration that decisions depend on; the service's settings carry them. */
export interface DecisionPolicy {
  manualReview: boolean;
  requireEndUserId: boolean;
  requireDocument: boolean;
  requireSelfie: boolean;
  /** Minimum age in years; `null` for no rule. */
  minimumAge: number | null;
  /** `null` accepts every supported type; a row without country accepts the type from everywhere. */
  acceptedDocuments: readonly { type: string; country?: string }[] | null;
  /** Whether documents of the fictitious state of ICAO's specimens are accepted as well. */
  specimenDocuments: boolean;
  declineUnsupported: boolean;
  declineExpired: boolean;
  /** 0–100: at or above, the faces count as the same person. */
  faceAcceptScore: number;
  /** 0–100: below, they count as two people; between the two limits the result is doubtful. */
  faceReviewScore: number;
  /** Like the two above, for the selfie against a reference picture. */
  referenceAcceptScore: number;
  referenceReviewScore: number;
  /**
   * Strength, 0–1, from which a sign of a copied or altered picture is doubtful: it leads to review or a request for a new picture. `null`:
   * signs only inform. Signs alone never decline and never approve.
   */
  evidenceReview: number | null;
  /** What follows if the face or the document of this session was approved before for another end-user. */
  duplicates: 'inform' | 'review' | 'decline';
  /** Whether faces are compared with those that the operator has blocked. */
  blocklist: boolean;
  /** The evidence required for the presence of a live person; a missing result counts as missing, not as clean. */
  requiredAssurance: Assurance;
  /** What follows if the document contradicts what the client declared about it. @see spec/contract.md A-132 */
  declaredData: Readonly<Record<DeclaredField, 'inform' | 'resubmit' | 'decline'>>;
  /** Limits below which a score is weak: widths in pixels, and sharpness; omitted ones have their defaults. */
  faceLimits: { strong?: number; sharp?: number };
  /** The registry that is called in addition. For the Brazilian one, what was read takes precedence over what was declared. */
  registry: RegistryCheckName | null;
}

/** Face width in pixels from which a score is no longer weak. @see docs/decisions/0002-outcome-of-each-check-decline-resubmission-or-review.md */
export const strongPortraitWidth = 80;

/** Sharpness of a portrait below which a score is weak. */
export const sharpPortrait = 10;

/** Strength, 0–1, from which the portraits in two pictures are taken to be of two people. */
export const surelyAnotherPortrait = 0.9;

/** Confidence, 0–1, from which an outline shows that a document is present, and its position. */
export const sureOutline = 0.4;

/** Similarity of names, 0–1: at or above they agree, below the lower limit they contradict each other. */
export const nameLimits = { agree: 0.8, contradict: 0.6 };

/**
 * Score, 0–100, from which a name in another script counts as the name that was read.
 * @see docs/decisions/0152-compare-supplied-names-in-another-script-or-given-as-one-text.md
 */
export const scriptLimit = 60;

/** The same for names in Latin letters that have a dissimilar word. @see docs/decisions/0164-compare-unmatched-words-of-names-with-the-screening-score.md */
export const otherWordLimit = 75;

/**
 * Confidences of reading, 0–1, by the weakest character. Below `zone`, a zone is unreliable even if its digits agree. Below
 * `contradiction`, a field of zone or code does not contradict declared data. Above `printedWrong`, the zone was read so well that
 * disagreeing digits were printed that way.
 */
export const readingLimits = { zone: 0.3, contradiction: 0.3, printedWrong: 0.9 };

/** Confidence from which print that contradicts a zone or code is taken seriously. */
export const printedContradiction = 0.9;

/**
 * When print outweighs a zone or bar code, 0–1. From `sure`, a contradiction counts. From `legible`, a page is readable enough that finding
 * none of at least `fewestClaims` values is significant. A `reflection` over this share of the document may hide what was not found.
 */
export const printLimits = { sure: 0.85, legible: 0.7, fewestClaims: 4, reflection: 0.005 };
