import { describe, expect, it } from 'vitest';
import { descriptorOf, faceDistance } from './face-distance.ts';

const vector = (...values: number[]) => Float32Array.from(values);

describe('the distance of two descriptors', () => {
  it.each([
    ['euclidean', vector(0, 0), vector(3, 4), 5],
    ['euclidean', vector(1, 2), vector(1, 2), 0],
    ['euclidean', vector(1, 2), vector(1, 2, 3), Infinity],
    ['cosine-distance', vector(1, 0), vector(5, 0), 0],
    ['cosine-distance', vector(1, 0), vector(0, 2), 1],
    ['cosine-distance', vector(1, 0), vector(-2, 0), 2],
    ['cosine-distance', vector(0, 0), vector(1, 1), Infinity],
  ] as const)('%s of %o and %o is %d', (metric, a, b, distance) => {
    expect(faceDistance(metric, a, b)).toBeCloseTo(distance, 6);
  });

  it('reads what findings carry', () => {
    const base64 = Buffer.from(vector(0.5, -2).buffer).toString('base64');
    expect([...descriptorOf(base64)]).toEqual([0.5, -2]);
  });
});
