import type { PreparedName, Token } from '../model/prepared-name.ts';
import { initialSimilarity, leastOfSpelling, lowestSimilarity } from '../words/compare-words.ts';
import { alikeThroughout } from './caps.ts';
import { calibrate } from './calibration.ts';
import { isSubstantive } from './name-side.ts';
import { chargePercent, hasMiddleWords, leastOfWholeName, wordsOfName } from './weigh.ts';
import { alikePercent, initialCharge } from './word-pairs.ts';

/** Which of the two names the probed words belong to. */
export type ProbeSide = 'subject' | 'listed';

const perfect = 10_000;
/** Words that are tried paired and left out. */
const mostTried = 4;

/**
 * Whether a name may score `needed` in which word `i` finds no better word, run or acronym than similarity `best[i]` (0 to 10,000,
 * 0 none; an agreeing initial is a word of similarity 6,000), and none at a lower charge than `charge[i]` (`leastPairCharge`). @param needed 1 to 10,000
 */
export type NameBound = (best: Float64Array, charge: Float64Array, needed: number) => boolean;

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
  const weights = new Int32Array(tokens.length);
  const takesPart = new Uint8Array(tokens.length);
  const substantive = new Uint8Array(tokens.length);
  const initial = new Uint8Array(tokens.length);
  // Not by Int32Array.from, which calls a function for each through an iterator: bounds are made for every name that is asked.
  for (let word = 0; word < tokens.length; word += 1) {
    const token = tokens[word] as Token;
    weights[word] = token.weight;
    takesPart[word] = Number(token.class !== 'form');
    substantive[word] = Number(isSubstantive(token.class));
    initial[word] = Number(token.class === 'initial');
  }
  const typed = tokens.some((token) => token.typed);
  return {
    weights,
    takesPart,
    substantive,
    initial,
    mayBeCheap: hasMiddleWords(null, { typed, substantive: wordsOfName(tokens) }),
  };
}

/**
 * The least charge for a word that is paired with one of this similarity, weight × 10,000.
 * @param weight of the word. @param other what the other one weighs at least; 0 unknown
 */
export function leastPairCharge(weight: number, similarity: number, other: number): number {
  // A word of this similarity may be an initial. The scoring rounds charges, hence one less; words written together cost nothing.
  const lost = similarity <= initialSimilarity ? initialCharge * 100 : perfect - similarity;
  return Math.max(0, ((weight + other) / 2) * lost - 1);
}

/** What a word that only this side has costs at least. */
export function leastOmission(side: ProbeSide): number {
  return side === 'subject' ? chargePercent.surplus : chargePercent.listedOmission;
}

/**
 * The bound for one name and any number of others, by every choice of words that are paired and words that are left out.
 *
 * Invariant: never false for a name that `NameBound` describes and that scores enough, for either side; `bound.test.ts` tries
 * generated pairs. So it takes the least charge a pair or an omission may have and leaves out what only both names show: what is left
 * of the other one, role conflicts, numbers, order of words, legal forms, caps. The search relies on it: a name that the bound fails is
 * never read.
 *
 * Cost: one or two sums over the words; of names that this does not decide, twice as many for each word that may be better left out.
 */
export function prepareBound(tokens: readonly Token[], side: ProbeSide): NameBound {
  const probe = readProbe(tokens);
  const { weights, takesPart } = probe;
  const wholePercent = leastOmission(side);
  /** What leaving a word out costs at least, by weight. */
  const leastLeftOut = wholePercent * (probe.mayBeCheap ? chargePercent.middleWord : 100);
  const other: Other = {
    probe,
    probePercent: side === 'subject' ? chargePercent.queryOmission : chargePercent.listedOmission,
    wholePercent,
    leastLeftOut,
    best: new Float64Array(0),
    charge: new Float64Array(0),
  };
  return (best, charge, needed) => {
    other.best = best;
    other.charge = charge;
    let paired = 0;
    let doubtful = 0;
    for (let word = 0; word < weights.length; word += 1) {
      if (takesPart[word] === 0 || best[word] === 0) continue;
      paired |= 1 << word;
      // Otherwise leaving it out costs no less, and it agrees with nothing.
      if ((charge[word] as number) > (weights[word] as number) * leastLeftOut) doubtful |= 1 << word;
    }
    if (mostOf(other, paired, doubtful) < needed) return false;
    if (doubtful === 0) return true;
    let untried = doubtful;
    for (let count = 0; count < mostTried; count += 1) untried &= untried - 1;
    const tried = doubtful & ~untried;
    // Every choice of those that are left out, none first.
    for (let out = 0; ; out = (out - tried) & tried) {
      if (mostOf(other, paired & ~out, untried) >= needed) return true;
      if (out === tried) return false;
    }
  };
}

/** What is known of another name, and what omissions cost. One object for all names that a bound judges. */
interface Other {
  readonly probe: Probe;
  readonly probePercent: number;
  readonly wholePercent: number;
  readonly leastLeftOut: number;
  best: Float64Array;
  charge: Float64Array;
}

/** The most that is scored where the words of a mask are paired. Those of `cheap` are charged no more than leaving them out other. */
function mostOf(other: Other, paired: number, cheap: number): number {
  const { probe, best, charge } = other;
  const { weights, takesPart, substantive, initial, mayBeCheap } = probe;
  let good = 0;
  let bad = 0;
  let left = 0;
  let heaviest = 0;
  let matched = 0;
  let shares = false;
  for (let word = 0; word < weights.length; word += 1) {
    if (takesPart[word] === 0) continue;
    const weight = weights[word] as number;
    if ((paired & (1 << word)) !== 0) {
      const similarity = best[word] as number;
      matched += 1;
      shares ||= initial[word] === 0 || similarity > initialSimilarity;
      good += weight * similarity;
      const whole = charge[word] as number;
      bad += (cheap & (1 << word)) === 0 ? whole : Math.min(whole, weight * other.leastLeftOut);
    } else {
      left += weight;
      if (substantive[word] === 1 && weight > heaviest) heaviest = weight;
    }
  }
  // Nothing agrees, or initials with words alone, which no rule of the scoring lifts above 0.
  if (good === 0 || !shares) return 0;
  const middle = mayBeCheap ? Math.min(left, heaviest) : 0;
  // A name may be whole in the other one only if two pairs of words agree, and each takes one of the probed name.
  const percent = matched >= leastOfWholeName ? other.wholePercent : other.probePercent;
  return calibrate(good, bad + percent * (left * 100 - middle * (100 - chargePercent.middleWord)));
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
