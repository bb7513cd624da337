/**
 * Whether a region shares the first of two compressions. Whoever opens a photograph, changes a part of it and saves it again as JPEG
 * leaves a picture that was rounded twice, but for the part: it was never rounded to the first steps where its blocks now lie. Other than
 * the ladder of `compression-history`, this is seen too where the second compression was the stronger one, which wipes the ladder out.
 *
 * The steps of the second compression are written in the file. Those of the first are searched for in the surroundings: as a standard
 * table of some quality, else wave by wave. Then it is asked how much likelier the region's counts are if it was rounded twice as well.
 *
 * Invariants: evidence is symmetrical: a region with too little in it gives 0. Of regions that share the first compression, at most
 * one in e^x gives −x or less, whatever they show. What was never saved before, or with the same steps, has no waves to compare.
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

/** What was found. */
export interface SecondSaving {
  /**
   * Natural logarithm of how much likelier the suspect region is if it was saved twice like its surroundings: positive when it was, negative
   * when it was saved once.
   */
  inside: number;
  /** The same of the surroundings, whose first steps were searched for. */
  outside: number;
  /** Waves that could be compared, and those in which the region was rather saved once. */
  compared: number;
  differing: number;
}

/** Amplitudes needed of a wave. */
const fewest = { inside: 10, outside: 60 };
/** From here on the surroundings were saved twice: all waves by one table, or one wave by itself. */
const clearly = { table: 12, wave: 10 };
/** First steps that are looked at more closely, where a rough look gives them any chance. */
const closer = 2;

/** One wave of the surroundings: how much likelier each first step makes it than none. */
interface WaveTrace {
  wave: number;
  step: number;
  gains: readonly number[];
}

/**
 * @param suspect amplitudes of the region that may have been brought in
 * @param rest those of its surroundings
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

/** For each first step how much likelier it makes the counts; the likeliest ones with a mixture of their own. */
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

/** The first steps of the waves that show some: by one standard table where it explains them, else each by itself. */
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

/** First five of each of the first five rows of the luma table in annex K of the JPEG standard (ITU-T T.81). */
const standard = [
  [16, 11, 10, 16, 24],
  [12, 12, 14, 19, 26],
  [14, 13, 16, 24, 40],
  [14, 17, 22, 29, 51],
  [18, 22, 37, 56, 68],
] as const;

/** A step of the table as the common library scales it. */
function standardStep(wave: number, quality: number): number {
  const [u, v] = wavePlaces[wave]!;
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return Math.max(1, Math.floor(((standard[v]?.[u] ?? 99) * scale + 50) / 100));
}
