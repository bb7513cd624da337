import { describe, expect, it } from 'vitest';
import { compareFaces, faceScore } from './compare-faces.ts';

const described = (values: number[], model = 'builtin-face@1') => ({
  values: Float32Array.from(values),
  model,
});

describe('face score', () => {
  it.each([
    [0.3, 99.4506],
    [0.4, 96.9697],
    [0.45, 93.0817],
    [0.5, 84.9779],
    [0.52, 80],
    [0.55, 70.4003],
    [0.6, 50],
    [0.65, 29.5997],
    [0.7, 15.0221],
  ])('is at distance %f: %f', (distance, score) => {
    expect(faceScore(distance)).toBe(score);
  });
});

describe('comparing faces', () => {
  it('gives the Euclidean distance of the descriptors and its score', () => {
    expect(compareFaces(described([0, 0.3, 0]), described([0.4, 0, 0]))).toEqual({
      distance: 0.5,
      score: 84.9779,
      model: 'builtin-face@1',
    });
  });

  it('refuses descriptors of different models', () => {
    expect(() => compareFaces(described([0]), described([0], 'other-face@2'))).toThrow('cannot be compared');
  });
});
