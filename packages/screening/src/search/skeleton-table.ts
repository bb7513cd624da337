import { isJapanese } from '../readings/japanese-spellings.ts';
import {
  letterCodes,
  skeletonNumber,
  skeletonNumbers,
  skeletonOfLetters,
} from '../readings/latin-skeleton.ts';
import { bitsOfLetters } from '../scripts/letter-floor.ts';
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
  /** By skeleton: where its words begin; one more than there are skeletons. */
  readonly #begin = new Uint32Array(skeletonNumbers + 1);
  /** By skeleton: where words begin that are not Japanese; those that may be are in front. */
  readonly #others: Uint32Array;
  readonly #token: Uint32Array;
  readonly #letters: Uint32Array;
  /** Where the letters of each begin in `#texts`; one more than there are words. */
  readonly #start: Uint32Array;
  readonly #texts: Uint8Array;
  /** The word that was read last, by its length: made once, for making one costs more than reading the letters. */
  readonly #read = Array.from({ length: mostCounted }, (_, length) => new Uint8Array(length));

  constructor(words: LatinWords) {
    const begin = this.#begin;
    const skeletons = new Uint16Array(words.size);
    for (let word = 0; word < words.size; word += 1) {
      const skeleton = skeletonOfLetters(words.lettersOf(word));
      skeletons[word] = skeleton;
      begin[skeleton + 1] = (begin[skeleton + 1] as number) + 1;
    }
    for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1)
      begin[skeleton + 1] = (begin[skeleton + 1] as number) + (begin[skeleton] as number);
    // Japanese words from the front of their skeleton on, others from its end, each as its letters and the word in one number.
    const keys = new Float64Array(words.size);
    const [front, end] = [begin.slice(), begin.slice(1)];
    for (let word = 0; word < words.size; word += 1) {
      const skeleton = skeletons[word] as number;
      const letters = words.lettersOf(word);
      const bits = bitsOfLetters(letters);
      const japanese = mayBeJapanese(letters, bits);
      const at = japanese ? (front[skeleton] as number) : (end[skeleton] as number) - 1;
      if (japanese) front[skeleton] = at + 1;
      else end[skeleton] = at;
      keys[at] = (bits >>> 1) * wordsOfKey + word;
    }
    this.#others = front;
    // Words of the same letters side by side: what these exclude is found once for all of them.
    for (let skeleton = 0; skeleton < skeletonNumbers; skeleton += 1) {
      keys.subarray(begin[skeleton], front[skeleton]).sort();
      keys.subarray(front[skeleton], begin[skeleton + 1]).sort();
    }
    const order = Uint32Array.from(keys, (key) => key % wordsOfKey);
    this.#token = order.map((word) => words.tokenOf(word));
    this.#letters = order.map(
      (word, at) =>
        Math.floor((keys[at] as number) / wordsOfKey) |
        (Math.min(words.lengthOf(word), mostCounted) << letterBits),
    );
    this.#start = new Uint32Array(words.size + 1);
    for (let at = 0; at < words.size; at += 1)
      this.#start[at + 1] = (this.#start[at] as number) + words.lengthOf(order[at] as number);
    this.#texts = new Uint8Array(this.#start[words.size] as number);
    for (let at = 0; at < words.size; at += 1)
      this.#texts.set(words.lettersOf(order[at] as number), this.#start[at]);
  }

  /** The letters of the word at a place, which can be counted. Valid until the next call. */
  lettersAt(at: number): Uint8Array {
    const start = this.#start[at] as number;
    const letters = this.#read[(this.#start[at + 1] as number) - start] as Uint8Array;
    for (let place = 0; place < letters.length; place += 1)
      letters[place] = this.#texts[start + place] as number;
    return letters;
  }

  tokenAt(at: number): number {
    return this.#token[at] as number;
  }

  /**
   * Visits all words with any of some skeletons, each given once.
   * @returns how many there are
   */
  each(
    { skeletons, onlyJapanese }: { skeletons: Iterable<string>; onlyJapanese: boolean },
    visit: WordVisitor,
  ): number {
    let visited = 0;
    for (const skeleton of skeletons) {
      const number = skeletonNumber(skeleton);
      const end = (onlyJapanese ? this.#others[number] : this.#begin[number + 1]) as number;
      visited += end - (this.#begin[number] as number);
      for (let at = this.#begin[number] as number; at < end; at += 1) {
        const packed = this.#letters[at] as number;
        const count = packed >>> letterBits;
        visit(at, (packed & letterMask) << 1, count === mostCounted ? null : count);
      }
    }
    return visited;
  }
}
