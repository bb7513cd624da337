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

/** Similarity that marks part of a compound: the weight of the run is unknown. */
export const joined = 10_001;

const perfect = 10_000;
/** Number of words covered by a compound apart from the one that is near to it. */
const hiddenBeside = longestRun - 1;
/** Number of words covered by an unspaced word apart from its family and given parts, which are known. */
const hiddenBesideParts = longestRun - 2;

function isWrittenTogether(text: string): boolean {
  // Uses remembered words, because decoding the letters costs more than the rest of the bound.
  return wordOf(text).compounds.length > 0;
}

/**
 * An upper bound of `scoreNames` for one query and many stored names, from the similarities and weights of their single words. Each word
 * of the query is matched with the best word of the name, whether or not that is used by others, or left out if that is cheaper; so no
 * pairing of the two names can score higher.
 *
 * State: values that stay the same for the query (`#weight` to `#isCapped`), and for the current name the best agreement and the minimum
 * charge of each word (`#good`, `#charge`) and the weight of its other words (`#left`, `#leftDistinctive`, `#heaviest`). `begin` resets
 * the name; `meet` and `leave` add its tokens in any order; `passes` returns the result.
 *
 * Invariants: every term errs upwards. Agreement is the maximum and charge the minimum over all tokens, even different ones; words that
 * initials, runs or unspaced words may match are subtracted from the leftover weight, at the weight of the heaviest; charges that depend
 * on the whole name (role conflicts, numbers, order, forms) are ignored. The constants are those of the scoring.
 *
 * Cost: the words of the query once for each name, words near to a token once for each token; no allocations.
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
  /** Number of words in a stored name that may belong to a compound word of the query without being near to it. */
  readonly #hiddenInAny: number;
  /** The same for the current name, including those covered by an unspaced word. */
  #hidden = 0;
  readonly #needed: number;
  /** Per cent of a contradiction that is charged for words with similar letters, if such names can reach the needed score. */
  readonly #countedPercent: number;
  /** Per cent charged for missing words of the query, and for leftover words of the stored name. */
  readonly #missingPercent: number;
  readonly #leftPercent: number;
  /** The same if the other name is whole. */
  readonly #leastMissingPercent: number;
  readonly #leastLeftPercent: number;
  /** Whether a distinctive leftover word in the stored name caps a one-word query below the needed score. */
  readonly #isCapped: boolean;
  /** Whether the current name shares more with the query than initials and words. */
  #shares = false;
  #left = 0;
  #leftDistinctive = 0;
  #heaviest = 0;
  #size = 0;

  /**
   * @param granted by word: similarity it finds in any name, 0 for most
   * @param side the role of the query in `scoreNames`; the stored names have the other role
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
    // The cap of `capsOf` for a one-word subject, once a distinctive word of the name has no partner.
    const [only] = substantive;
    this.#isCapped =
      side === 'subject' && substantive.length === 1 && only !== undefined && mostOfOneWord(only) < needed;
  }

  /** Whether it matters which leftover words of a name are distinctive. */
  get needsClasses(): boolean {
    return this.#isCapped;
  }

  /** Resets the current name. */
  begin(): void {
    this.#shares = false;
    this.#hidden = this.#hiddenInAny;
    for (let word = 0; word < this.#good.length; word += 1) {
      this.#good[word] = 0;
      this.#charge[word] = Infinity;
      const granted = this.#granted[word] as number;
      // An initial agrees with some word of any name, whose weight is unknown.
      if (granted > 0) this.matchWord(word, granted, 0);
    }
    this.#left = 0;
    this.#leftDistinctive = 0;
    this.#heaviest = 0;
    this.#size = 0;
  }

  /** Adds a word of the name, with its weight, that is near to a word of the query. */
  matchWord(word: number, similarity: number, weight: number): void {
    if (similarity > initialSimilarity || this.#initial[word] === 0) this.#shares = true;
    const own = this.#weight[word] as number;
    let good = own * perfect;
    let charge = 0;
    if (similarity < joined) {
      // A near stored word has a positive weight, so 0 means that the weight is unknown.
      const granted = weight === 0;
      good = (granted ? own : Math.min(own, weight)) * similarity;
      const mean = (own + weight) / 2;
      charge =
        // So low a similarity may come from an initial. The scoring rounds other charges, hence one less.
        similarity <= initialSimilarity ? mean * initialCharge * 100 : mean * (perfect - similarity) - 1;
    }
    // One token may give the best agreement and another the lowest charge: an upper bound for either.
    if (good > (this.#good[word] as number)) this.#good[word] = good;
    if (charge < (this.#charge[word] as number)) this.#charge[word] = charge;
  }

  /** Adds words of the name, including a family and a given part, that form an unspaced word of the query. */
  matchRun(word: number): void {
    this.matchWord(word, joined, 0);
    this.#hidden += hiddenBesideParts;
  }

  /** Adds a word of the name, with its weight, that is not near to any word. */
  leave(weight: number): void {
    this.#left += weight;
    if (weight > this.#heaviest) this.#heaviest = weight;
  }

  /** Marks the word just left over as one that distinguishes the name from others of the same trade and place. */
  leaveDistinctive(): void {
    this.#leftDistinctive += 1;
  }

  /** Whether the name may reach the needed score, after all its words have been added. */
  passes(size: number): boolean {
    if (!this.#shares) return false;
    // Initials and hidden parts may still be partners, so the number left over must exceed theirs.
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
        // The scoring may leave the pair out if the omission is cheaper.
        bad += Math.max(0, Math.min(this.#charge[word] as number, weight * this.#leaveOut));
      } else if (this.#form[word] === 0) {
        // Unpaired legal forms cost a fixed amount that is ignored here.
        missing += weight;
        if (weight > heaviest) heaviest = weight;
      }
    }
    if (good === 0) return false;
    // A leftover word may still be the partner of an initial or part of an unspaced word.
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
   * Charges for what only one of the names has; one of the two weights is 0. `whole`: nothing of the other name is known to be left over,
   * so it may be whole in this one.
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
    // The roles of stored words are unknown, so any name of three tokens may have a middle word.
    const middle = this.#size >= leastWithMiddle ? Math.min(left, this.#heaviest) : 0;
    return (whole ? this.#leastLeftPercent : this.#leftPercent) * (left * 100 - middle * cheap);
  }
}
