import { sharedArray } from '../../snapshot/sections.ts';
import type { LetterColumns } from '../../snapshot/snapshot.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import type { LatinWords } from './latin-words.ts';

const bitsPerLetter = 5;
/** Integer precision of floating-point numbers, in bits. */
const wholeBits = 53;
/** Words per small and large block. */
const [smallBlock, largeBlock] = [32, 1024];
/** Greater than the number of letters of any word. */
const noPlace = 255;

/** The numbers of the words in the order of their letters. */
export function orderOfLetters(words: LatinWords): Uint32Array {
  const count = words.size;
  const idBits = 32 - Math.clz32(count);
  const packed = Math.floor((wholeBits - idBits) / bitsPerLetter);
  const packing = 2 ** idBits;
  // Sorted as numbers, at a tenth of the cost of comparing letters: the first letters and the word.
  const keys = new Float64Array(count);
  for (let word = 0; word < count; word += 1) {
    let key = 0;
    for (let place = 0; place < packed; place += 1)
      key = key * 2 ** bitsPerLetter + words.letterOf(word, place);
    keys[word] = key * packing + word;
  }
  keys.sort();
  const order = Uint32Array.from(keys, (key) => key % packing);
  const frontOf = (index: number): number => Math.floor((keys[index] as number) / packing);
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && frontOf(to) === frontOf(from)) to += 1;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => words.compare(a, b));
    from = to;
  }
  return order;
}

function leastOfBlocks(values: Uint8Array, size: number): Uint8Array {
  const least = sharedArray('u8', Math.ceil(values.length / size));
  for (let block = 0; block < least.length; block += 1)
    least[block] = values
      .subarray(block * size, (block + 1) * size)
      .reduce((smallest, value) => Math.min(smallest, value));
  return least;
}

const noBegins: ReadonlySet<number> = new Set();

/**
 * Stores words with the letters that they do not share with their predecessor.
 * @param order the numbers of the words
 * @param begins positions in the order of words that are stored with all letters
 */
export function letterColumns(
  words: LatinWords,
  order: Uint32Array,
  begins: ReadonlySet<number> = noBegins,
): LetterColumns {
  const count = order.length;
  const token = sharedArray('u32', count);
  const shared = sharedArray('u8', count);
  const start = sharedArray('u32', count + 1);
  const letters = new GrowingArray('u8', count);
  for (const [at, word] of order.entries()) {
    token[at] = words.tokenOf(word);
    const alike = at === 0 || begins.has(at) ? 0 : words.sharedBy(order[at - 1] as number, word);
    shared[at] = alike;
    for (let place = alike; place < words.lengthOf(word); place += 1)
      letters.push(words.letterOf(word, place));
    start[at + 1] = letters.length;
  }
  return {
    token,
    shared,
    leastOfSmall: leastOfBlocks(shared, smallBlock),
    leastOfLarge: leastOfBlocks(shared, largeBlock),
    start,
    letters: letters.freeze(),
  };
}

/**
 * Latin words in alphabetical order, each stored as the letters it does not share with the previous one, so that all words that spell
 * given syllables are found by reading each prefix once.
 *
 * Cost: twelve bytes per word; skipping words with a common prefix takes one step per 32 or 1,024 of them.
 */
export class LetterTable {
  readonly #columns: LetterColumns;

  constructor(columns: LetterColumns) {
    this.#columns = columns;
  }

  /**
   * Calls `found` with the token of every word that is a spelling; a token of several words may be reported more than once.
   * @returns the number of letters read
   */
  each(spelling: Spelling, found: (token: number) => void): number {
    const { token } = this.#columns;
    return readWords(this.#columns, { from: 0, end: token.length, spelling }, (at) =>
      found(token[at] as number),
    );
  }
}

/** Reads the letters of words, each at its place, from 1, behind those that were read at the places before it. */
export interface Spelling {
  /** Whether any spelling begins with the letters up to this one. */
  take: (letter: number, place: number) => boolean;
  /** Whether the letters up to a place are a spelling. */
  endsAt: (place: number) => boolean;
}

/** Positions of words, the end excluded, and what reads them. */
interface Reading {
  readonly from: number;
  readonly end: number;
  readonly spelling: Spelling;
}

/**
 * Calls `found` with the position of every word of a range that is a spelling.
 * @returns the number of letters read
 */
export function readWords(
  columns: Omit<LetterColumns, 'token'>,
  { from: first, end: last, spelling }: Reading,
  found: (at: number) => void,
): number {
  const { shared, start, letters } = columns;
  let read = 0;
  let at = first;
  while (at < last) {
    let place = shared[at] as number;
    const end = start[at + 1] as number;
    let unfit = noPlace;
    for (let from = start[at] as number; from < end; from += 1) {
      place += 1;
      read += 1;
      if (spelling.take(letters[from] as number, place)) continue;
      unfit = place;
      break;
    }
    if (unfit === noPlace && spelling.endsAt(place)) found(at);
    at = behind(columns, at + 1, unfit);
  }
  return read;
}

/** The first word from here on that shares fewer letters with its predecessor. */
function behind(
  { shared, leastOfSmall, leastOfLarge }: Omit<LetterColumns, 'token'>,
  from: number,
  fewer: number,
): number {
  let at = from;
  while (at < shared.length && (shared[at] as number) >= fewer) {
    if (at % largeBlock === 0 && (leastOfLarge[at / largeBlock] as number) >= fewer) at += largeBlock;
    else if (at % smallBlock === 0 && (leastOfSmall[at / smallBlock] as number) >= fewer) at += smallBlock;
    else at += 1;
  }
  return at;
}
