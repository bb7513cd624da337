/** Two pictures of drawn faces and how far apart the built-in network sees them. */
export interface FacePair {
  /** `match` below 0.30, `review` between 0.53 and 0.58, `mismatch` above 0.62. */
  kind: 'match' | 'review' | 'mismatch';
  /** For `drawPortrait`, in its default size. */
  portrait: { seed: number; variant: number };
  /** For `drawSelfie`. */
  selfie: { seed: number; variant: number };
  /** Euclidean distance of the descriptors. */
  distance: number;
}
