import { leastPairCharge, type NameBound } from '../../score/bound.ts';
import { levels, type NeighbourRow, type QueryWord } from './neighbour-row.ts';
import { anyHash, anyMidHash, hashes, hashOf, midHashes, midOf } from './token-sign.ts';

const perfect = 10_000;
/** Number of words for which space is allocated initially. */
const usualWords = 24;
/** Bits of a code; words may share them. */
export const codeBits = 16;
export const everyBit = 2 ** codeBits - 1;
/**
 * Number of nearness steps per word, and in total over all words but one each. More would exclude few more names, while the bound would
 * be computed more often.
 */
const [mostSteps, usedBits] = [5, 10];
const [unknown, enough, tooLittle] = [0, 1, 2];

/** The parameters of a search that determine which agreements are enough. */
export interface NearSearch {
  bound: NameBound;
  /** Weight of each word of the query, hundredths. */
  weights: readonly number[];
  /** Names with lower scores are left out; 1 to 10,000. */
  needed: number;
}

/**
 * For one query at a time: roughly how near tokens are to each of its words, as a 16-bit number found by a hash of the token, and whether
 * a name with such tokens may score enough.
 *
 * A code has a field for each word. In a field, the number of bits set, from the lowest, is the step of nearness: 5 steps with up to two
 * words, 3 with three, 1 with more than five. So the code of a name is the OR of the codes of its tokens. A code never understates:
 * tokens that share a hash, and words beyond sixteen that share a field, have the combined codes.
 *
 * State: `#hash`, where set in `isAny`, `mid` and `common` hold the codes of the tokens of `#words`; `#verdict` holds the result for each
 * code and is cleared by `#judged`; `#top` is the greatest similarity for each step of each word.
 *
 * Cost: one write for each near token; the bound once for each code that occurs.
 */
export class NearCodes {
  /** By hash of a token in names of one or two words, whether any near token has it: few bytes, which rule out most postings. */
  readonly isAny = new Int32Array(hashes / 32);
  /** The full code for those hashes, for any token. */
  readonly #hash = new Uint16Array(hashes);
  /** Codes by hash in three-word names. */
  readonly mid = new Uint16Array(midHashes);
  /** The same for tokens that are not rare, without codes that are never enough, so it lets fewer pass. */
  readonly common = new Uint16Array(midHashes);
  readonly #verdict = new Uint8Array(2 ** codeBits);
  readonly #judged: number[] = [];
  #words: readonly QueryWord[] = [];
  #search: NearSearch | undefined;
  #best = new Float64Array(usualWords);
  #least = new Float64Array(usualWords);
  /** By word and step, `levels + 1` each; at step 0, the similarity granted to any name. */
  #top = new Float64Array(usualWords * (levels + 1));
  /** The same for the minimum charge of a token at this step or a lower one. */
  #charge = new Float64Array(usualWords * (levels + 1));
  /** The combined code of all tokens in the dictionary. */
  most = 0;
  #steps = 0;

  /** Discards the last query and records the tokens near to the words of this one. */
  begin(words: readonly QueryWord[], search: NearSearch): void {
    this.#clear();
    this.#words = words;
    this.#search = search;
    this.#steps = Math.min(mostSteps, Math.max(1, Math.floor(usedBits / words.length)));
    this.#makeRoom(words.length);
    this.#readSteps();
    this.most = 0;
    for (let word = 0; word < words.length; word += 1)
      for (const row of (words[word] as QueryWord).rows) this.most |= this.codeOf(word, highestOf(row));
    for (let word = 0; word < words.length; word += 1) this.#mark(word);
    // For postings without space for their other words.
    this.#add(anyHash, everyBit);
    this.mid[anyMidHash] = everyBit;
    this.common[anyMidHash] = everyBit;
  }

  #makeRoom(words: number): void {
    if (words <= this.#best.length) return;
    this.#best = new Float64Array(words);
    this.#least = new Float64Array(words);
    this.#top = new Float64Array(words * (levels + 1));
    this.#charge = new Float64Array(words * (levels + 1));
  }

  #clear(): void {
    this.isAny.fill(0);
    this.mid.fill(0);
    this.common.fill(0);
    for (const code of this.#judged) this.#verdict[code] = unknown;
    this.#judged.length = 0;
  }

  /** The code of a token of which only its number is known. */
  of(token: number): number {
    return this.ofHash(hashOf(token));
  }

  /** The same by `hashOf` the token. */
  ofHash(hash: number): number {
    return (((this.isAny[hash >>> 5] as number) >>> (hash & 31)) & 1) === 0
      ? 0
      : (this.#hash[hash] as number);
  }

  #add(hash: number, code: number): void {
    const any = this.isAny[hash >>> 5] as number;
    const bit = 1 << (hash & 31);
    this.#hash[hash] = (any & bit) === 0 ? code : (this.#hash[hash] as number) | code;
    this.isAny[hash >>> 5] = any | bit;
  }

