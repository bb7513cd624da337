import { describe, expect, it } from 'vitest';
import { logSpectra } from '../src/evidence/fourier.ts';
import { findPeaks } from '../src/evidence/spectrum-peaks.ts';
import { tracePattern } from '../src/evidence/trace-pattern.ts';
import type { Point, Raster } from '../src/picture/raster.ts';

const side = 128;

/** Even noise of ± `size`, the same for a seed. */
function noise(seed: number, size: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 4294967296 - 0.5) * 2 * size;
  };
}

/** Waves of so many cycles a pixel on noise. */
function patch(waves: readonly (readonly [x: number, y: number, size: number])[], seed = 1): Float64Array {
  const random = noise(seed, 4);
  return Float64Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)];
    const sum = waves.reduce(
      (level, [u, v, size]) => level + size * Math.cos(2 * Math.PI * (u * x + v * y)),
      0,
    );
    return 120 + sum + random();
  });
}

function raster(width: number, height: number, level: (x: number, y: number) => number): Raster {
  const random = noise(9, 4);
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const value = level(at % width, Math.floor(at / width)) + random();
    data.fill(Math.max(0, Math.min(255, value)), at * 3, at * 3 + 3);
  }
  return { width, height, channels: 3, data };
}

describe('the spectrum of a patch', () => {
  it('has its power where the wave is, for both patches of a pair', () => {
    const [first, second] = logSpectra(patch([[0.25, 0.125, 20]]), patch([[0.125, 0.25, 20]], 2), side);
    const highest = (logs: Float64Array): number => logs.indexOf(Math.max(...logs));
    expect(highest(first)).toBe(16 * side + 32);
    expect(highest(second)).toBe(32 * side + 16);
  });

  it('shows one wave of two levels on noise of four', () => {
    const [logs] = logSpectra(patch([[0.31, -0.14, 2]]), patch([]), side);
    const peaks = findPeaks(logs, side);
    expect(peaks).toHaveLength(1);
    expect(peaks[0]?.x).toBeCloseTo(0.31, 2);
    expect(peaks[0]?.y).toBeCloseTo(-0.14, 2);
  });

  it('has no waves in noise alone, along edges, or on the ladder of compression', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const [logs] = logSpectra(patch([], seed), patch([], seed + 100), side);
      expect(findPeaks(logs, side)).toEqual([]);
    }
    const edge = Float64Array.from({ length: side * side }, (_, at) =>
      (at % side) + 0.37 * Math.floor(at / side) > 80 ? 200 : 60,
    );
    const blocks = patch([
      [0.125, 0.25, 9],
      [0.25, 0, 9],
    ]);
    const [onEdge, onBlocks] = logSpectra(edge, blocks, side);
    expect(findPeaks(onEdge, side)).toEqual([]);
    expect(findPeaks(onBlocks, side)).toEqual([]);
  });
});

describe('a pattern through a region', () => {
  const centers: Point[] = [
    [80, 80],
    [220, 80],
    [360, 80],
    [80, 220],
    [220, 220],
    [360, 220],
  ];
  const wave = (u: number, v: number, x: number, y: number): number =>
    Math.cos(2 * Math.PI * (u * x + v * y));

  it('is followed while its frequency changes slowly, as perspective does', () => {
    const seen = raster(440, 300, (x, y) => 120 + 8 * wave(0.3 + x * 0.00006, 0.05, x, y));
    const trace = tracePattern(seen, centers);
    expect(trace?.light.share).toBe(1);
    expect(trace?.light.crossShare).toBe(0);
    expect(trace?.light.rigid).toBe(false);
    expect(trace?.colour.share).toBe(0);
  });

  it('has two directions when it is a grid, and is rigid when nothing bends it', () => {
    const seen = raster(
      440,
      300,
      (x, y) => 120 + 8 * wave(0.297, 0.047, x, y) + 8 * wave(-0.047, 0.297, x, y),
    );
    const trace = tracePattern(seen, centers);
    expect(trace?.light).toMatchObject({ share: 1, crossShare: 1, rigid: true });
  });

  it('is none when every part has its own', () => {
    const seen = raster(440, 300, (x, y) => {
      const [column, row] = [Math.floor(x / 147), Math.floor(y / 150)];
      return 120 + 8 * wave(0.12 + 0.11 * column, 0.1 + 0.16 * row, x, y);
    });
    expect(tracePattern(seen, centers)?.light.share).toBeLessThanOrEqual(0.4);
  });

  it('is not searched for where a patch does not fit', () => {
    expect(
      tracePattern(
        raster(100, 300, () => 120),
        centers,
      ),
    ).toBeNull();
  });
});
