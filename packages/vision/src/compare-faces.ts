import type { FaceDescriptor } from './describe-face.ts';

/** How alike two faces are. */
export interface FaceSimilarity {
  /** Euclidean distance of the descriptors, rounded to four decimals; smaller is more alike. */
  distance: number;
  /** 0–100, see {@link faceScore}. */
  score: number;
  /** `id@digest` of the descriptor network. */
  model: string;
}

/**
 * Score of a distance for the built-in model: 50 at 0.60, exactly 80 at 0.52, four decimals. It ranks and explains; it
 * is not a probability.
 */
export function faceScore(distance: number): number {
  return round4(100 / (1 + 4 ** ((distance - 0.6) / 0.08)));
}

/**
 * Compares two described faces.
 * @throws Error for descriptors of different models
 */
export function compareFaces(a: FaceDescriptor, b: FaceDescriptor): FaceSimilarity {
  if (a.model !== b.model) throw new Error(`descriptors of ${a.model} and ${b.model} cannot be compared`);
  const squares = a.values.map((value, index) => (value - (b.values[index] ?? 0)) ** 2);
  const distance = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
  return { distance: round4(distance), score: faceScore(distance), model: a.model };
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
