import type { LineEdges } from './scan-line.ts';

/** Groups of bars by which symbols are located. */
export type GuardName = 'pdf417-start' | 'pdf417-stop' | 'qr-finder';

/** A group of bars crossed by one line. */
export interface GuardHit {
  name: GuardName;
  /** Whether it is read against the line's direction. */
  reversed: boolean;
  /** Whether the bars are light on dark. */
  inverted: boolean;
  /** First and last edge along the line, in pixels. */
  from: number;
  to: number;
  /** Width of a module, pixels. */
  module: number;
}

interface Guard {
  name: GuardName;
  reversed: boolean;
  /** Whether it begins with a bar: the start guard ends with a space, and so begins with one when reversed. */
  barFirst: boolean;
  /** Modules of bar, space, bar, … */
  widths: readonly number[];
  modules: number;
  /** Modules from an edge to the next one of the same kind, which spreading ink does not change. */
  pairs: readonly number[];
}

const start = [8, 1, 1, 1, 1, 1, 1, 3];
const stop = [7, 1, 1, 3, 1, 1, 1, 2, 1];

const guards: readonly Guard[] = [
  guard('pdf417-start', start, false),
  guard('pdf417-start', start.toReversed(), true),
  guard('pdf417-stop', stop, false),
  guard('pdf417-stop', stop.toReversed(), true),
  guard('qr-finder', [1, 1, 3, 1, 1], false),
];

/** Maximum deviation of a distance, in modules. */
const tolerance = 0.55;
const smallestModule = 1.2;

function guard(name: GuardName, widths: readonly number[], reversed: boolean): Guard {
  const modules = widths.reduce((sum, width) => sum + width, 0);
  return {
    name,
    reversed,
    barFirst: !reversed || widths.length % 2 === 1,
    widths,
    modules,
    pairs: widths.slice(1).map((width, i) => width + (widths[i] ?? 0)),
  };
}

/** Every group of bars along a line. */
export function findGuards(edges: LineEdges): GuardHit[] {
  const found: GuardHit[] = [];
  for (let first = 0; first < edges.count; first += 1) {
    const dark = (first % 2 === 0) === edges.darkFirst;
    for (const candidate of guards) {
      const last = first + candidate.widths.length;
      if (last >= edges.count) continue;
      const [from, to] = [edges.at[first] ?? 0, edges.at[last] ?? 0];
      const module = (to - from) / candidate.modules;
      if (module < smallestModule || !matches(candidate, edges.at, { first, module })) continue;
      const { name, reversed, barFirst } = candidate;
      found.push({ name, reversed, inverted: dark !== barFirst, from, to, module });
    }
  }
  return found;
}

function matches(
  { pairs, widths }: Guard,
  at: Float32Array,
  { first, module }: { first: number; module: number },
): boolean {
  // Between edges of one kind, because spreading ink and blur move both equally.
  const slack = tolerance * module;
  for (let i = 0; i < pairs.length; i += 1) {
    const distance = (at[first + i + 2] ?? 0) - (at[first + i] ?? 0);
    if (Math.abs(distance - (pairs[i] ?? 0) * module) > slack) return false;
  }
  for (let i = 0; i < widths.length; i += 1) {
    const wide = widths[i] ?? 0;
    const width = (at[first + i + 1] ?? 0) - (at[first + i] ?? 0);
    // Wide bars must be wide; narrow ones may nearly vanish in blur.
    if (wide >= 3 && Math.abs(width - wide * module) > 1.2 * module) return false;
  }
  return true;
}
