import type { QualityFinding } from './findings.ts';

/** The rules of one integration that decisions depend on; the service's settings carry them. */
export interface DecisionPolicy {
  manualReview: boolean;
  requireEndUserId: boolean;
  requireDocument: boolean;
  requireSelfie: boolean;
  /** Youngest age accepted, in years; `null` for no rule. */
  minimumAge: number | null;
  /** `null` accepts every supported type; a row without country accepts the type from everywhere. */
  acceptedDocuments: readonly { type: string; country?: string }[] | null;
  declineUnsupported: boolean;
  declineExpired: boolean;
  /** 0–100: at or above, the faces count as the same person. */
  faceAcceptScore: number;
  /** 0–100: below, they count as two people; between the two the result is doubtful. */
  faceReviewScore: number;
}

/** Pixels of face width from which a score is not weak any more. @see docs/decisions/0002-what-counts-as-doubtful.md */
export const strongPortraitWidth = 80;

/** Similarity of names, 0–1: at or above they agree, below the lower limit they contradict each other. */
export const nameLimits = { agree: 0.8, contradict: 0.6 };

/**
 * Confidences of reading, 0–1, by the weakest character. Below `zone` a zone is not relied on although its digits agree; below
 * `name` a name is not, which no check digit protects; above `printedWrong` the zone was read well, so digits that disagree
 * were printed that way.
 */
export const readingLimits = { zone: 0.3, name: 0.3, printedWrong: 0.9 };

interface Limit {
  /** The measured value fails below, or above, this. */
  failsBelow?: number;
  failsAbove?: number;
}

/** Measured properties that make a picture unfit; other codes only inform. Values are vision's. */
const limits: Readonly<Record<string, Limit>> = {
  'img.too_small': { failsBelow: 480 },
  'img.dark': { failsBelow: 45 },
  'img.bright': { failsAbove: 0.4 },
  'img.blur': { failsBelow: 10 },
  'img.duplicate': { failsAbove: 0 },
  'face.cut': { failsAbove: 0.02 },
  'face.turned': { failsAbove: 35 },
  'doc.cut': { failsAbove: 0 },
  'doc.glare': { failsAbove: 0.2 },
};

/** Whether a measured property makes the picture unfit for what it shows. */
export function failsQuality({ code, value }: QualityFinding): boolean {
  const limit = limits[code];
  if (!limit) return false;
  return value < (limit.failsBelow ?? -Infinity) || value > (limit.failsAbove ?? Infinity);
}
