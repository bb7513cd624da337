import { learnedSource } from '../../src/scripts/models.ts';
import { latinSkeleton, letterCodes } from '../../src/readings/latin-skeleton.ts';
import { pathCost, unitsOf } from '../../src/scripts/path-cost.ts';
import { buildModel, type Knot, type ModelSource, type ScriptModel } from '../../src/scripts/script-model.ts';
import { skeletonsOf } from '../../src/scripts/skeletons.ts';
import type { TrainedScript, WordPair } from './word-pairs.ts';

/** Costs a letter: of true pairs, of pairs with random Latin words and with neighbours in the alphabet. */
export interface Costs {
  same: number[];
  random: number[];
  near: number[];
}

const never = 1e6;
const perLetter = 1000;
const randomWords = 40;
const neighbours = [-3, -2, -1, 1, 2, 3];

/** Numerical Recipes' linear generator: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What is tested: pairs, all pairs known (no true pair may count as a stranger), and Latin words, sorted. */
export interface Sample {
  pairs: readonly WordPair[];
  known: readonly WordPair[];
  words: readonly string[];
}

/** Takes at most `size` pairs, evenly spread. */
export function spread(pairs: readonly WordPair[], size: number): WordPair[] {
  const step = Math.max(1, Math.floor(pairs.length / size));
  return pairs.filter((_, at) => at % step === 0).slice(0, size);
}

/** Costs under a model; `keyed`: a pair that shares no key counts as never matching. */
export function measure(model: ScriptModel, sample: Sample, keyed: boolean): Costs {
  const spellings = new Map<string, Set<string>>();
  for (const { form, latin } of sample.known) {
    const known = spellings.get(form) ?? new Set<string>();
    spellings.set(form, known.add(latin));
  }
  const places = new Map(sample.words.map((word, at) => [word, at]));
  const random = randomNumbers(20_260_101);
  const costs: Costs = { same: [], random: [], near: [] };
  for (const { form, latin } of sample.pairs) {
    const units = unitsOf(model, form);
    const keys = keyed ? new Set(skeletonsOf(model, form)) : null;
    const costOf = (word: string): number => {
      if (keys && !keys.has(latinSkeleton(word))) return never;
      const cost = pathCost({ model, units }, letterCodes(word), { perLetter });
      return cost < 0 ? never : Math.floor(cost / word.length);
    };
    const isStranger = (word: string | undefined): word is string =>
      word !== undefined && spellings.get(form)?.has(word) !== true;
    costs.same.push(costOf(latin));
    for (let count = 0; count < randomWords; count += 1) {
      const word = sample.words[Math.floor(random() * sample.words.length)];
      if (isStranger(word)) costs.random.push(costOf(word));
    }
    for (const distance of neighbours) {
      const word = sample.words[(places.get(latin) ?? 0) + distance];
      if (isStranger(word)) costs.near.push(costOf(word));
    }
  }
  for (const list of [costs.same, costs.random, costs.near]) list.sort((a, b) => a - b);
  return costs;
}

/** The cost below which a share of the list lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Share of true pairs accepted at a share of false ones, in per cent. */
export function recallAt(costs: Costs, negatives: readonly number[], share: number): number {
  const limit = quantile(negatives, share);
  return (100 * costs.same.filter((cost) => cost < limit).length) / costs.same.length;
}

/**
 * The table from costs to similarities: at 8,000 one in a thousand random words gets in, at 6,000 three in a thousand;
 * from 9,000 on one neighbour in the alphabet in a hundred, or a cost half as high if that is more.
 */
export function calibrate(source: Omit<ModelSource, 'knots'>, script: TrainedScript, sample: Sample): Knot[] {
  const costs = measure(buildModel(learnedSource(script, { ...source, knots: [] })), sample, false);
  const gate = quantile(costs.random, 0.001);
  const end = Math.max(gate + 20, quantile(costs.random, 0.003));
  const sure = Math.min(Math.max(quantile(costs.near, 0.01), Math.floor(gate / 2)), gate - 40);
  return [
    { cost: Math.floor(sure / 5), similarity: 9700 },
    { cost: sure, similarity: 9000 },
    { cost: gate, similarity: 8000 },
    { cost: end, similarity: 6000 },
  ];
}
