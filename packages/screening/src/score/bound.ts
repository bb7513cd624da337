import type { PreparedName, Token } from '../model/prepared-name.ts';
import { mostWeight } from '../names/token-weights.ts';
import { initialSimilarity, leastOfSpelling, lowestSimilarity } from '../words/compare-words.ts';
import { alikeThroughout } from './caps.ts';
import { calibrate } from './calibration.ts';
import { isSubstantive } from './name-side.ts';
import { chargePercent, hasMiddleWords, leastOfWholeName, wordsOfName } from './weigh.ts';
import { alikePercent, initialCharge, longestRun } from './word-pairs.ts';

/** Which of the two names the probed words belong to. */
export type ProbeSide = 'subject' | 'listed';

/** The most weight of a run of tokens that one word of the other name may match. */
const mostWeightOfRun = longestRun * mostWeight;

/**
 * Upper bound of `scoreNames` over every other name in which word `i` finds no better word, run or acronym than similarity
 * `best[i]` (0 to 10,000, 0 none; an agreeing initial is a word of similarity 6,000).
 * `otherWeight`: weight of all its words that are no legal form, hundredths; -1 unknown.
 * `otherLeft`: weight of those of its words known to have no partner at all, hundredths; 0 when nothing is known.
 */
export type NameBound = (best: ArrayLike<number>, otherWeight: number, otherLeft?: number) => number;

/** What of the probed name stays the same for every other name. */
interface Probe {
  weights: Int32Array;
  /** Legal forms take no part. */
  takesPart: Uint8Array;
  substantive: Uint8Array;
  /** Initials, which by agreeing as such alone are nothing that two names share. */
  initial: Uint8Array;
  /** One middle-like word of it may be missing at half the price. */
  mayBeCheap: boolean;
}

function readProbe(tokens: readonly Token[]): Probe {
  const weights = Int32Array.from(tokens, ({ weight }) => weight);
  const takesPart = Uint8Array.from(tokens, (token) => Number(token.class !== 'form'));
  const substantive = Uint8Array.from(tokens, (token) => Number(isSubstantive(token.class)));
  const initial = Uint8Array.from(tokens, (token) => Number(token.class === 'initial'));
  const typed = tokens.some((token) => token.typed);
  return {
    weights,
    takesPart,
    substantive,
    initial,
    mayBeCheap: hasMiddleWords(null, { typed, substantive: wordsOfName(tokens) }),
  };
}

/** Least charge for a word that finds a partner of this similarity: paired, an initial, or left out after all. */
function leastCharge(weight: number, similarity: number): number {
  // The other word may weigh nothing, and the charge goes by the mean of both.
  const paired = (weight * (10_000 - similarity)) / 2;
  const leftOut = weight * cheapestOmission;
  const initial = similarity <= initialSimilarity ? weight * leastInitialCharge : paired;
  return Math.min(paired, leftOut, initial);
}

/** Charge of an agreeing initial for each weight of the probed word, where the other word weighs nothing: half of both. */
const leastInitialCharge = (initialCharge * 100) / 2;

/** What a word that only this side has costs at least. */
export function leastOmission(side: ProbeSide): number {
  return side === 'subject' ? chargePercent.surplus : chargePercent.listedOmission;
}

const cheapestOmission =
  Math.min(chargePercent.surplus, chargePercent.listedOmission) * (100 - chargePercent.middleWord);

/**
 * The bound for one name and any number of others.
 *
 * Invariant: never below the score of any name that `NameBound` describes, for either side; `bound.test.ts` tries generated
 * pairs. So it takes the least charge a pair or an omission may have and leaves out what only both names show: role conflicts,
 * numbers, order of words, legal forms, caps. The plan of the search relies on it: a name that the bound fails is never read.
 *
 * Cost: a few operations for each word of the name; allocates nothing.
 */
export function prepareBound(tokens: readonly Token[], side: ProbeSide): NameBound {
  const { weights, takesPart, substantive, initial, mayBeCheap } = readProbe(tokens);
  const { queryOmission, listedOmission, middleWord, contradiction } = chargePercent;
  const otherSide = side === 'subject' ? 'listed' : 'subject';
  const probePercent = side === 'subject' ? queryOmission : listedOmission;
  const otherPercent = side === 'subject' ? listedOmission : queryOmission;
  return (best, otherWeight, otherLeft = 0) => {
    let good = 0;
    let bad = 0;
    let left = 0;
    let heaviest = 0;
    let matched = 0;
    let shares = false;
    for (let index = 0; index < weights.length; index += 1) {
      if (takesPart[index] === 0) continue;
      const weight = weights[index] as number;
      const similarity = best[index] as number;
      if (similarity > 0) {
        matched += 1;
        shares ||= initial[index] === 0 || similarity > initialSimilarity;
        good += weight * similarity;
        bad += leastCharge(weight, similarity);
      } else {
        left += weight;
        if (substantive[index] === 1 && weight > heaviest) heaviest = weight;
      }
    }
    // Nothing agrees, or initials with words alone, which no rule of the scoring lifts above 0.
    if (good === 0 || !shares) return 0;
    // What is known to be left, or what must be left if every match took a longest run of the heaviest words.
    const other = Math.max(otherLeft, otherWeight - matched * mostWeightOfRun, 0);
    const both = Math.min(left, other);
    const cheap = mayBeCheap ? Math.min(left - both, heaviest) : 0;
    // A name may be whole in the other one only if two pairs of words agree, and each takes one of the probed name.
    const mayBeWhole = matched >= leastOfWholeName;
    const probeRate = mayBeWhole && other === 0 ? leastOmission(side) : probePercent;
    const otherRate = mayBeWhole && left === 0 ? leastOmission(otherSide) : otherPercent;
    bad += probeRate * ((left - both) * 100 - cheap * (100 - middleWord));
    bad += otherRate * middleWord * (other - both);
    return calibrate(good, Math.max(0, bad), 2 * both * contradiction * 100);
  };
}

const alikeStep = 250;

/**
 * The least similarity that the only word of a name must have to a word of another script, by their spelling, for the two names to score what is
 * needed: words less alike are charged for it, and of people they are too little. 6,000 to 9,000; 6,000 where it is not the only word.
 */
export function leastOfOnlyWord(
  { tokens, kind }: Pick<PreparedName, 'tokens' | 'kind'>,
  needed: number,
  side: ProbeSide,
): number {
  const [only, ...more] = tokens;
  if (!only || more.length > 0) return lowestSimilarity;
  const isFirm = kind === 'organisation' || kind === 'vessel';
  // The scoring goes by the kind of the subject.
  const loss = side === 'subject' && !isFirm ? alikeThroughout : 0;
  const scoreBelow = (similarity: number): number => {
    // The other word may weigh as much, or more, which costs the difference. The scoring rounds the charge, hence one less.
    const charge = Math.max(0, (only.weight * (10_000 - similarity) * alikePercent) / 100 - 1);
    return calibrate(only.weight * similarity, charge) - loss;
  };
  let least = leastOfSpelling;
  // One more for what the calibration rounds.
  while (least > lowestSimilarity && scoreBelow(least - 1) + 1 >= needed) least -= alikeStep;
  return Math.max(least, lowestSimilarity);
}
