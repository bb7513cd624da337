/**
 * Models how often each multiple of a step occurs among amplitudes that were rounded once or twice.
 *
 * The amplitudes of one wave over many blocks are a mixture of bell curves about zero, with as many widths as a picture has calm and busy
 * places. After one rounding, each multiple of the step receives the values next to it. If they were rounded to another step before, it
 * receives the adjacent multiples of that step, sometimes one and sometimes two, so the counts rise and fall with a rhythm that no
 * content has. Zeros are left out: most places have nothing of a wave, and give zeros however they were saved.
 * @see T. Bianchi, A. Piva, Image Forgery Localization via Block-Grained Analysis of JPEG Artifacts, IEEE TIFS 7(3), 2012
 */

/** Multiples from 1 to this are counted; entry 0 of every list is unused. */
const mostSteps = 20;
/** Larger steps come from compression so strong that little is left to count. */
export const widestStep = 24;

/** Standard deviations of the bell curves, in levels. */
const widths = Array.from({ length: 12 }, (_, index) => 1.45 ** index);
/** Standard deviation that decoding and saving again add to an amplitude by rounding pixels, in levels. */
const rounding = 0.45;
/** Share that does not follow the rhythm: blocks that were slightly changed, colours that were clipped in between. */
export const astray = { few: 0.05, many: 0.25 };

/** For each width, the shares of the multiples 1 to {@link mostSteps}. */
export type SavingModel = readonly Float64Array[];

/** A mixture of the curves of a model. */
export interface Mixture {
  /** Weights of the curves. */
  weights: Float64Array;
  /** Log-likelihood of the counts (natural logarithm). */
  fit: number;
}

const known = new Map<number, SavingModel>();

/** Model of amplitudes rounded to multiples of `step`, 1 to {@link widestStep}. */
export function savedOnce(step: number): SavingModel {
  return remember(step, () =>
    widths.map((width) => shares((k) => bell((k + 0.5) * step, width) - bell((k - 0.5) * step, width))),
  );
}

/** Model of amplitudes rounded to multiples of `first` and then of `step`, both 1 to {@link widestStep}, except for a share of others. */
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

/** Which multiples of the first step become which multiples of the second. */
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
  // Narrow curves leave nothing at wide steps; probabilities are kept above zero.
  for (let k = 1; k <= mostSteps; k += 1) total += found[k] = Math.max(1e-12, of(k));
  return found.map((value, k) => (k === 0 ? 0 : Math.max(1e-9, value / total)));
}

/** Cumulative share of a bell curve about zero below a value. */
function bell(value: number, width: number): number {
  const x = Math.abs(value) / (width * Math.SQRT2);
  // The error function by formula 7.1.26 of Abramowitz and Stegun, with an error below 2e-7.
  const t = 1 / (1 + 0.3275911 * x);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const inner = (1 - tail * Math.exp(-x * x)) / 2;
  return value < 0 ? 0.5 - inner : 0.5 + inner;
}

/** Fits the mixture of a model's curves to counts, in a fixed number of iterations. */
export function fitMixture(counts: Float64Array, model: SavingModel, rounds = 20): Mixture {
  const weights = new Float64Array(model.length).fill(1 / model.length);
  const total = sumOf(counts);
  for (let round = 0; round < rounds; round += 1) {
    // The ratio of observed to predicted counts for each multiple.
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

/** Log-likelihood (natural logarithm) of counts under a mixture with known weights. */
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

/** Number of amplitudes at each multiple of a step, without zeros and those beyond the last multiple. */
export function countSteps(amplitudes: Float64Array, step: number): Float64Array {
  const counts = new Float64Array(mostSteps + 1);
  for (const amplitude of amplitudes) {
    const k = Math.round(Math.abs(amplitude) / step);
    if (k >= 1 && k <= mostSteps) counts[k]! += 1;
  }
  return counts;
}

/** Total of the counts. */
export function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
