import type { Calibration } from '../model-slots/calibration.ts';

/** Distances of labelled pairs. */
export interface LabelledDistances {
  /** Distances of pairs that show the same person. */
  same: readonly number[];
  /** Distances of pairs that show different people. */
  other: readonly number[];
}

/** A measured share with its 95 % limits, all 0–1. */
export interface Rate {
  value: number;
  low: number;
  high: number;
  /** Number of cases. */
  cases: number;
}

/** The effect of a threshold: closer pairs count as the same person. */
export interface OperatingPoint {
  threshold: number;
  /** Share of same-person pairs accepted. */
  tpr: Rate;
  /** Share of different-person pairs accepted. */
  fmr: Rate;
}

/** False-match rates for which the share of accepted same-person pairs is reported. */
export const reportedRates = [0.1, 0.01, 0.001] as const;

/** Number of standard deviations that cover 95 % of a normal distribution. */
const deviations = 1.959_963_984_540_054;

/**
 * A share with its 95 % limits: Wilson's, or the rule of three, 3 ÷ cases, if there are no hits or only hits.
 * @throws Error without cases
 */
export function rateOf(hits: number, cases: number): Rate {
  if (cases === 0) throw new Error('no cases');
  const value = hits / cases;
  if (hits === 0) return { value, low: 0, high: Math.min(1, 3 / cases), cases };
  if (hits === cases) return { value, low: Math.max(0, 1 - 3 / cases), high: 1, cases };
  const square = deviations ** 2;
  const middle = value + square / (2 * cases);
  const spread = deviations * Math.sqrt((value * (1 - value)) / cases + square / (4 * cases ** 2));
  const scale = 1 + square / cases;
  return { value, low: (middle - spread) / scale, high: (middle + spread) / scale, cases };
}

/** Applies a threshold to the pairs. */
export function operatingPoint({ same, other }: LabelledDistances, threshold: number): OperatingPoint {
  const accepted = (distances: readonly number[]): number =>
    distances.filter((distance) => distance < threshold).length;
  return {
    threshold,
    tpr: rateOf(accepted(same), same.length),
    fmr: rateOf(accepted(other), other.length),
  };
}

/**
 * The widest threshold that accepts at most this share of different-person pairs.
 * @param fmr 0–1
 * @returns `null` if there are fewer than 1 ÷ fmr such pairs, which cannot demonstrate so low a rate
 */
export function pointAtFmr(distances: LabelledDistances, fmr: number): OperatingPoint | null {
  const others = distances.other.toSorted((a, b) => a - b);
  // With a small tolerance: products such as 0.001 × 1000 are not always exact in binary.
  const allowed = Math.floor(fmr * others.length + 1e-9);
  // Pairs closer than the threshold are accepted, so this is the first one that is not.
  const threshold = others[allowed];
  return allowed < 1 || threshold === undefined ? null : operatingPoint(distances, threshold);
}

/** The threshold at which the share of rejected same-person pairs most nearly equals that of accepted different-person pairs. */
export function equalErrorPoint(distances: LabelledDistances): { rate: number; threshold: number } {
  const same = distances.same.toSorted((a, b) => a - b);
  const other = distances.other.toSorted((a, b) => a - b);
  const thresholds = [...new Set([...same, ...other, Infinity])].toSorted((a, b) => a - b);
  let best = { rate: 1, threshold: 0, gap: Infinity };
  let [sameBelow, otherBelow] = [0, 0];
  // Both counts only increase with the threshold: one pass over the sorted distances.
  for (const threshold of thresholds) {
    while (sameBelow < same.length && (same[sameBelow] ?? 0) < threshold) sameBelow += 1;
    while (otherBelow < other.length && (other[otherBelow] ?? 0) < threshold) otherBelow += 1;
    const refused = 1 - sameBelow / same.length;
    const accepted = otherBelow / other.length;
    const gap = Math.abs(refused - accepted);
    if (gap < best.gap) best = { rate: (refused + accepted) / 2, threshold, gap };
  }
  return { rate: best.rate, threshold: best.threshold };
}

/**
 * The equal error rate with its limits, counted on the smaller of the two groups, and its distance.
 * @throws Error without pairs of both groups
 */
export function equalErrorRate(distances: LabelledDistances): Rate & { threshold: number } {
  const { rate, threshold } = equalErrorPoint(distances);
  const fewer = Math.min(distances.same.length, distances.other.length);
  return { ...rateOf(Math.round(rate * fewer), fewer), value: rate, threshold };
}

/** Rates for every threshold, from none accepted to all: the receiver operating characteristic. */
export function operatingCurve(distances: LabelledDistances): { fmr: number; tpr: number }[] {
  const same = distances.same.toSorted((a, b) => a - b);
  const other = distances.other.toSorted((a, b) => a - b);
  const thresholds = [...new Set([...same, ...other])].toSorted((a, b) => a - b);
  const curve = [{ fmr: 0, tpr: 0 }];
  let [sameWithin, otherWithin] = [0, 0];
  for (const threshold of thresholds) {
    while (sameWithin < same.length && (same[sameWithin] ?? 0) <= threshold) sameWithin += 1;
    while (otherWithin < other.length && (other[otherWithin] ?? 0) <= threshold) otherWithin += 1;
    curve.push({ fmr: otherWithin / other.length, tpr: sameWithin / same.length });
  }
  return curve;
}

/** Number of different-person pairs needed to demonstrate a false-match rate, 0–1. */
export const pairsNeeded = (fmr: number): number => Math.ceil(1 / fmr - 1e-9);

/** Describes how many different-person pairs are missing for a table. @param accept false-match rate of the score 85, 0–1 */
export function shortage(there: number, accept: number): string {
  const needed = pairsNeeded(accept);
  const missing = needed - there;
  return `pairs of different people: must be at least ${needed} for the accept rate ${accept}, not ${there}; ${missing} ${missing === 1 ? 'is' : 'are'} missing`;
}

/** False-match rates, 0–1, at which scores are placed. */
export interface CalibrationRates {
  /** For the score 85. */
  accept: number;
  /** For the score 80. */
  review: number;
}

/** The score 50 is placed at this multiple of the false-match rate of the score 80, but at most at one half. */
const doubtfulTimes = 10;

/**
 * Builds the table that places 85 and 80 at the chosen false-match rates.
 * @returns the table, or the reason why these pairs are not sufficient
 */
export function calibrationOf(
  distances: LabelledDistances,
  { accept, review }: CalibrationRates,
): Calibration | string {
  if (accept >= review) return 'the accept rate must be lower than the review rate';
  const points = [accept, review, Math.min(0.5, review * doubtfulTimes)].map((fmr) =>
    pointAtFmr(distances, fmr),
  );
  const [accepted, reviewed, doubtful] = points.map((point) => point?.threshold);
  if (accepted === undefined || reviewed === undefined || doubtful === undefined) {
    return shortage(distances.other.length, accept);
  }
  const farthest = Math.max(...distances.other);
  const table = [
    [0, 100],
    [accepted, 85],
    [reviewed, 80],
    [doubtful, 50],
    [farthest, 0],
  ] as const;
  const rises = table.every(([at], index) => index === 0 || at > (table[index - 1]?.[0] ?? 0));
  return rises ? table : 'the distances of different people are too few or too alike for a table';
}
