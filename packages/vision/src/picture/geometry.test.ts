import { describe, expect, it } from 'vitest';
import { valueBetween } from './bilinear.ts';
import { fitHomography, inverse, project, unitSquareTo } from './homography.ts';
import {
  boundsOf,
  cornersOfBox,
  distance,
  mapQuad,
  midpoint,
  pointBetween,
  scaleBox,
  scaleQuad,
} from './points.ts';
import type { Point, Quad, Raster } from './raster.ts';
import { warp } from './warp.ts';

const leaning: Quad = [
  [10, 20],
  [90, 30],
  [80, 100],
  [20, 80],
];

describe('points, boxes and quadrangles', () => {
  it('measures and divides the way between two points', () => {
    expect(distance([1, 2], [4, 6])).toBe(5);
    expect(midpoint([1, 2], [4, 6])).toEqual([2.5, 4]);
    expect(pointBetween([1, 2], [3, 6], 0.25)).toEqual([1.5, 3]);
    expect(pointBetween([1, 2], [3, 6], 2)).toEqual([5, 10]);
  });

  it('lists the corners of a box clockwise from the top left, and finds the box again', () => {
    expect(cornersOfBox([3, 4, 10, 20])).toEqual([
      [3, 4],
      [13, 4],
      [13, 24],
      [3, 24],
    ]);
    expect(boundsOf(cornersOfBox([3, 4, 10, 20]))).toEqual([3, 4, 10, 20]);
    expect(boundsOf(leaning)).toEqual([10, 20, 80, 80]);
  });

  it('moves and scales corners in their order', () => {
    expect(scaleBox([1, 2, 3, 4], 2)).toEqual([2, 4, 6, 8]);
    expect(scaleQuad(leaning, 0.5)).toEqual([
      [5, 10],
      [45, 15],
      [40, 50],
      [10, 40],
    ]);
    expect(mapQuad(leaning, ([x, y]) => [y, x])).toEqual([
      [20, 10],
      [30, 90],
      [100, 80],
      [80, 20],
    ]);
  });
});

describe('projective maps', () => {
  it('take the unit square to four corners and back', () => {
    const map = unitSquareTo(leaning);
    const unit = cornersOfBox([0, 0, 1, 1]);
    for (const [at, corner] of unit.entries()) {
      const [x, y] = project(map, corner);
      expect([x, y].map((value) => Math.round(value * 1e9) / 1e9)).toEqual(leaning[at]);
      const [u, v] = project(inverse(map), [x, y]);
      expect([u, v].map((value) => Math.abs(Math.round(value * 1e9) / 1e9))).toEqual(corner);
    }
  });

  it('are found again from points and where they went', () => {
    const map = unitSquareTo([
      [-1, -1.2],
      [1.1, -0.9],
      [0.9, 1],
      [-0.8, 1.1],
    ]);
    const from: Point[] = [-1, -0.5, 0, 0.5, 1].flatMap((x) => [-1, 0.2, 1].map((y): Point => [x, y]));
    const fitted = fitHomography(
      from,
      from.map((point) => project(map, point)),
    );
    expect([...(fitted ?? [])].map((value) => Math.round(value * 1e6) / 1e6)).toEqual(
      [...map].map((value) => Math.round(value * 1e6) / 1e6),
    );
  });

  it('are not determined by points on one line', () => {
    const line = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((x): Point => [x / 4 - 1, x / 2 - 2]);
    expect(fitHomography(line, line)).toBeNull();
  });
});

describe('values between pixels', () => {
  const plane = { width: 3, height: 2, data: Uint8Array.of(0, 100, 200, 40, 140, 240) };

  it('are those of the pixels at the middle of each', () => {
    expect(valueBetween(plane, 0, 0)).toBe(0);
    expect(valueBetween(plane, 1, 0)).toBe(100);
  });

  it('are weighted by how near the four pixels around are', () => {
    expect(valueBetween(plane, 0.5, 0)).toBe(50);
    expect(valueBetween(plane, 0.25, 0.5)).toBe(45);
    expect(valueBetween({ width: 2, height: 2, data: Float32Array.of(0, 1, 0, 1) }, 0.75, 0.5)).toBe(0.75);
  });

  it('repeat the nearest edge outside', () => {
    expect(valueBetween(plane, -7, 0)).toBe(0);
    expect(valueBetween(plane, 0, -0.5)).toBe(0);
    expect(valueBetween(plane, 9, 9)).toBeCloseTo(240, 0);
  });
});

describe('a picture laid flat', () => {
  const pixels = (channels: 1 | 3, value: (x: number, y: number, channel: number) => number): Raster => {
    const data = Uint8Array.from({ length: 40 * 40 * channels }, (_, at) => {
      const place = Math.floor(at / channels);
      return value(place % 40, Math.floor(place / 40), at % channels);
    });
    return { width: 40, height: 40, channels, data };
  };
  const inner = unitSquareTo(cornersOfBox([10, 10, 20, 20]));

  it('is copied pixel by pixel at its own size', () => {
    const grey = warp(
      pixels(1, (x, y) => 5 * x + y),
      inner,
      { width: 20, height: 20 },
    );
    expect([grey.data[0], grey.data[1], grey.data[20], grey.data[399]]).toEqual([60, 65, 61, 174]);
    const colour = warp(
      pixels(3, (x, y, channel) => 3 * x + y + 10 * channel),
      inner,
      { width: 20, height: 20 },
    );
    expect([...colour.data.subarray(0, 6)]).toEqual([40, 50, 60, 43, 53, 63]);
  });

  it('averages four samples a pixel where it is reduced', () => {
    const stripes = pixels(1, (x) => (x % 2 === 0 ? 0 : 200));
    const reduced = warp(stripes, inner, { width: 10, height: 10 });
    expect(new Set(reduced.data)).toEqual(new Set([100]));
  });

  it('repeats the nearest edge outside the picture', () => {
    const beyond = unitSquareTo(cornersOfBox([-20, 0, 40, 40]));
    const flat = warp(
      pixels(1, (x) => 50 + x),
      beyond,
      { width: 40, height: 40 },
    );
    expect([flat.data[0], flat.data[19], flat.data[21], flat.data[39]]).toEqual([50, 50, 51, 69]);
  });
});
