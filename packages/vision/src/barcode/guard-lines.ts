import type { Point } from '../picture/raster.ts';
import type { GuardTrack } from './guard-tracks.ts';

/** One end of a PDF417: the outer edge of its guard as a line segment. */
export interface GuardLine {
  track: GuardTrack;
  /** Ends of the outer edge, in the order of the lines. */
  low: Point;
  high: Point;
  /** Module width perpendicular to the bars, in pixels. */
  module: number;
  /** Number of lines that crossed it. */
  hits: number;
}

interface Fit {
  slope: number;
  offset: number;
}

/** Fits positions along the line as a linear function of the line's number, excluding outliers. */
function fitEdge(hits: readonly { line: number; at: number }[]): Fit {
  let used = hits;
  let fit = leastSquares(used);
  for (let round = 0; round < 3; round += 1) {
    const off = used.map(({ line, at }) => Math.abs(at - fit.slope * line - fit.offset));
    // Based on the median distance, which a few wrong hits do not affect.
    const limit = Math.max(1, 2.5 * (off.toSorted((a, b) => a - b)[off.length >> 1] ?? 0));
    const kept = used.filter((_, index) => (off[index] ?? 0) <= limit);
    if (kept.length === used.length || kept.length < 3) break;
    used = kept;
    fit = leastSquares(used);
  }
  return fit;
}

function leastSquares(hits: readonly { line: number; at: number }[]): Fit {
  const count = hits.length;
  const meanLine = hits.reduce((sum, { line }) => sum + line, 0) / count;
  const meanAt = hits.reduce((sum, { at }) => sum + at, 0) / count;
  let covariance = 0;
  let variance = 0;
  for (const { line, at } of hits) {
    covariance += (line - meanLine) * (at - meanAt);
    variance += (line - meanLine) ** 2;
  }
  const slope = variance === 0 ? 0 : covariance / variance;
  return { slope, offset: meanAt - slope * meanLine };
}

/**
 * The outer edge of a start or stop guard. A slanting line must cross all bars of the guard, so at either end it misses a part of the
 * outer edge that the inner edge still shows; the ends are those of both edges combined.
 */
export function guardLine(track: GuardTrack): GuardLine {
  const { hits, axis, name, reversed } = track;
  const outerIsFrom = (name === 'pdf417-start') !== reversed;
  const from = fitEdge(hits.map(({ line, from: at }) => ({ line, at })));
  const to = fitEdge(hits.map(({ line, to: at }) => ({ line, at })));
  const [outer, inner] = outerIsFrom ? [from, to] : [to, from];
  const first = hits[0]?.line ?? 0;
  const last = hits.at(-1)?.line ?? 0;
  const ends = [first, last].flatMap((line) => [line, footOnOuter(line, { outer, inner })]);
  const place = (line: number): Point => {
    const along = outer.slope * line + outer.offset;
    return axis === 'rows' ? [along, line] : [line, along];
  };
  const lean = Math.hypot(1, (from.slope + to.slope) / 2);
  return {
    track,
    low: place(Math.min(...ends)),
    high: place(Math.max(...ends)),
    module: track.module / lean,
    hits: hits.length,
  };
}

/** The line at which the outer edge is opposite a position on the inner edge, perpendicular to the bars. */
function footOnOuter(line: number, { outer, inner }: { outer: Fit; inner: Fit }): number {
  const gap = inner.slope * line + inner.offset - (outer.slope * line + outer.offset);
  const slope = outer.slope;
  return line + (gap * slope) / (1 + slope * slope);
}
