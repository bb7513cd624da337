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

/** Bits for the set of letters of a word; the bits above them hold their number. */
const letterBits = 27;
const letterMask = 2 ** letterBits - 1;
/** The maximum count; it represents this many letters or more. */
const mostCounted = 2 ** (32 - letterBits) - 1;

/** Greater than the number of words. */
const wordsOfKey = 2 ** (53 - letterBits);

const letterOffset = 96;
/** Letters that occur in no Japanese word. */
const neverJapanese = bitsOfLetters(letterCodes('lqvx'));

function mayBeJapanese(letters: Uint8Array, bits: number): boolean {
  // Most words are rejected here, without decoding a text.
  if ((bits & neverJapanese) !== 0) return false;
  return isJapanese(String.fromCharCode(...letters.map((letter) => letter + letterOffset)));
}

/** Stores words by skeleton, and by their letters within each skeleton. */
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

/** Packs each word's letters and number into one number, sorted; fills in where the words of each skeleton begin. */
function keysInOrder(words: LatinWords, begin: Uint32Array, others: Uint32Array): Float64Array {
  const skeletons = new Uint16Array(words.size);
  for (let word = 0; word < words.size; word += 1) {
    const skeleton = skeletonOfLetters(words.lettersOf(word));
    skeletons[word] = skeleton;
    begin[skeleton + 1] = (begin[skeleton + 1] as number) + 1;
  }
  for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1)
    begin[skeleton + 1] = (begin[skeleton + 1] as number) + (begin[skeleton] as number);
  // Japanese words fill their skeleton's range from the front, others from the end.
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
  // Words with the same letters are adjacent, so that what these exclude is determined once.
  for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1) {
    keys.subarray(begin[skeleton], others[skeleton]).sort();
    keys.subarray(others[skeleton], begin[skeleton + 1]).sort();
  }
  return keys;
}

/**
 * Visits a word of the table: its position, its set of letters (bit n for letter n of `letterCodes`), and their number, null if there are
 * too many to count.
 */
export type WordVisitor = (at: number, letters: number, count: number | null) => void;

/**
 * Latin words by skeleton, with the set of letters of each; words with the same set are adjacent. The data that excludes most words is read
 * sequentially, and so are their texts.
 *
 * Cost: twelve bytes per word, plus one per letter.
 */
export class SkeletonTable {
  readonly #columns: SkeletonColumns;
  /** Buffers for the word read last, by length; allocated once, because that costs more than reading the letters. */
  readonly #read = Array.from({ length: mostCounted }, (_, length) => new Uint8Array(length));

  constructor(columns: SkeletonColumns) {
    this.#columns = columns;
  }

  /** The letters of the word at a position, whose number must be countable. Valid until the next call. */
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
   * Visits all words with any of the skeletons, which must be distinct.
   * @returns the number of words
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
