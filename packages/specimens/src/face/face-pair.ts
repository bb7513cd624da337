/** Two pictures of drawn faces and their distance in the built-in network. */
export interface FacePair {
  /** `match` below 0.30, `review` between 0.53 and 0.58, `mismatch` above 0.62. */
  kind: 'match' | 'review' | 'mismatch';
  /** Options for `drawPortrait`, at its default size. */
  portrait: { seed: number; variant: number };
  /** Options for `drawSelfie`. */
  selfie: { seed: number; variant: number };
  /** Euclidean distance of the descriptors. */
  distance: number;
}
