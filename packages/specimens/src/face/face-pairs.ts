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

/** Descriptor model the distances belong to, `id@digest`. */
export const facePairsModel = 'builtin-face@8216a7e50e96';

/**
 * The only face pairs that tests, demo and documentation may use; written by `tools/find-face-pairs.ts`.
 * Drawn faces prove that the plumbing works and nothing about accuracy.
 */
export const facePairs: readonly FacePair[] = [
  { kind: 'match', portrait: { seed: 38, variant: 0 }, selfie: { seed: 38, variant: 1 }, distance: 0.0918 },
  { kind: 'match', portrait: { seed: 27, variant: 0 }, selfie: { seed: 27, variant: 1 }, distance: 0.0758 },
  { kind: 'match', portrait: { seed: 29, variant: 0 }, selfie: { seed: 29, variant: 1 }, distance: 0.0944 },
  { kind: 'match', portrait: { seed: 12, variant: 0 }, selfie: { seed: 12, variant: 1 }, distance: 0.1158 },
  { kind: 'review', portrait: { seed: 24, variant: 0 }, selfie: { seed: 40, variant: 1 }, distance: 0.5596 },
  { kind: 'review', portrait: { seed: 37, variant: 0 }, selfie: { seed: 1, variant: 1 }, distance: 0.5605 },
  {
    kind: 'mismatch',
    portrait: { seed: 38, variant: 0 },
    selfie: { seed: 40, variant: 1 },
    distance: 0.6796,
  },
  { kind: 'mismatch', portrait: { seed: 8, variant: 0 }, selfie: { seed: 27, variant: 1 }, distance: 0.6875 },
  {
    kind: 'mismatch',
    portrait: { seed: 14, variant: 0 },
    selfie: { seed: 40, variant: 1 },
    distance: 0.6763,
  },
  { kind: 'mismatch', portrait: { seed: 13, variant: 0 }, selfie: { seed: 6, variant: 1 }, distance: 0.6749 },
];
