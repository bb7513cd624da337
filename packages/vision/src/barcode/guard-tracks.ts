import type { Raster } from '../picture/raster.ts';
import { findGuards, type GuardHit } from './guard-patterns.ts';
import { lineScanner, type ScanAxis } from './scan-line.ts';

/** A group of bars crossed by many adjacent lines. */
export interface GuardTrack {
  axis: ScanAxis;
  name: GuardHit['name'];
  reversed: boolean;
  inverted: boolean;
  /** The median of the hits, in pixels. */
  module: number;
  hits: { line: number; from: number; to: number }[];
}

interface OpenTrack extends GuardTrack {
  middle: number;
  line: number;
}

/** Distance between the lines that are read. */
const step = 3;
/** Number of lines without a hit after which a track ends. */
const patience = 7;

/** Follows groups of bars across a grey picture, along rows and along columns. */
export function trackGuards(picture: Raster): GuardTrack[] {
  return (['rows', 'columns'] as const).flatMap((axis) => trackAxis(picture, axis));
}

function trackAxis(picture: Raster, axis: ScanAxis): GuardTrack[] {
  const scanner = lineScanner(picture, axis, step);
  const done: OpenTrack[] = [];
  let open: OpenTrack[] = [];
  for (let line = scanner.first; line < scanner.lines; line += scanner.step) {
    for (const hit of findGuards(scanner.edgesOf(line))) {
      const track = open.find((candidate) => continues(candidate, hit, line));
      if (track) extend(track, hit, line);
      else open.push(begin(axis, hit, line));
    }
    if (!open.some((track) => isLate(track, line))) continue;
    done.push(...open.filter((track) => isLate(track, line)));
    open = open.filter((track) => !isLate(track, line));
  }
  return [...done, ...open].filter(({ hits }) => hits.length >= 3).map(settle);
}

const isLate = (track: OpenTrack, line: number): boolean => line - track.line > patience * step;

function continues(track: OpenTrack, hit: GuardHit, line: number): boolean {
  const middle = (hit.from + hit.to) / 2;
  const drift = Math.abs(middle - track.middle);
  return (
    track.name === hit.name &&
    track.reversed === hit.reversed &&
    track.inverted === hit.inverted &&
    track.line < line &&
    drift <= (line - track.line) * 1.1 + hit.module &&
    hit.module < track.module * 1.35 &&
    hit.module > track.module / 1.35
  );
}

function begin(axis: ScanAxis, hit: GuardHit, line: number): OpenTrack {
  const { name, reversed, inverted, module, from, to } = hit;
  const hits = [{ line, from, to }];
  return { axis, name, reversed, inverted, module, hits, middle: (from + to) / 2, line };
}

function extend(track: OpenTrack, { from, to, module }: GuardHit, line: number): void {
  track.hits.push({ line, from, to });
  track.middle = (from + to) / 2;
  track.line = line;
  // Follows perspective, which changes the module slowly, rather than single hits.
  track.module = track.module * 0.7 + module * 0.3;
}

function settle({ axis, name, reversed, inverted, hits }: OpenTrack): GuardTrack {
  const modules = { 'pdf417-start': 17, 'pdf417-stop': 18, 'qr-finder': 7 }[name];
  const widths = hits.map(({ from, to }) => to - from).toSorted((a, b) => a - b);
  const module = (widths[widths.length >> 1] ?? 0) / modules;
  return { axis, name, reversed, inverted, module, hits };
}
