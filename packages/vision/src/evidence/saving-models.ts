/**
 * How often each multiple of a step occurs among amplitudes that were rounded once, or twice.
 *
 * The amplitudes of one wave over many blocks are a mixture of bell curves about zero, of as many widths as a picture has calm and busy
 * places. Rounded once, each multiple of the step gets what lies next to it. Rounded to another step before, it gets the former
 * multiples that lie next to it: now one, now two, so that the counts go up and down with a rhythm that no content has. Zeros are left
 * out: most places have nothing of a wave, and however they were saved they are zeros.
 *
 * @see T. Bianchi, A. Piva, Image Forgery Localization via Block-Grained Analysis of JPEG Artifacts, IEEE TIFS 7(3), 2012
 */

/** Multiples that are counted: 1 to this; the entry 0 of every list is not used. */
const mostSteps = 20;
/** Steps beyond this come from compression so strong that little is left to count. */
export const widestStep = 24;

/** Standard deviations of the bell curves, levels. */
const widths = Array.from({ length: 12 }, (_, index) => 1.45 ** index);
/** What decoding and saving again add to an amplitude by rounding pixels: deviation, levels. */
const rounding = 0.45;
/** Share that does not follow the rhythm: blocks that were changed a little, colours that were clipped in between. */
export const astray = { few: 0.05, many: 0.25 };

/** Shares of the multiples 1 to {@link mostSteps} for each width. */
export type SavingModel = readonly Float64Array[];

/** A mixture of the curves of a model. */
export interface Mixture {
  /** Shares of the curves. */
  weights: Float64Array;
  /** Natural logarithm of how likely the counts are. */
  fit: number;
}

const known = new Map<number, SavingModel>();

/** Amplitudes rounded to multiples of `step`, 1 to {@link widestStep}. */
export function savedOnce(step: number): SavingModel {
  return remember(step, () =>
    widths.map((width) => shares((k) => bell((k + 0.5) * step, width) - bell((k - 0.5) * step, width))),
  );
}

/** Amplitudes rounded to multiples of `first`, and then to multiples of `step`, both 1 to {@link widestStep}, but for some. */
export function savedTwice(first: number, step: number, others = astray.few): SavingModel {
  return remember(step + 100 * first + 10_000 * others, () => {
    const moves = movesFrom(first, step);
    const once = savedOnce(step);
    return widths.map((width, index) => {
      const sums = new Float64Array(mostSteps + 1);
      for (const { m, k, share } of moves)
        sums[k]! += share * (bell((m + 0.5) * first, width) - bell((m - 0.5) * first, width));
      return shares((k) => sums[k]!).map((share, k) => (1 - others) * share + others * once[index]![k]!);
    });
  });
}

/** Which multiples of the first step become which of the second. */
function movesFrom(first: number, step: number): { m: number; k: number; share: number }[] {
  const moves: { m: number; k: number; share: number }[] = [];
  for (let m = 0; m * first <= (mostSteps + 1.5) * step; m += 1) {
    const middle = (m * first) / step;
    for (let k = Math.max(1, Math.floor(middle)); k <= Math.min(mostSteps, Math.ceil(middle)); k += 1) {
      const [from, to] = [(k - 0.5) * step - m * first, (k + 0.5) * step - m * first];
      moves.push({ m, k, share: bell(to, rounding) - bell(from, rounding) });
    }
  }
  return moves;
}

function remember(key: number, make: () => SavingModel): SavingModel {
  const model = known.get(key) ?? make();
  known.set(key, model);
  return model;
}

function shares(of: (k: number) => number): Float64Array {
  const found = new Float64Array(mostSteps + 1);
  let total = 0;
  // Narrow curves leave nothing of wide steps; what is next to impossible is kept above zero.
  for (let k = 1; k <= mostSteps; k += 1) total += found[k] = Math.max(1e-12, of(k));
  return found.map((value, k) => (k === 0 ? 0 : Math.max(1e-9, value / total)));
}

/** Share of a bell curve about zero below a value. */
function bell(value: number, width: number): number {
  const x = Math.abs(value) / (width * Math.SQRT2);
  // The error function by formula 7.1.26 of Abramowitz and Stegun, off by less than 2e-7.
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const inner = (1 - tail * Math.exp(-x * x)) / 2;
  return value < 0 ? 0.5 - inner : 0.5 + inner;
}

/** The mixture of a model's curves that explains counts best, approached in so many rounds. */
export function fitMixture(counts: Float64Array, model: SavingModel, rounds = 20): Mixture {
  const weights = new Float64Array(model.length).fill(1 / model.length);
  const total = sumOf(counts);
  for (let round = 0; round < rounds; round += 1) {
    // What the mixture lacks of each multiple, as a factor.
    const lacking = mixtureOf(weights, model);
    for (let k = 1; k <= mostSteps; k += 1) lacking[k] = counts[k]! / lacking[k]! / total;
    for (let index = 0; index < model.length; index += 1) {
      const curve = model[index]!;
      let share = 0;
      for (let k = 1; k <= mostSteps; k += 1) share += lacking[k]! * curve[k]!;
      weights[index]! *= share;
    }
  }
  return { weights, fit: fitOf(counts, model, weights) };
}

/** Natural logarithm of how likely counts are, of a mixture whose weights are known. */
export function fitOf(counts: Float64Array, model: SavingModel, weights: Float64Array): number {
  const mixed = mixtureOf(weights, model);
  let fit = 0;
  for (let k = 1; k <= mostSteps; k += 1) fit += counts[k]! * Math.log(mixed[k]!);
  return fit;
}

function mixtureOf(weights: Float64Array, model: SavingModel): Float64Array {
  const mixed = new Float64Array(mostSteps + 1);
  for (let index = 0; index < model.length; index += 1) {
    const [curve, weight] = [model[index]!, weights[index]!];
    for (let k = 1; k <= mostSteps; k += 1) mixed[k]! += weight * curve[k]!;
  }
  return mixed;
}

/** How many amplitudes there are of each multiple of a step; zeros and those beyond the last are left out. */
export function countSteps(amplitudes: Float64Array, step: number): Float64Array {
  const counts = new Float64Array(mostSteps + 1);
  for (const amplitude of amplitudes) {
    const k = Math.round(Math.abs(amplitude) / step);
    if (k >= 1 && k <= mostSteps) counts[k]! += 1;
  }
  return counts;
}

/** How many were counted. */
export function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
