import { calibratedDistance, calibratedScore } from '../model-slots/calibration.ts';
import type { DescriptorMetric } from '../model-slots/slot-declaration.ts';
import type { FaceDescriptor } from './describe-face.ts';
import type { FaceModels } from './face-models.ts';

/** The similarity of two faces. */
export interface FaceSimilarity {
  /** Distance between the descriptors, Euclidean for the built-in model, rounded to four decimals; smaller is more alike. */
  distance: number;
  /** 0–100, see {@link faceScore}. */
  score: number;
  /** `id@digest` of the descriptor network. */
  model: string;
}

/**
 * Score for a distance of the built-in model: 50 at 0.60, exactly 80 at 0.52, four decimals. For ranking and explanation; not a
 * probability.
 */
export function faceScore(distance: number): number {
  return round4(100 / (1 + 4 ** ((distance - 0.6) / 0.08)));
}

/** The distance at which the descriptor network in use gives this score, 0–100; the inverse of its curve or table. */
export function distanceAtScore(models: FaceModels, score: number): number {
  const slot = models.descriptorSlot;
  if (slot !== null) return calibratedDistance(slot.declaration.calibration, score);
  return Math.max(0, 0.6 + 0.08 * (Math.log(100 / score - 1) / Math.log(4)));
}

/**
 * Compares two descriptors with the metric and table of their model.
 * @throws Error for descriptors of different models, or of an operator's model without its table
 */
export function compareFaces(a: FaceDescriptor, b: FaceDescriptor): FaceSimilarity {
  const { model, scale } = a;
  if (model !== b.model) throw new Error(`descriptors of ${model} and ${b.model} cannot be compared`);
  if (a.values.length !== b.values.length) throw new Error(`descriptors of ${model} differ in length`);
  if (scale === undefined) {
    if (!model.startsWith('builtin-')) throw new Error(`no calibration table for ${model}`);
    const distance = round4(euclidean(a.values, b.values));
    return { distance, score: faceScore(distance), model };
  }
  const distance = round4(metrics[scale.metric](a.values, b.values));
  return { distance, score: calibratedScore(scale.calibration, distance), model };
}

const metrics: Record<DescriptorMetric, (a: Float32Array, b: Float32Array) => number> = {
  euclidean,
  'cosine-distance': (a, b) => Math.max(0, 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))),
};

function euclidean(a: Float32Array, b: Float32Array): number {
  const squares = a.map((value, index) => (value - (b[index] ?? 0)) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
