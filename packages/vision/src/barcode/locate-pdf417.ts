import { distance, midpoint } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import { guardLine, type GuardLine } from './guard-lines.ts';
import type { GuardTrack } from './guard-tracks.ts';

/** The position of a PDF417; the first corner is its top left in reading direction. */
export interface LocatedPdf417 {
  corners: Quad;
  /** Pixels. */
  module: number;
  inverted: boolean;
  /** Whether both guards were found; otherwise the far side is estimated. */
  complete: boolean;
  /** Number of lines that crossed its guards. */
  hits: number;
}

/** Widths of a symbol in modules: 1 to 30 data columns. */
const narrowest = 60;
const widest = 620;
/** Maximum ratio of the near end to the far end, when the camera looks along the symbol. */
const largestRatio = 3.5;
/** Assumed width of a symbol if one guard is missing: the full code of a large licence. */
const assumedWidth = 400;
/** Number of lines that must have crossed a guard for it to count without the other one. */
const loneHits = 9;

const middle = ({ low, high }: GuardLine): Point => midpoint(low, high);
const height = ({ low, high }: GuardLine): number => distance(low, high);

/** Finds PDF417 symbols by their guards, most certain first. */
export function locatePdf417(tracks: readonly GuardTrack[]): LocatedPdf417[] {
  const lines = tracks
    .filter(({ name }) => name !== 'qr-finder')
    .map(guardLine)
    .filter(tallEnough);
  const starts = lines.filter(({ track }) => track.name === 'pdf417-start');
  const stops = lines.filter(({ track }) => track.name === 'pdf417-stop');
  const pairs = starts
    .flatMap((start) => stops.map((stop) => ({ start, stop })))
    .filter(({ start, stop }) => belong(start, stop))
    .toSorted((a, b) => b.start.hits + b.stop.hits - a.start.hits - a.stop.hits);
  const used = new Set<GuardLine>();
  const located: LocatedPdf417[] = [];
  for (const { start, stop } of pairs) {
    if (used.has(start) || used.has(stop)) continue;
    used.add(start).add(stop);
    located.push(fromPair(start, stop));
  }
  const lone = lines
    .filter((line) => !used.has(line) && line.hits >= loneHits)
    .toSorted((a, b) => b.hits - a.hits);
  return [...located, ...lone.map(fromOne)];
}

/** The minimum is three rows of three modules. */
function tallEnough(line: GuardLine): boolean {
  return height(line) > 5 * line.module;
}

function belong(start: GuardLine, stop: GuardLine): boolean {
  const [a, b] = [start.track, stop.track];
  if (a.axis !== b.axis || a.reversed !== b.reversed || a.inverted !== b.inverted) return false;
  const [from, to] = [middle(start), middle(stop)];
  const along = a.axis === 'rows' ? to[0] - from[0] : to[1] - from[1];
  if (along > 0 === a.reversed) return false;
  const modules = distance(from, to) / ((start.module + stop.module) / 2);
  const ratio = (first: number, second: number): number => Math.max(first, second) / Math.min(first, second);
  const bars: Point = [start.high[0] - start.low[0], start.high[1] - start.low[1]];
  const square = Math.abs(bars[0] * (to[0] - from[0]) + bars[1] * (to[1] - from[1]));
  return (
    modules > narrowest &&
    modules < widest &&
    ratio(start.module, stop.module) < largestRatio &&
    ratio(height(start), height(stop)) < largestRatio &&
    square < 0.75 * height(start) * distance(from, to)
  );
}

/** The top is where the lines begin if the code is read along rows, and where they end if it is read along columns. */
function topFirst({ track }: GuardLine): boolean {
  return (track.axis === 'rows') !== track.reversed;
}

function fromPair(start: GuardLine, stop: GuardLine): LocatedPdf417 {
  const corners: Quad = topFirst(start)
    ? [start.low, stop.low, stop.high, start.high]
    : [start.high, stop.high, stop.low, start.low];
  const module = (start.module + stop.module) / 2;
  const { inverted } = start.track;
  return { corners, module, inverted, complete: true, hits: start.hits + stop.hits };
}

/** A strip perpendicular to the guard, with the length of large symbols. */
function fromOne(line: GuardLine): LocatedPdf417 {
  const [top, bottom] = topFirst(line) ? [line.low, line.high] : [line.high, line.low];
  const long = height(line);
  // Reading direction: a quarter turn back from "down".
  const right: Point = [(bottom[1] - top[1]) / long, -(bottom[0] - top[0]) / long];
  const reach = assumedWidth * line.module * (line.track.name === 'pdf417-start' ? 1 : -1);
  const far = (point: Point): Point => [point[0] + right[0] * reach, point[1] + right[1] * reach];
  const corners: Quad =
    line.track.name === 'pdf417-start'
      ? [top, far(top), far(bottom), bottom]
      : [far(top), top, bottom, far(bottom)];
  const { inverted } = line.track;
  return { corners, module: line.module, inverted, complete: false, hits: line.hits };
}
