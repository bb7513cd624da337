import type { SyllableStates } from '../../readings/syllable-states.ts';
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

/** Numbers of the words in the order of their letters. */
function sorted(words: LatinWords): Uint32Array {
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

/** Stores words in the order of their letters. */
export function letterColumns(words: LatinWords): LetterColumns {
  const order = sorted(words);
  const count = order.length;
  const token = sharedArray('u32', count);
  const shared = sharedArray('u8', count);
  const start = sharedArray('u32', count + 1);
  const letters = new GrowingArray('u8', count);
  for (const [at, word] of order.entries()) {
    token[at] = words.tokenOf(word);
    const alike = at === 0 ? 0 : words.sharedBy(order[at - 1] as number, word);
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
  each(states: SyllableStates, found: (token: number) => void): number {
    const { token, shared, start, letters } = this.#columns;
    let read = 0;
    let unfit = noPlace;
    for (let at = 0; at < token.length; at = this.#behind(at + 1, unfit)) {
      let place = shared[at] as number;
      const end = start[at + 1] as number;
      unfit = noPlace;
      for (let from = start[at] as number; from < end; from += 1) {
        place += 1;
        read += 1;
        if (states.take(letters[from] as number, place)) continue;
        unfit = place;
        break;
      }
      if (unfit === noPlace && states.endsAt(place)) found(token[at] as number);
    }
    return read;
  }

  /** The first word from here on that shares fewer letters with its predecessor. */
  #behind(from: number, fewer: number): number {
    const { shared, leastOfSmall, leastOfLarge } = this.#columns;
    let at = from;
    while (at < shared.length && (shared[at] as number) >= fewer) {
      if (at % largeBlock === 0 && (leastOfLarge[at / largeBlock] as number) >= fewer) at += largeBlock;
      else if (at % smallBlock === 0 && (leastOfSmall[at / smallBlock] as number) >= fewer) at += smallBlock;
      else at += 1;
    }
    return at;
  }
}
