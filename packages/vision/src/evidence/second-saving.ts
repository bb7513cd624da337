/**
 * Detects whether a region shares the first of two compressions. Opening a photograph, changing part of it and saving it again as JPEG
 * produces a picture that was rounded twice, except for that part: it was never rounded to the first steps at its present block
 * positions. Unlike the ladder of `compression-history`, this is detectable even if the second compression was stronger and has erased
 * the ladder.
 *
 * The steps of the second compression are in the file. Those of the first are estimated from the surroundings: as a standard table of
 * some quality, otherwise wave by wave. The result is how much more likely the region's counts are if it was rounded twice as well.
 *
 * Invariants: evidence is symmetrical: a region with too little content gives 0. Of regions that share the first compression, at most one
 * in e^x gives −x or less, whatever they show. Pictures never saved before, or saved with the same steps, have no comparable waves.
 */
import { wavePlaces, type Amplitudes } from './compression-history.ts';
import {
  astray,
  countSteps,
  fitMixture,
  fitOf,
  savedOnce,
  savedTwice,
  sumOf,
  widestStep,
} from './saving-models.ts';

/** The result of the comparison. */
export interface SecondSaving {
  /**
   * Log-likelihood ratio (natural logarithm) of the suspect region having been saved twice like its surroundings: positive if it was,
   * negative if it was saved once.
   */
  inside: number;
  /** The same for the surroundings, from which the first steps were estimated. */
  outside: number;
  /** Number of comparable waves, and of those in which the region was more likely saved once. */
  compared: number;
  differing: number;
}

/** Minimum number of amplitudes of a wave. */
const fewest = { inside: 10, outside: 60 };
/** Evidence from which the surroundings count as saved twice: all waves by one table, or one wave by itself. */
const clearly = { table: 12, wave: 10 };
/** Number of first steps examined more closely, if a rough estimate makes them possible. */
const closer = 2;

/** One wave of the surroundings: the log-likelihood gain of each first step compared with none. */
interface WaveTrace {
  wave: number;
  step: number;
  gains: readonly number[];
}

/**
 * Compares the compression of two regions.
 * @param suspect amplitudes of the region that may have been brought in
 * @param rest amplitudes of its surroundings
 * @param steps of the file, 64, row by row
 */
export function compareSavings(
  suspect: Amplitudes,
  rest: Amplitudes,
  steps: readonly number[],
): SecondSaving {
  const traces = wavePlaces.flatMap(([u, v], wave): WaveTrace[] => {
    const step = steps[8 * v + u] ?? 0;
    if (step < 1 || step > widestStep) return [];
    const counts = countSteps(rest[wave]!, step);
    return sumOf(counts) < fewest.outside ? [] : [{ wave, step, gains: gainsOf(counts, step) }];
  });
  const result = { inside: 0, outside: 0, compared: 0, differing: 0 };
  for (const { wave, step, first, gain } of firstSteps(traces)) {
    const counts = countSteps(suspect[wave]!, step);
    if (sumOf(counts) < fewest.inside) continue;
    const once = fitMixture(counts, savedOnce(step)).fit;
    const twice = [astray.few, astray.many].map(
      (others) => fitMixture(counts, savedTwice(first, step, others)).fit,
    );
    const inside = Math.max(...twice) - once;
    result.inside += inside;
    result.outside += gain;
    result.compared += 1;
    if (inside < 0) result.differing += 1;
  }
  return result;
}

/** The log-likelihood gain of each first step; the most likely ones are fitted with their own mixture. */
function gainsOf(counts: Float64Array, step: number): number[] {
  const once = fitMixture(counts, savedOnce(step));
  const rough = Array.from({ length: widestStep + 1 }, (_, first) =>
    first < 1 || first === step ? 0 : fitOf(counts, savedTwice(first, step), once.weights) - once.fit,
  );
  const likeliest = rough.toSorted((a, b) => b - a)[closer - 1] ?? 0;
  return rough.map((gain, first) =>
    gain < Math.max(0.5, likeliest) || first === step
      ? gain
      : fitMixture(counts, savedTwice(first, step)).fit - once.fit,
  );
}

type FirstStep = Omit<WaveTrace, 'gains'> & { first: number; gain: number };

/** The first steps of the waves that show any: from one standard table if it explains them, otherwise separately. */
function firstSteps(traces: readonly WaveTrace[]): FirstStep[] {
  const alone = traces
    .map(({ wave, step, gains }): FirstStep => {
      const gain = Math.max(...gains);
      return { wave, step, first: gains.indexOf(gain), gain };
    })
    .filter(({ gain }) => gain >= clearly.wave);
  let together: FirstStep[] = [];
  for (let quality = 40; quality <= 98; quality += 1) {
    const table = traces
      .map(({ wave, step, gains }): FirstStep => {
        const first = standardStep(wave, quality);
        return { wave, step, first, gain: gains[first] ?? 0 };
      })
      .filter(({ step, first }) => step !== first && first <= widestStep);
    if (gainOf(table) > gainOf(together)) together = table;
  }
  if (gainOf(together) >= Math.max(clearly.table, 0.8 * gainOf(alone))) return together;
  return alone;
}

const gainOf = (waves: readonly FirstStep[]): number => waves.reduce((sum, { gain }) => sum + gain, 0);

/** The first five entries in each of the first five rows of the luma table in annex K of the JPEG standard (ITU-T T.81). */
const standard = [
  [16, 11, 10, 16, 24],
  [12, 12, 14, 19, 26],
  [14, 13, 16, 24, 40],
  [14, 17, 22, 29, 51],
  [18, 22, 37, 56, 68],
] as const;

/** An entry of the table, scaled like the common library does. */
function standardStep(wave: number, quality: number): number {
  const [u, v] = wavePlaces[wave]!;
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Math.max(1, Math.floor(((standard[v]?.[u] ?? 99) * scale + 50) / 100));
}
