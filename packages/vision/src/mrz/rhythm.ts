import type { Plane } from '../picture/raster.ts';
import type { StripGroup } from './groups.ts';
import { stripLength } from './strips.ts';
import type { Strip } from './strips.ts';

/** Shortest character pitch searched for, in pixels, the factor between pitches, and their number. */
const periodSteps = { shortest: 4.5, factor: 1.025, count: 85 } as const;

/** Number of columns that a zone may have along a strip, allowing for strips that are too short or too long. */
const columnRange = { from: 24, to: 64 } as const;

const periods = Float64Array.from(
  { length: periodSteps.count },
  (_, k) => periodSteps.shortest * periodSteps.factor ** k,
);

/** How strongly the grey value along a strip repeats at each pitch searched for, 0–1. */
type Spectrum = Float64Array;

/** Darkness along the middle band of a strip, one value per pixel. */
function profileAlong(plane: Plane, strip: Strip): Float64Array {
  const steps = Math.max(1, Math.floor(strip.to[0] - strip.from[0]));
  const profile = new Float64Array(steps);
  const slope = (strip.to[1] - strip.from[1]) / steps;
  const offsets = [-0.3, -0.1, 0.1, 0.3].map((share) => share * strip.pitch);
  for (let i = 0; i < steps; i += 1) {
    const x = Math.max(0, Math.min(plane.width - 1, Math.round(strip.from[0]) + i));
    let sum = 0;
    for (const offset of offsets) {
      const y = Math.max(0, Math.min(plane.height - 1, Math.round(strip.from[1] + slope * i + offset)));
      sum += 255 - plane.data[y * plane.width + x]!;
    }
    profile[i] = sum / offsets.length;
  }
  return profile;
}

/** The profile without slow changes, because light and shade are not rhythm. */
function levelled(profile: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(profile.length + 1);
  profile.forEach((value, i) => (sums[i + 1] = sums[i]! + value));
  return profile.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(profile.length, i + reach + 1)];
    return value - (sums[to]! - sums[from]!) / (to - from);
  });
}

/** Length of the sum of the profile's values times a pointer that makes one turn per period. */
function pull(profile: Float64Array, period: number): number {
  // Rotates the pointer step by step instead of computing sines.
  const [cos, sin] = [Math.cos((2 * Math.PI) / period), Math.sin((2 * Math.PI) / period)];
  let px = 1;
  let py = 0;
  let re = 0;
  let im = 0;
  for (let i = 0; i < profile.length; i += 1) {
    const value = profile[i]!;
    re += value * px;
    im += value * py;
    // The rotation error grows with the number of steps, but is negligible for about 800 steps.
    const turned = px * cos - py * sin;
    py = px * sin + py * cos;
    px = turned;
  }
  return Math.hypot(re, im);
}

/**
 * How strongly a strip repeats at every pitch, including the two stems of wide letters. Computed per half, because the pitch drifts under
 * perspective.
 */
function spectrumOf(plane: Plane, strip: Strip): Spectrum {
  const profile = levelled(profileAlong(plane, strip), Math.round(1.5 * strip.pitch));
  let total = 1e-6;
  for (const value of profile) total += Math.abs(value);
  const middle = profile.length >> 1;
  const halves = [profile.subarray(0, middle), profile.subarray(middle)];
  return periods.map((period) => {
    const columns = profile.length / period;
    if (columns < columnRange.from - 4 || columns > columnRange.to + 4) return 0;
    return (
      halves.reduce((sum, half) => sum + Math.hypot(pull(half, period), pull(half, period / 2)), 0) / total
    );
  });
}

/** The strongest common rhythm of several strips, 0–1, at pitches that result in 24 to 64 columns. */
function commonRhythm(spectra: readonly Spectrum[], length: number): number {
  let best = 0;
  for (let k = 0; k < periodSteps.count; k += 1) {
    const columns = length / periods[k]!;
    if (columns < columnRange.from || columns > columnRange.to) continue;
    // Perspective stretches lines slightly differently.
    const shared = spectra.reduce(
      (sum, spectrum) => sum + Math.max(spectrum[k - 1] ?? 0, spectrum[k] ?? 0, spectrum[k + 1] ?? 0),
      0,
    );
    best = Math.max(best, shared / spectra.length);
  }
  return best;
}

/** Maximum number of groups examined, the most promising first. */
const mostRanked = 24;

/** Lines of a zone share one pitch; bands with a lower common rhythm do not contain a zone. */
const leastRhythm = 0.22;

/** A group and the strongest common rhythm of its strips, 0–1. */
export interface RankedGroup extends StripGroup {
  rhythm: number;
}

/** Ranks groups again, taking into account their common rhythm and how much the grey value changes; groups without rhythm are omitted. */
export function rankByRhythm(plane: Plane, groups: readonly StripGroup[]): RankedGroup[] {
  const spectra = new Map<Strip, Spectrum>();
  const spectrum = (strip: Strip): Spectrum => {
    const known = spectra.get(strip) ?? spectrumOf(plane, strip);
    spectra.set(strip, known);
    return known;
  };
  return groups
    .slice(0, mostRanked)
    .map((group) => {
      const { strips } = group;
      const rhythm = commonRhythm(strips.map(spectrum), Math.max(...strips.map(stripLength)));
      const clear = Math.sqrt(Math.min(...strips.map((strip) => strip.modulation)));
      return { strips, rhythm, promise: rhythm < leastRhythm ? 0 : group.promise * rhythm * clear };
    })
    .filter((group) => group.promise > 0)
    .sort((a, b) => b.promise - a.promise);
}
