import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A word and its relative frequency, in any unit. */
export interface CountedWord {
  text: string;
  count: number;
}

/** Returns a generator of numbers from 0 up to 1 that is the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const onsets = 'b br ch d dr f g gr h j k kl l m n p r s sh st t tr v w y z'.split(' ');
const vowels = 'a a a e e i i o o u ai ou'.split(' ');
const codas = ['', '', '', 'n', 'r', 's', 'l', 'm', 'k', 'nd', 'rt'];

/** Invents words of one to four syllables; the frequency of the word of rank r is proportional to 1 / (r + 20). */
export function inventedWords(amount: number, seed = 1): CountedWord[] {
  const random = randomFrom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
  const words = new Set<string>();
  while (words.size < amount) {
    const syllables = 1 + Math.floor(random() * 2 + random() * 2);
    let text = '';
    for (let syllable = 0; syllable < syllables; syllable += 1) text += pick(onsets) + pick(vowels);
    words.add(text + pick(codas));
  }
  return Array.from(words, (text, rank) => ({ text, count: 1_000_000 / (rank + 20) }));
}

/**
 * Reads the Latin words of transliteration pairs (`*.tsv.gz`: Latin word, other script, count) with their highest count, which
 * reflects how often words occur in real names.
 */
export function wordsOfPairs(directory: string): CountedWord[] {
  const counts = new Map<string, number>();
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.tsv.gz'))) {
    for (const line of gunzipSync(readFileSync(join(directory, file)))
      .toString('utf8')
      .split('\n')) {
      const [text, , count] = line.split('\t');
      if (text && count) counts.set(text, Math.max(counts.get(text) ?? 0, Number(count)));
    }
  }
  return Array.from(counts, ([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
}

/** Returns a word with one letter dropped, doubled, swapped with the next or replaced. */
function misspelled(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.length > 2 ? word.slice(0, at) + word.slice(at + 1) : word + letter;
    case 1:
      return word.slice(0, at) + word.charAt(at) + word.slice(at);
    case 2:
      return (
        word.slice(0, at) +
        word
          .slice(at, at + 2)
          .split('')
          .reverse()
          .join('') +
        word.slice(at + 2)
      );
    default:
      return word.slice(0, at) + letter + word.slice(at + 1);
  }
}

/** Percentages of names with one, two, three … words. */
const listedSizes = [3, 52, 31, 10, 4];
const customerSizes = [0, 55, 33, 12];

/** Draws names from words with natural frequencies: common words often, most words rarely. */
export class NameSource {
  readonly #words: readonly CountedWord[];
  readonly #sums: Float64Array;
  readonly #random: () => number;

  constructor(words: readonly CountedWord[], seed: number) {
    this.#words = words;
    this.#random = randomFrom(seed);
    this.#sums = new Float64Array(words.length);
    let sum = 0;
    for (const [index, { count }] of words.entries()) {
      sum += count;
      this.#sums[index] = sum;
    }
  }

  /** A name of one to five words. 12 % are misspelled. */
  listed(): string {
    return this.#name(listedSizes, 0.12);
  }

  /** A correctly spelled name of two to four words. */
  customer(): string {
    return this.#name(customerSizes, 0);
  }

  #name(sizes: readonly number[], misspelling: number): string {
    const random = this.#random;
    let left = random() * sizes.reduce((sum, share) => sum + share, 0);
    let size = 0;
    while (left >= (sizes[size] as number) && size < sizes.length - 1) {
      left -= sizes[size] as number;
      size += 1;
    }
    const words = Array.from({ length: size + 1 }, () => {
      const word = this.#word();
      return random() < misspelling ? misspelled(word, random) : word;
    });
    return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  }

  #word(): string {
    const wanted = this.#random() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    let high = this.#sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return (this.#words[low] as CountedWord).text;
  }
}
