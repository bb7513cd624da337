import { isJapanese } from '../../readings/japanese-spellings.ts';
import {
  letterCodes,
  skeletonNumber,
  skeletonNumbers,
  skeletonOfLetters,
} from '../../readings/latin-skeleton.ts';
import { bitsOfLetters } from '../../scripts/letter-floor.ts';
import { longestWord } from '../../scripts/path-cost.ts';
import { sharedArray } from '../../snapshot/sections.ts';
import type { SkeletonColumns } from '../../snapshot/snapshot.ts';
import type { LatinWords } from './latin-words.ts';
import { letterColumns, readWords, type Spelling } from './letter-table.ts';

const letterOffset = 96;
/** Letters that occur in no Japanese word. */
const neverJapanese = bitsOfLetters(letterCodes('lqvx'));

function mayBeJapanese(letters: Uint8Array): boolean {
  // Most words are rejected here, without decoding a text.
  if ((bitsOfLetters(letters) & neverJapanese) !== 0) return false;
  return isJapanese(String.fromCharCode(...letters.map((letter) => letter + letterOffset)));
}

/** Sorts by numbers below `limit`; those with the same number keep their order. Returns where each number begins, too. */
function sortedBy(
  order: Uint32Array,
  numbers: ArrayLike<number>,
  limit: number,
): { sorted: Uint32Array; begin: Uint32Array } {
  const begin = new Uint32Array(limit + 1);
  for (const word of order) {
    const next = (numbers[word] as number) + 1;
    begin[next] = (begin[next] as number) + 1;
  }
  for (let number = 0; number < limit; number += 1)
    begin[number + 1] = (begin[number + 1] as number) + (begin[number] as number);
  const sorted = new Uint32Array(order.length);
  const next = begin.slice();
  for (const word of order) {
    const number = numbers[word] as number;
    sorted[next[number] as number] = word;
    next[number] = (next[number] as number) + 1;
  }
  return { sorted, begin };
}

/**
 * Stores words by skeleton: within each, those that may be Japanese first, then the others, both by length and then in the order of their
 * letters.
 * @param order the numbers of the words in the order of their letters
 */
export function skeletonColumns(words: LatinWords, order: Uint32Array): SkeletonColumns {
  const lengths = new Uint8Array(words.size);
  // Two ranges for each skeleton: words that may be Japanese, and others.
  const ranges = new Uint32Array(words.size);
  for (let word = 0; word < words.size; word += 1) {
    const letters = words.lettersOf(word);
    lengths[word] = letters.length;
    ranges[word] = 2 * skeletonOfLetters(letters) + (mayBeJapanese(letters) ? 0 : 1);
  }
  const byLength = sortedBy(order, lengths, longestWord + 1).sorted;
  const { sorted, begin: ofRange } = sortedBy(byLength, ranges, 2 * skeletonNumbers);
  const length = sharedArray('u8', words.size);
  const begins = new Set(ofRange);
  for (const [at, word] of sorted.entries()) {
    length[at] = lengths[word] as number;
    if (at > 0 && length[at - 1] !== length[at]) begins.add(at);
  }
  const begin = sharedArray('u32', skeletonNumbers + 1);
  const others = sharedArray('u32', skeletonNumbers);
  for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1) {
    begin[skeleton] = ofRange[2 * skeleton] as number;
    others[skeleton] = ofRange[2 * skeleton + 1] as number;
  }
  begin[skeletonNumbers] = words.size;
  return { ...letterColumns(words, sorted, begins), begin, others, length };
}

/** Reads the letters of words of one length after another. */
interface SpellingByLength extends Spelling {
  /** Begins with words of a length; returns whether any may be a spelling. */
  begin: (length: number) => boolean;
}

/**
 * Latin words by skeleton, then by length, in alphabetical order and stored as the letters that they do not share with the previous one,
 * so that a spelling is compared with each beginning once, and knows how many letters follow.
 *
 * Cost: ten bytes per word, plus one per letter that is not shared.
 */
export class SkeletonTable {
  readonly #columns: SkeletonColumns;

  constructor(columns: SkeletonColumns) {
    this.#columns = columns;
  }

  /**
   * Calls `found` with the token of every word with any of the skeletons, which must be distinct, that is a spelling; a token of several
   * words may be reported more than once.
   * @returns the number of words with these skeletons
   */
  each(
    { skeletons, onlyJapanese }: { skeletons: Iterable<string>; onlyJapanese: boolean },
    spelling: SpellingByLength,
    found: (token: number) => void,
  ): number {
    const { begin, others, token } = this.#columns;
    const report = (at: number): void => found(token[at] as number);
    let words = 0;
    for (const skeleton of skeletons) {
      const number = skeletonNumber(skeleton);
      const [from, middle] = [begin[number] as number, others[number] as number];
      const end = onlyJapanese ? middle : (begin[number + 1] as number);
      this.#read({ from, end: middle }, spelling, report);
      if (!onlyJapanese) this.#read({ from: middle, end }, spelling, report);
      words += end - from;
    }
    return words;
  }

  /** Reads the words of a range, by length. */
  #read({ from, end }: Range, spelling: SpellingByLength, report: (at: number) => void): void {
    const { length } = this.#columns;
    for (let first = from; first < end;) {
      const last = this.#endOfLength(first, end);
      if (spelling.begin(length[first] as number))
        readWords(this.#columns, { from: first, end: last, spelling }, report);
      first = last;
    }
  }

  /** The end of the words in a range that are as long as the first one. */
  #endOfLength(from: number, end: number): number {
    const { length } = this.#columns;
    const same = length[from];
    let [low, high] = [from + 1, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (length[middle] === same) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Positions of words, the end excluded. */
interface Range {
  readonly from: number;
  readonly end: number;
}
