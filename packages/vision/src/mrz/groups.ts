import { midpoint } from '../picture/points.ts';
import type { Point } from '../picture/raster.ts';
import { stripLength } from './strips.ts';
import type { Strip } from './strips.ts';

/** Two or three parallel strips of similar length, from top to bottom: a possible zone. */
export interface StripGroup {
  strips: Strip[];
  /** Larger is more promising. */
  promise: number;
}

const middleOf = (strip: Strip): Point => midpoint(strip.from, strip.to);

const slopeOf = (strip: Strip): number =>
  (strip.to[1] - strip.from[1]) / Math.max(1, strip.to[0] - strip.from[0]);

/** Distance from the line of `a` down to the middle of `b`, in pixels. */
function below(a: Strip, b: Strip): number {
  const [p, q] = [middleOf(a), middleOf(b)];
  const slope = (slopeOf(a) + slopeOf(b)) / 2;
  return (q[1] - p[1] - slope * (q[0] - p[0])) / Math.hypot(1, slope);
}

/** Whether `b` can be the line after `a` in a zone. */
function follows(a: Strip, b: Strip): boolean {
  if (Math.max(a.pitch, b.pitch) > 1.8 * Math.min(a.pitch, b.pitch)) return false;
  const distance = below(a, b);
  const length = Math.max(stripLength(a), stripLength(b));
  // Line spacing is 1.67 pitches on cards and 2.5 on passports; lines have 30 to 44 columns.
  if (distance < 0.9 * a.pitch || distance > 4.2 * a.pitch) return false;
  if (distance < length / 40 || distance > length / 8) return false;
  if (Math.abs(slopeOf(a) - slopeOf(b)) > 0.07) return false;
  const overlap = Math.min(a.to[0], b.to[0]) - Math.max(a.from[0], b.from[0]);
  return overlap > 0.6 * length;
}

function promiseOf(strips: readonly Strip[]): number {
  const lengths = strips.map(stripLength);
  const columns = Math.max(...lengths) / (strips[0]?.pitch ?? 1);
  const expected = strips.length === 3 ? 30 : 40;
  const fit = Math.exp(-Math.abs(Math.log(columns / expected)));
  const alike = Math.min(...lengths) / Math.max(...lengths);
  const modulations = strips.map((strip) => strip.modulation);
  const even = (Math.min(...modulations) / Math.max(1, ...modulations)) ** 0.25;
  return Math.max(...lengths) * fit * alike * even * (strips.length === 3 ? 1.2 : 1);
}

function sameGroup(a: StripGroup, b: StripGroup): boolean {
  const ends = (group: StripGroup) => [group.strips[0], group.strips.at(-1)] as [Strip, Strip];
  const reach = ((a.strips[0]?.pitch ?? 0) + (b.strips[0]?.pitch ?? 0)) / 2;
  const close = (p: Strip, q: Strip): boolean =>
    Math.abs(below(p, q)) < 0.6 * reach && Math.abs(middleOf(p)[0] - middleOf(q)[0]) < 0.15 * stripLength(p);
  const [firstA, lastA] = ends(a);
  const [firstB, lastB] = ends(b);
  return close(firstA, firstB) && close(lastA, lastB);
}

/** Groups strips into possible zones, the most promising first, without near duplicates from other guesses of the pitch. */
export function groupStrips(strips: readonly Strip[]): StripGroup[] {
  const groups: StripGroup[] = [];
  for (const first of strips) {
    for (const second of strips) {
      if (!follows(first, second)) continue;
      groups.push({ strips: [first, second], promise: promiseOf([first, second]) });
      for (const third of strips) {
        if (!follows(second, third)) continue;
        // Perspective changes the distance between lines by at most about a third.
        const even = below(second, third) / below(first, second);
        if (even < 0.65 || even > 1.5) continue;
        const all = [first, second, third];
        groups.push({ strips: all, promise: promiseOf(all) });
      }
    }
  }
  groups.sort((a, b) => b.promise - a.promise);
  return groups.filter((group, i) => !groups.slice(0, i).some((better) => sameGroup(better, group)));
}
