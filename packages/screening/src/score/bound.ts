import type { PreparedName, Token } from '../model/prepared-name.ts';
import { initialSimilarity, leastOfSpelling, lowestSimilarity } from '../words/compare-words.ts';
import { alikeThroughout } from './caps.ts';
import { calibrate } from './calibration.ts';
import { isSubstantive } from './name-side.ts';
import { chargePercent, hasMiddleWords, leastOfWholeName, wordsOfName } from './weigh.ts';
import { alikePercent, initialCharge } from './word-pairs.ts';

/** The name to which the probed words belong. */
export type ProbeSide = 'subject' | 'listed';

const perfect = 10_000;
/** Maximum number of words for which both pairing and leaving out are tried. */
const mostTried = 4;

/**
 * Whether a name can score `needed`, given that no word, run or acronym in it matches word `i` with a similarity above `best[i]` (0 to
 * 10,000, 0 for none; an agreeing initial is a word of similarity 6,000) or with a charge below `charge[i]` (`leastPairCharge`).
 * @param needed 1 to 10,000
 */
export type NameBound = (best: Float64Array, charge: Float64Array, needed: number) => boolean;

/** The parts of the probed name that are the same for every other name. */
interface Probe {
  weights: Int32Array;
  /** Legal forms do not take part. */
  takesPart: Uint8Array;
  substantive: Uint8Array;
  /** Initials: if only initials agree, two names share nothing. */
  initial: Uint8Array;
  /** Whether one middle-like word may be missing at half the charge. */
  mayBeCheap: boolean;
}

function readProbe(tokens: readonly Token[]): Probe {
  const weights = new Int32Array(tokens.length);
  const takesPart = new Uint8Array(tokens.length);
  const substantive = new Uint8Array(tokens.length);
  const initial = new Uint8Array(tokens.length);
  // Not `Int32Array.from`, which calls a function per element through an iterator: a bound is created for every subject name.
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
 * Minimum charge, weight × 10,000, for a word paired with another of this similarity.
 * @param weight of the word.
 * @param other minimum weight of the other word; 0 if unknown
 */
export function leastPairCharge(weight: number, similarity: number, other: number): number {
  // A word of this similarity may be an initial. The scoring rounds charges, hence one less; words written together are free.
  const lost = similarity <= initialSimilarity ? initialCharge * 100 : perfect - similarity;
  return Math.max(0, ((weight + other) / 2) * lost - 1);
}

/** Minimum cost of a word that only this side has. */
export function leastOmission(side: ProbeSide): number {
  return side === 'subject' ? chargePercent.surplus : chargePercent.listedOmission;
}

/**
 * Creates the bound of one name for any number of others, over all choices of paired and omitted words.
 *
 * Invariant: never false for a name that matches `NameBound` and scores enough, on either side; `bound.test.ts` checks this on generated
 * pairs. It therefore uses the minimum charge of each pair or omission and ignores everything that depends on both names: leftover words
 * of the other name, role conflicts, numbers, word order, legal forms, caps. The search relies on the invariant: names that fail the
 * bound are never read.
 *
 * Cost: one or two sums over the words; if these are inconclusive, twice as many for each word that may be better left out.
 */
export function prepareBound(tokens: readonly Token[], side: ProbeSide): NameBound {
  const probe = readProbe(tokens);
  const { weights, takesPart } = probe;
  const wholePercent = leastOmission(side);
  /** Minimum cost of leaving a word out, relative to its weight. */
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
    // Tries every subset of words to leave out, starting with none.
    for (let out = 0; ; out = (out - tried) & tried) {
      if (mostOf(other, paired & ~out, untried) >= needed) return true;
      if (out === tried) return false;
    }
  };
}

/** What is known of the other name, and the costs of omissions. One object is reused for all names. */
interface Other {
  readonly probe: Probe;
  readonly probePercent: number;
  readonly wholePercent: number;
  readonly leastLeftOut: number;
  best: Float64Array;
  charge: Float64Array;
}

/** Maximum score if the words of a mask are paired. Words in `cheap` are charged no more than leaving them out would cost. */
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
  // Nothing agrees, or only initials do, which no scoring rule lifts above 0.
  if (good === 0 || !shares) return 0;
  const middle = mayBeCheap ? Math.min(left, heaviest) : 0;
  // The listed name can be whole in the subject's only if at least two pairs of words agree, each using a word of the probed name.
  const percent = matched >= leastOfWholeName ? other.wholePercent : other.probePercent;
  return calibrate(good, bad + percent * (left * 100 - middle * (100 - chargePercent.middleWord)));
}

const alikeStep = 250;

/**
 * Minimum similarity that the only word of a name must have to a word of another script, by spelling, for the names to reach the needed
 * score: less similar words are charged, and for people they are not enough. 6,000 to 9,000; 6,000 if it is not the only word.
 */
export function leastOfOnlyWord(
  { tokens, kind }: Pick<PreparedName, 'tokens' | 'kind'>,
  needed: number,
  side: ProbeSide,
): number {
  const [only, ...more] = tokens;
  if (!only || more.length > 0) return lowestSimilarity;
  const isFirm = kind === 'organisation' || kind === 'vessel';
  // The scoring depends on the kind of the subject.
  const loss = side === 'subject' && !isFirm ? alikeThroughout : 0;
  const scoreBelow = (similarity: number): number => {
    // The other word may weigh as much, or more at the cost of the difference. The scoring rounds the charge, hence one less.
    const charge = Math.max(0, (only.weight * (10_000 - similarity) * alikePercent) / 100 - 1);
    return calibrate(only.weight * similarity, charge) - loss;
  };
  let least = leastOfSpelling;
  // One more because the calibration rounds.
  while (least > lowestSimilarity && scoreBelow(least - 1) + 1 >= needed) least -= alikeStep;
  return Math.max(least, lowestSimilarity);
}
