import type { PreparedName, Token } from '../../model/prepared-name.ts';
import { calibrate } from '../../score/calibration.ts';
import { mostOfOneWord } from '../../score/caps.ts';
import { leastOmission, type ProbeSide } from '../../score/bound.ts';
import { wordOf } from '../../words/word-of.ts';
import {
  chargePercent,
  hasMiddleWords,
  leastOfWholeName,
  leastWithMiddle,
  wordsOfName,
} from '../../score/weigh.ts';
import { isSubstantive } from '../../score/name-side.ts';
import { mostOfNear, mostSpared } from '../../score/near-words.ts';
import { initialCharge, longestRun } from '../../score/word-pairs.ts';
import { initialSimilarity } from '../../words/compare-words.ts';

/** Similarity that marks a part in a run of words written together: nothing is known of the weight of the run. */
export const joined = 10_001;

const perfect = 10_000;
/** Of the words that one written together covers, one at least is near to it. */
const hiddenBeside = longestRun - 1;
/** Of the words that an unspaced one covers, a family and a given part are known. */
const hiddenBesideParts = longestRun - 2;

function isWrittenTogether(text: string): boolean {
  // Of words that are remembered: reading the letters anew costs more than the rest of the bound.
  return wordOf(text).compounds.length > 0;
}

/**
 * Upper bound of `scoreNames` for one query and many stored names, from the similarities and weights of their single
 * words. For every word of the query it takes the best word of the name, used by others or not, or leaves the word out
 * where that is cheaper; so no pairing of the two names can do better.
 *
 * State: what stays the same for the query (`#weight` to `#isCapped`), and of the name at hand the best agreement and the
 * least charge of each word (`#good`, `#charge`) and what its other words weigh (`#left`, `#leftDistinctive`, `#heaviest`).
 * `begin` forgets the name; `meet` and `leave` take its tokens in any order; `passes` answers.
 *
 * Invariants: every term errs upwards. Agreement is the most any token gives, charge the least, from whichever tokens; words
 * that initials, runs or unspaced words may match are taken off what is left, at the weight of the heaviest; charges that
 * only the whole name shows (role conflicts, numbers, order, forms) are left out. Constants are those of the scoring.
 *
 * Cost: words of the query once for each name, words near to a token once for each token; allocates nothing.
 */
export class PairBound {
  readonly #weight: Float64Array;
  readonly #form: Uint8Array;
  readonly #initial: Uint8Array;
  readonly #granted: readonly number[];
  readonly #good: Float64Array;
  readonly #charge: Float64Array;
  readonly #leaveOut: number;
  readonly #middle: boolean;
  readonly #initials: number;
  /** Words of a stored name that may be part of a word of the query written together without being near to it. */
  readonly #hiddenInAny: number;
  /** The same of the name at hand, with those that an unspaced word covers. */
  #hidden = 0;
  readonly #needed: number;
  /** Per cent of a contradiction that words count which are near in letters, where a name of such may score what is needed. */
  readonly #countedPercent: number;
  /** Per cent charged for words of the query that are missing, and for words left of the stored name. */
  readonly #missingPercent: number;
  readonly #leftPercent: number;
  /** The same where the other name is whole. */
  readonly #leastMissingPercent: number;
  readonly #leastLeftPercent: number;
  /** Whether a query of one word is capped below what is needed where a distinctive word of the stored name is left. */
  readonly #isCapped: boolean;
  /** Whether the name at hand has more in common with the query than initials with words. */
  #shares = false;
  #left = 0;
  #leftDistinctive = 0;
  #heaviest = 0;
  #size = 0;

