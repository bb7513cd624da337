import { describe, expect, it } from 'vitest';
import { cutOf, cardFormatOf, poseOf } from '../src/card/card-pose.ts';
import { completeCutCard } from '../src/card/cut-cards.ts';
import { inverse, project, unitSquareTo } from '../src/picture/homography.ts';
import type { Point, Quad } from '../src/picture/raster.ts';

const frame = { width: 1600, height: 1200 };

/** Corners of a card of 85.6 × 54 before a camera as phones have, leaned back by some degrees and turned in the picture. */
function seen({ lean, turn, ratio = 85.6 / 54 }: { lean: number; turn: number; ratio?: number }): Quad {
  const [tilt, roll] = [(lean * Math.PI) / 180, (turn * Math.PI) / 180];
  const focal = 0.85 * 1600;
  return [
    [-0.5, -0.5 / ratio],
    [0.5, -0.5 / ratio],
    [0.5, 0.5 / ratio],
    [-0.5, 0.5 / ratio],
  ].map(([x = 0, y = 0]): Point => {
    const [tx, ty] = [x * Math.cos(roll) - y * Math.sin(roll), x * Math.sin(roll) + y * Math.cos(roll)];
    const depth = 1.3 + ty * Math.sin(tilt);
    return [800 + (focal * tx) / depth, 600 + (focal * ty * Math.cos(tilt)) / depth];
  }) as unknown as Quad;
}

describe('the pose of a card', () => {
  it.each([
    [0, 0],
    [10, 0],
    [30, 0],
    [30, 35],
    [45, 90],
  ])('is computed from its corners: leaned %i°, turned %i°', (lean, turn) => {
    const pose = poseOf(seen({ lean, turn }), frame);
    expect(pose.tilt).toBeCloseTo(lean, 3);
    expect(pose.ratio).toBeCloseTo(85.6 / 54, 3);
  });

  it.each([
    [1.586, 'ID1'],
    [1.63, 'ID1'],
    [1 / 1.586, 'ID1'],
    [1.42, 'ID3'],
    [0.71, 'ID3'],
    [1.333, 'ID3'],
    [1.0, null],
    [1.78, null],
    [2.2, null],
  ])('a shape of %f is format %s', (ratio, format) => {
    expect(cardFormatOf(ratio)).toBe(format);
  });
});

describe('a card that reaches the border', () => {
  const level = (left: number, right: number): Quad => [
    [left, 300],
    [right, 300],
    [right, 840],
    [left, 840],
  ];

  it('is whole when its shape is', () => {
    const corners = level(744, 1600);
    expect(completeCutCard(corners, 1, frame)).toEqual(corners);
    expect(cutOf(corners, frame)).toBe(0);
  });

  it('is drawn out to the next shape when it is not', () => {
    const corners = completeCutCard(level(900, 1600), 1, frame);
    expect(corners?.[1][0]).toBeCloseTo(1666.2, 0);
    expect(corners?.[0]).toEqual([900, 300]);
    expect(cutOf(corners!, frame)).toBeCloseTo(66.2 / 766.2, 2);
  });

  it('is cut when it lies slanted, whatever its shape seems to be', () => {
    const slanted: Quad = [
      [833, 300],
      [1600, 327],
      [1600, 867],
      [814, 839],
    ];
    expect(cutOf(completeCutCard(slanted, 1, frame)!, frame)).toBeGreaterThan(0.05);
  });

  it('is rejected when it is longer than any document', () => {
    expect(completeCutCard(level(200, 1600), 1, frame)).toBeNull();
  });
});

describe('a projective map', () => {
  it('takes the unit square to the corners and back', () => {
    const corners = seen({ lean: 25, turn: 12 });
    const map = unitSquareTo(corners);
    expect(project(map, [1, 0])[0]).toBeCloseTo(corners[1][0], 6);
    const [x, y] = project(inverse(map), corners[2]);
    expect([x, y]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
  });
});
