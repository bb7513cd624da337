import type { FacePair } from './face-pair.ts';

/** The descriptor model with which the distances were measured, `id@digest`. */
export const facePairsModel = 'builtin-face@8216a7e50e96';

/**
 * The only face pairs that tests, demo and documentation may use. `tools/find-face-pairs.ts` finds them and keeps those whose distances
 * still fit. Drawn faces prove that the parts work together, but nothing about accuracy.
 */
export const facePairs: readonly FacePair[] = [
  { kind: 'match', portrait: { seed: 46, variant: 0 }, selfie: { seed: 46, variant: 1 }, distance: 0.1319 },
  { kind: 'match', portrait: { seed: 55, variant: 0 }, selfie: { seed: 55, variant: 1 }, distance: 0.0832 },
  { kind: 'match', portrait: { seed: 16, variant: 0 }, selfie: { seed: 16, variant: 1 }, distance: 0.1155 },
  { kind: 'match', portrait: { seed: 12, variant: 0 }, selfie: { seed: 12, variant: 1 }, distance: 0.121 },
  { kind: 'review', portrait: { seed: 50, variant: 0 }, selfie: { seed: 40, variant: 1 }, distance: 0.5598 },
  { kind: 'review', portrait: { seed: 45, variant: 0 }, selfie: { seed: 35, variant: 1 }, distance: 0.5544 },
  { kind: 'review', portrait: { seed: 29, variant: 0 }, selfie: { seed: 28, variant: 1 }, distance: 0.5548 },
  { kind: 'review', portrait: { seed: 27, variant: 0 }, selfie: { seed: 6, variant: 1 }, distance: 0.5619 },
  {
    kind: 'mismatch',
    portrait: { seed: 40, variant: 0 },
    selfie: { seed: 14, variant: 1 },
    distance: 0.7241,
  },
  { kind: 'mismatch', portrait: { seed: 47, variant: 0 }, selfie: { seed: 8, variant: 1 }, distance: 0.7499 },
  {
    kind: 'mismatch',
    portrait: { seed: 41, variant: 0 },
    selfie: { seed: 14, variant: 1 },
    distance: 0.6966,
  },
  { kind: 'mismatch', portrait: { seed: 8, variant: 0 }, selfie: { seed: 47, variant: 1 }, distance: 0.7477 },
];