  /**
   * @param granted by word: similarity it finds in any name, 0 for most
   * @param side what the query is to `scoreNames`; the stored names are the other side
   */
  constructor(
    query: Pick<PreparedName, 'tokens' | 'kind'>,
    granted: readonly number[],
    { needed, side = 'subject' }: { needed: number; side?: ProbeSide },
  ) {
    const { queryOmission, listedOmission } = chargePercent;
    this.#missingPercent = side === 'subject' ? queryOmission : listedOmission;
    this.#leftPercent = side === 'subject' ? listedOmission : queryOmission;
    const { tokens, kind } = query;
    this.#weight = new Float64Array(tokens.length);
    this.#form = new Uint8Array(tokens.length);
    this.#initial = new Uint8Array(tokens.length);
    for (let word = 0; word < tokens.length; word += 1) {
      const token = tokens[word] as Token;
      this.#weight[word] = token.weight;
      this.#form[word] = token.class === 'form' ? 1 : 0;
      this.#initial[word] = token.class === 'initial' ? 1 : 0;
    }
    this.#granted = granted;
    this.#initials = granted.filter((similarity) => similarity > 0).length;
    this.#hiddenInAny = hiddenBeside * tokens.filter(({ text }) => isWrittenTogether(text)).length;
    this.#good = new Float64Array(tokens.length);
    this.#charge = new Float64Array(tokens.length);
    const substantive = tokens.filter((token) => isSubstantive(token.class));
    this.#middle = hasMiddleWords(kind, {
      typed: tokens.some(({ typed }) => typed),
      substantive: wordsOfName(tokens),
    });
    this.#leastMissingPercent = leastOmission(side);
    this.#leastLeftPercent = leastOmission(side === 'subject' ? 'listed' : 'subject');
    this.#leaveOut = this.#leastMissingPercent * (this.#middle ? chargePercent.middleWord : 100);
    this.#needed = needed;
    this.#countedPercent = needed > mostOfNear ? 100 : 100 - mostSpared;
    // The cap of `capsOf` for a subject of one word, once a distinctive word of the name has no partner.
    const [only] = substantive;
    this.#isCapped =
      side === 'subject' && substantive.length === 1 && only !== undefined && mostOfOneWord(only) < needed;
  }

  /** Whether it matters which words left of a name are distinctive. */
  get needsClasses(): boolean {
    return this.#isCapped;
  }

  /** Forgets the name looked at. */
  begin(): void {
    this.#shares = false;
    this.#hidden = this.#hiddenInAny;
    for (let word = 0; word < this.#good.length; word += 1) {
      this.#good[word] = 0;
      this.#charge[word] = Infinity;
      const granted = this.#granted[word] as number;
      // An initial agrees with some word of any name, of a weight that is not known.
      if (granted > 0) this.matchWord(word, granted, 0);
    }
    this.#left = 0;
    this.#leftDistinctive = 0;
    this.#heaviest = 0;
    this.#size = 0;
  }

  /** A word of the name, of this weight, is near to a word of the query. */
  matchWord(word: number, similarity: number, weight: number): void {
    if (similarity > initialSimilarity || this.#initial[word] === 0) this.#shares = true;
    const own = this.#weight[word] as number;
    let good = own * perfect;
    let charge = 0;
    if (similarity < joined) {
      // A stored word that is near weighs something, so 0 means that the weight is not known.
      const granted = weight === 0;
      good = (granted ? own : Math.min(own, weight)) * similarity;
      const mean = (own + weight) / 2;
      charge =
        // An initial may be behind so low a similarity. The scoring rounds other charges, hence one less.
        similarity <= initialSimilarity ? mean * initialCharge * 100 : mean * (perfect - similarity) - 1;
    }
    // Two tokens may give one the most and the other the least: above what either gives.
    if (good > (this.#good[word] as number)) this.#good[word] = good;
    if (charge < (this.#charge[word] as number)) this.#charge[word] = charge;
  }

  /** Words of the name, a family and a given part among them, are an unspaced word of the query. */
  matchRun(word: number): void {
    this.matchWord(word, joined, 0);
    this.#hidden += hiddenBesideParts;
  }

  /** A word of the name, of this weight, is near to none. */
  leave(weight: number): void {
    this.#left += weight;
    if (weight > this.#heaviest) this.#heaviest = weight;
  }

  /** The word just left distinguishes this name from others of its trade and place. */
  leaveDistinctive(): void {
    this.#leftDistinctive += 1;
  }

  /** Whether the name, all words of which were met or left, may score what is needed. */
  passes(size: number): boolean {
    if (!this.#shares) return false;
    // Initials and hidden parts may yet be partners, so one more than those must be left.
    if (this.#isCapped && this.#leftDistinctive > this.#initials + this.#hidden) return false;
    this.#size = size;
    let good = 0;
    let bad = 0;
    let missing = 0;
    let heaviest = 0;
    let matched = 0;
    for (let word = 0; word < this.#good.length; word += 1) {
      const weight = this.#weight[word] as number;
      const own = this.#good[word] as number;
      if (own > 0) {
        matched += 1;
        good += own;
        // The scoring may leave the pair out where the omission is cheaper.
        bad += Math.max(0, Math.min(this.#charge[word] as number, weight * this.#leaveOut));
      } else if (this.#form[word] === 0) {
        // Legal forms without a partner cost a fixed sum that is left out here.
        missing += weight;
        if (weight > heaviest) heaviest = weight;
      }
    }
    if (good === 0) return false;
    // What is left may still be the partner of an initial or part of an unspaced word.
    const left = Math.max(0, this.#left - (this.#initials + this.#hidden) * this.#heaviest);
    const both = Math.min(missing, left);
    const contradiction = Math.floor(
      (2 * both * chargePercent.contradiction * 100 * this.#countedPercent) / 100,
    );
    bad += this.#omissions(missing - both, left - both, {
      heaviest,
      whole: both === 0 && matched >= leastOfWholeName,
    });
    return calibrate(good, bad, contradiction) >= this.#needed;
  }

  /**
   * Charges for what only one of the names has; one of the two is 0. `whole`: nothing of the other name is known to be left, so it may
   * be whole in this one.
   */
  #omissions(
    missing: number,
    left: number,
    { heaviest, whole }: { heaviest: number; whole: boolean },
  ): number {
    const cheap = 100 - chargePercent.middleWord;
    if (missing > 0) {
      const middle = this.#middle ? Math.min(missing, heaviest) : 0;
      const percent = whole ? this.#leastMissingPercent : this.#missingPercent;
      return percent * (missing * 100 - middle * cheap);
    }
    // The roles of the stored words are not looked at, so any name of three tokens may have a middle word.
    const middle = this.#size >= leastWithMiddle ? Math.min(left, this.#heaviest) : 0;
    return (whole ? this.#leastLeftPercent : this.#leftPercent) * (left * 100 - middle * cheap);
  }
}
