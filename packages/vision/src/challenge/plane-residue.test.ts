import { describe, expect, it } from 'vitest';
import { planeResidue } from './plane-residue.ts';

type Flat = readonly [number, number];
const grid: Flat[] = Array.from({ length: 36 }, (_, index) => [(index % 6) * 20, Math.floor(index / 6) * 20]);

/** The view of a flat picture from another place. */
const tilted = ([x, y]: Flat): Flat => {
  const w = 1 + 0.001 * x - 0.0005 * y;
  return [(0.9 * x + 0.1 * y + 12) / w, (-0.05 * x + 1.1 * y - 7) / w];
};

describe('what a plane leaves unexplained', () => {
  it('is nothing for a flat picture, however it is tilted', () => {
    expect(planeResidue(grid, grid.map(tilted))).toBeCloseTo(0, 6);
  });

  it('is the parallax of what lies before the plane', () => {
    const nose = 14;
    const turned = grid.map((point, index): Flat => {
      const [x, y] = tilted(point);
      return index === nose ? [x + 6, y] : [x, y];
    });
    // One point of 36 moved by 6: the plane gives way a little, so somewhat less than 6 / √36 = 1.
    const residue = planeResidue(grid, turned) ?? 0;
    expect(residue).toBeGreaterThan(0.8);
    expect(residue).toBeLessThan(1);
  });

  it.each<[string, Flat[], Flat[]]>([
    ['too few points', grid.slice(0, 7), grid.slice(0, 7)],
    ['unlike numbers of points', grid, grid.slice(1)],
    ['points in a line', grid.map(([x]): Flat => [x, 2 * x]), grid],
  ])('is not measurable with %s', (_, from, to) => {
    expect(planeResidue(from, to)).toBeNull();
  });
});