  /** All bits of a word's field in a code. */
  field(word: number): number {
    return ((1 << this.#steps) - 1) << this.#shiftOf(word);
  }

  /** The code for being as near to a word as tokens of this level; 0 at level 0. */
  codeOf(word: number, level: number): number {
    return ((1 << this.#stepOf(level)) - 1) << this.#shiftOf(word);
  }

  /** The combined code of all tokens for words other than this one. */
  besides(word: number): number {
    return this.#words.length > codeBits ? this.most : this.most & ~this.field(word);
  }

  /** Whether a name with these tokens may score enough; its words that are near to no word are ignored. */
  isEnough(code: number): boolean {
    const known = this.#verdict[code] as number;
    return known === unknown ? this.#judge(code) : known === enough;
  }

  #judge(code: number): boolean {
    const { bound, needed } = this.#search as NearSearch;
    for (let word = 0; word < this.#words.length; word += 1) {
      const step = bitsOf((code >>> this.#shiftOf(word)) & ((1 << this.#steps) - 1));
      const at = word * (levels + 1) + step;
      this.#best[word] = this.#top[at] as number;
      this.#least[word] = this.#charge[at] as number;
    }
    const passes = bound(this.#best, this.#least, needed);
    this.#verdict[code] = passes ? enough : tooLittle;
    this.#judged.push(code);
    return passes;
  }

  #shiftOf(word: number): number {
    return (word % codeBits) * this.#steps;
  }

  #stepOf(level: number): number {
    return Math.ceil((level * this.#steps) / levels);
  }

  /** Computes the value of each step of each word. */
  #readSteps(): void {
    const words = this.#words;
    const places = words.length * (levels + 1);
    this.#top.fill(0, 0, places);
    this.#charge.fill(Infinity, 0, places);
    for (let word = 0; word < words.length; word += 1) {
      const { rows, granted } = words[word] as QueryWord;
      const first = word * (levels + 1);
      this.#top[first] = granted;
      if (granted > 0) this.#charge[first] = leastPairCharge(this.#weightOf(word), granted, 0);
      for (const row of rows) this.#readRow(row, word);
      // Tokens that share a hash may have a step that no token of the word has: its value is at least that of the lower steps.
      for (let at = first + 1; at <= first + levels; at += 1) {
        this.#top[at] = Math.max(this.#top[at] as number, this.#top[at - 1] as number);
        this.#charge[at] = Math.min(this.#charge[at] as number, this.#charge[at - 1] as number);
      }
    }
    if (words.length > codeBits) this.#shareFields();
  }

  #readRow({ similarity, weight, countFrom }: NeighbourRow, word: number): void {
    const own = this.#weightOf(word);
    let index = 0;
    for (let level = levels; level > 0; level -= 1) {
      const end = countFrom[level] as number;
      if (index === end) continue;
      const place = word * (levels + 1) + this.#stepOf(level);
      this.#top[place] = Math.max(this.#top[place] as number, Math.min(perfect, similarity[index] as number));
      let charge = this.#charge[place] as number;
      for (; index < end; index += 1) {
        const least = leastPairCharge(own, similarity[index] as number, weight[index] as number);
        if (least < charge) charge = least;
      }
      this.#charge[place] = charge;
    }
  }

  #weightOf(word: number): number {
    return (this.#search as NearSearch).weights[word] as number;
  }

  /** Words beyond sixteen share fields: a token near to one may be near to the others of its field. */
  #shareFields(): void {
    for (let word = 0; word < this.#words.length; word += 1) {
      const first = word * (levels + 1);
      this.#top.fill(perfect, first + 1, first + levels + 1);
      this.#charge.fill(0, first + 1, first + levels + 1);
    }
  }

  #mark(word: number): void {
    const { mid, common } = this;
    const others = everyBit & ~this.field(word);
    for (const row of (this.#words[word] as QueryWord).rows) {
      let index = 0;
      for (let level = levels; level > 0; level -= 1) {
        const code = this.codeOf(word, level);
        const end = row.countFrom[level] as number;
        if (index === end) continue;
        const counts = this.isEnough(code | others);
        for (; index < end; index += 1) {
          const at = row.hash[index] as number;
          this.#add(at, code);
          const place = midOf(at);
          mid[place] = (mid[place] as number) | code;
          if (counts && row.list.copied[index] === 0) common[place] = (common[place] as number) | code;
        }
      }
    }
  }
}

/** The highest level of any token in the row; 0 for an empty row. */
function highestOf({ countFrom }: NeighbourRow): number {
  for (let level = levels; level > 0; level -= 1) if ((countFrom[level] as number) > 0) return level;
  return 0;
}

function bitsOf(field: number): number {
  return 32 - Math.clz32(field);
}
