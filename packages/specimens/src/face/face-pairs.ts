import type { FacePair } from './face-pair.ts';

/** Descriptor model the distances belong to, `id@digest`. */
export const facePairsModel = 'builtin-face@8216a7e50e96';

/**
 * The only face pairs that tests, demo and documentation may use; written by `tools/find-face-pairs.ts`.
 * Drawn faces prove that the plumbing works and nothing about accuracy.
 */
export const facePairs: readonly FacePair[] = [
  { kind: 'match', portrait: { seed: 46, variant: 0 }, selfie: { seed: 46, variant: 1 }, distance: 0.1189 },
  { kind: 'match', portrait: { seed: 55, variant: 0 }, selfie: { seed: 55, variant: 1 }, distance: 0.1085 },
  { kind: 'match', portrait: { seed: 16, variant: 0 }, selfie: { seed: 16, variant: 1 }, distance: 0.1356 },
  { kind: 'match', portrait: { seed: 25, variant: 0 }, selfie: { seed: 25, variant: 1 }, distance: 0.1275 },
  { kind: 'review', portrait: { seed: 50, variant: 0 }, selfie: { seed: 40, variant: 1 }, distance: 0.5547 },
  { kind: 'review', portrait: { seed: 34, variant: 0 }, selfie: { seed: 49, variant: 1 }, distance: 0.555 },
  { kind: 'review', portrait: { seed: 56, variant: 0 }, selfie: { seed: 4, variant: 1 }, distance: 0.5566 },
  { kind: 'review', portrait: { seed: 37, variant: 0 }, selfie: { seed: 27, variant: 1 }, distance: 0.5551 },
  {
    kind: 'mismatch',
    portrait: { seed: 36, variant: 0 },
    selfie: { seed: 43, variant: 1 },
    distance: 0.7027,
  },
  { kind: 'mismatch', portrait: { seed: 8, variant: 0 }, selfie: { seed: 47, variant: 1 }, distance: 0.7362 },
  {
    kind: 'mismatch',
    portrait: { seed: 41, variant: 0 },
    selfie: { seed: 14, variant: 1 },
    distance: 0.6957,
  },
  {
    kind: 'mismatch',
    portrait: { seed: 21, variant: 0 },
    selfie: { seed: 47, variant: 1 },
    distance: 0.7197,
  },
];
