import { isJapanese } from '../../readings/japanese-spellings.ts';
import {
  letterCodes,
  skeletonNumber,
  skeletonNumbers,
  skeletonOfLetters,
} from '../../readings/latin-skeleton.ts';
import { bitsOfLetters } from '../../scripts/letter-floor.ts';
import { sharedArray } from '../../snapshot/sections.ts';
import type { SkeletonColumns } from '../../snapshot/snapshot.ts';
import type { LatinWords } from './latin-words.ts';

/** Bits of which letters a word has; above them how many. */
const letterBits = 27;
const letterMask = 2 ** letterBits - 1;
/** As many letters, or more. */
const mostCounted = 2 ** (32 - letterBits) - 1;

/** More than there are words. */
const wordsOfKey = 2 ** (53 - letterBits);

const letterOffset = 96;
/** Letters that no Japanese word has. */
const neverJapanese = bitsOfLetters(letterCodes('lqvx'));

function mayBeJapanese(letters: Uint8Array, bits: number): boolean {
  // Most words end here, without a text.
  if ((bits & neverJapanese) !== 0) return false;
  return isJapanese(String.fromCharCode(...letters.map((letter) => letter + letterOffset)));
}

/** Puts words in the order of their skeletons, and of their letters there. */
export function skeletonColumns(words: LatinWords): SkeletonColumns {
  const begin = sharedArray('u32', skeletonNumbers + 1);
  const others = sharedArray('u32', skeletonNumbers);
  const keys = keysInOrder(words, begin, others);
  const token = sharedArray('u32', words.size);
  const letters = sharedArray('u32', words.size);
  const start = sharedArray('u32', words.size + 1);
  for (let at = 0; at < words.size; at += 1) {
    const key = keys[at] as number;
    const word = key % wordsOfKey;
    const length = words.lengthOf(word);
    token[at] = words.tokenOf(word);
    letters[at] = Math.floor(key / wordsOfKey) | (Math.min(length, mostCounted) << letterBits);
    start[at + 1] = (start[at] as number) + length;
  }
  const texts = sharedArray('u8', start[words.size] as number);
  for (let at = 0; at < words.size; at += 1)
    texts.set(words.lettersOf((keys[at] as number) % wordsOfKey), start[at]);
  return { begin, others, token, letters, start, texts };
}

/** Each word as its letters and its number in one number, in order; fills in where the words of skeletons begin. */
function keysInOrder(words: LatinWords, begin: Uint32Array, others: Uint32Array): Float64Array {
  const skeletons = new Uint16Array(words.size);
  for (let word = 0; word < words.size; word += 1) {
    const skeleton = skeletonOfLetters(words.lettersOf(word));
    skeletons[word] = skeleton;
    begin[skeleton + 1] = (begin[skeleton + 1] as number) + 1;
  }
  for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1)
    begin[skeleton + 1] = (begin[skeleton + 1] as number) + (begin[skeleton] as number);
  // Japanese words from the front of their skeleton on, others from its end.
  const keys = new Float64Array(words.size);
  const end = begin.slice(1);
  others.set(begin.subarray(0, skeletonNumbers));
  for (let word = 0; word < words.size; word += 1) {
    const skeleton = skeletons[word] as number;
    const letters = words.lettersOf(word);
    const bits = bitsOfLetters(letters);
    const japanese = mayBeJapanese(letters, bits);
    const at = japanese ? (others[skeleton] as number) : (end[skeleton] as number) - 1;
    if (japanese) others[skeleton] = at + 1;
    else end[skeleton] = at;
    keys[at] = (bits >>> 1) * wordsOfKey + word;
  }
  // Words of the same letters side by side: what these exclude is found once for all of them.
  for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1) {
    keys.subarray(begin[skeleton], others[skeleton]).sort();
    keys.subarray(others[skeleton], begin[skeleton + 1]).sort();
  }
  return keys;
}

/**
 * A word at a place of the table that has these letters, bit n for letter n of `letterCodes`, and so many of them; null where they are too
 * many to be counted.
 */
export type WordVisitor = (at: number, letters: number, count: number | null) => void;

/**
 * Latin words by their skeleton, those of the same letters side by side, each with the letters that it has: what excludes most of them is read
 * in a row, and so are their texts.
 *
 * Cost: twelve bytes a word and one for each letter.
 */
export class SkeletonTable {
  readonly #columns: SkeletonColumns;
  /** The word that was read last, by its length: made once, for making one costs more than reading the letters. */
  readonly #read = Array.from({ length: mostCounted }, (_, length) => new Uint8Array(length));

  constructor(columns: SkeletonColumns) {
    this.#columns = columns;
  }

  /** The letters of the word at a place, which can be counted. Valid until the next call. */
  lettersAt(at: number): Uint8Array {
    const { start: starts, texts } = this.#columns;
    const start = starts[at] as number;
    const letters = this.#read[(starts[at + 1] as number) - start] as Uint8Array;
    for (let place = 0; place < letters.length; place += 1) letters[place] = texts[start + place] as number;
    return letters;
  }

  tokenAt(at: number): number {
    return this.#columns.token[at] as number;
  }

  /**
   * Visits all words with any of some skeletons, each given once.
   * @returns how many there are
   */
  each(
    { skeletons, onlyJapanese }: { skeletons: Iterable<string>; onlyJapanese: boolean },
    visit: WordVisitor,
  ): number {
    const { begin, others, letters } = this.#columns;
    let visited = 0;
    for (const skeleton of skeletons) {
      const number = skeletonNumber(skeleton);
      const end = (onlyJapanese ? others[number] : begin[number + 1]) as number;
      visited += end - (begin[number] as number);
      for (let at = begin[number] as number; at < end; at += 1) {
        const packed = letters[at] as number;
        const count = packed >>> letterBits;
        visit(at, (packed & letterMask) << 1, count === mostCounted ? null : count);
      }
    }
    return visited;
  }
}
