import { describe, expect, it } from 'vitest';
import { lineScanner } from '../src/barcode/scan-line.ts';
import type { Raster } from '../src/picture/raster.ts';

/** White with dark bars from the first pixel of each to behind its last, across the whole height. */
function barred(width: number, bars: readonly (readonly [number, number])[]): Raster {
  const row = new Uint8Array(width).fill(220);
  for (const [from, to] of bars) row.fill(30, from, to);
  const height = 5;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) data.set(row, y * width);
  return { width, height, channels: 1, data };
}

/** The same with rows as columns. */
function turned({ width, height, channels, data }: Raster): Raster {
  const columns = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1)
    columns[(at % width) * height + Math.floor(at / width)] = data[at]!;
  return { width: height, height: width, channels, data: columns };
}

/** Places of the edges along the line in the middle, to a tenth of a pixel. */
function edgesOf(picture: Raster, axis: 'rows' | 'columns') {
  const scanner = lineScanner(picture, axis, 3);
  const edges = scanner.edgesOf(scanner.first);
  return {
    darkFirst: edges.darkFirst,
    at: Array.from(edges.at.subarray(0, edges.count), (at) => Math.round(at * 10) / 10),
  };
}

describe('edges along a line', () => {
  const cases = [
    {
      name: 'a long line',
      width: 160,
      bars: [
        [40, 44],
        [60, 68],
        [100, 104],
      ] as const,
    },
    {
      name: 'a line shorter than the window',
      width: 30,
      bars: [
        [8, 12],
        [18, 21],
      ] as const,
    },
  ];
  it.each(cases)(
    'lie between the pixels of bars on $name, by rows and by columns alike',
    ({ width, bars }) => {
      const picture = barred(width, bars);
      const found = edgesOf(picture, 'rows');
      expect(found.darkFirst).toBe(true);
      expect(found.at).toHaveLength(2 * bars.length);
      for (const [index, edge] of bars.flat().entries()) {
        // An edge lies between the last pixel of the one kind, and the first of the other.
        expect(found.at[index]).toBeGreaterThanOrEqual(edge - 1);
        expect(found.at[index]).toBeLessThanOrEqual(edge);
      }
      expect(edgesOf(turned(picture), 'columns')).toEqual(found);
    },
  );
});
