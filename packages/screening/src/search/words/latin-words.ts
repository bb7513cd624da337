import { letterCodes } from '../../readings/latin-skeleton.ts';
import { scriptOf } from '../../scripts/script-of.ts';
import { isLatinWord } from '../../scripts/script-word.ts';
import { compoundsOf, mayBeCompound } from '../../words/compound-forms.ts';
import type { Dictionary } from './dictionary.ts';
import { GrowingArray } from '../structures/growing-array.ts';

const usualLetters = 8;

/** Consecutive words in Latin letters, each with the token it belongs to. */
export class LatinWords {
  readonly #token = new GrowingArray('u32');
  readonly #start = new GrowingArray('u32');
  readonly #letters: GrowingArray<'u8'>;

  constructor(capacity: number) {
    this.#letters = new GrowingArray('u8', capacity * usualLetters);
    this.#start.push(0);
  }

  add(letters: Uint8Array, token: number): void {
    this.#token.push(token);
    this.#letters.reserve(letters.length);
    this.#letters.data.set(letters, this.#letters.length);
    this.#letters.length += letters.length;
    this.#start.push(this.#letters.length);
  }

  get size(): number {
    return this.#token.length;
  }

  tokenOf(word: number): number {
    return this.#token.data[word] as number;
  }

  #startOf(word: number): number {
    return this.#start.data[word] as number;
  }

  lengthOf(word: number): number {
    return this.#startOf(word + 1) - this.#startOf(word);
  }

  /** Numbered as by `letterCodes`. Valid until the next word is added. */
  lettersOf(word: number): Uint8Array {
    return this.#letters.data.subarray(this.#startOf(word), this.#startOf(word + 1));
  }

  /** The letter at a position, from 0; 0 beyond the end. */
  letterOf(word: number, place: number): number {
    const at = this.#startOf(word) + place;
    return at < this.#startOf(word + 1) ? (this.#letters.data[at] as number) : 0;
  }

  /** Length of the common prefix of two words. */
  sharedBy(first: number, second: number): number {
    const most = Math.min(this.lengthOf(first), this.lengthOf(second));
    let shared = 0;
    while (shared < most && this.letterOf(first, shared) === this.letterOf(second, shared)) shared += 1;
    return shared;
  }

  /** Negative if the first word sorts before the second. */
  compare(first: number, second: number): number {
    const shared = this.sharedBy(first, second);
    return this.letterOf(first, shared) - this.letterOf(second, shared);
  }
}

/** The Latin words of a dictionary that words of other scripts may be spelt as, and for compounds, the possible remaining parts. */
export function latinWordsOf(dictionary: Dictionary): LatinWords {
  const words = new LatinWords(dictionary.size);
  for (let token = 0; token < dictionary.size; token += 1) {
    const letters = dictionary.lettersOf(token);
    if (letters !== null) {
      words.add(letters, token);
      if (!mayBeCompound(letters)) continue;
    }
    const text = dictionary.text(token);
    if (letters === null) {
      if (!isLatinWord(text) || scriptOf(text) !== 'latin') continue;
      words.add(letterCodes(text), token);
    }
    for (const rest of compoundsOf(text).flatMap(({ rests }) => rests))
      if (isLatinWord(rest)) words.add(letterCodes(rest), token);
  }
  return words;
}
