import { compareWords } from '../words/compare-words.ts';
import { isEditKey, probeKeys } from '../words/word-keys.ts';
import { wordOf } from '../words/word-of.ts';
import type { Sections } from '../snapshot/sections.ts';
import type { Dictionary } from './dictionary.ts';
import { joined } from './pair-bound.ts';
import { cutsOf } from './word-cuts.ts';
import type { Word } from '../words/word.ts';

/** Tokens of the dictionary that agree with a word, the most similar first. */
export type NeighbourRow = {
  /** Token ids. */
  readonly token: Uint32Array;
  /** 1 to 10,001, not rising. */
  readonly similarity: Uint16Array;
  /** Postings of this and all tokens before it. */
  readonly postings: Float64Array;
};

/** What the dictionary has for a word: tokens like it, and tokens that are parts of it. */
export type WordRows = NeighbourRow & { cuts: { marked: NeighbourRow; scanned: NeighbourRow } | null };

export type NearToken = { token: number; similarity: number };

/** Rows kept in all; two generations of half of it each. */
const keptEntries = 4_000_000;
/** Shorter words are no words written together. */
const shortestJoined = 4;
/** Two edits change no more of the set of letters. */
const mostDifferentLetters = 4;

/**
 * For each word asked about, every token of the dictionary that `compareWords` gives any similarity. Complete by the
 * guarantee of the word keys; words that one initial stands for come from a list of their own.
 */
export class Neighbours {
  readonly #dictionary: Dictionary;
  readonly #postOffset: Uint32Array;
  readonly #letters: Uint32Array;
  readonly #found: NearToken[] = [];
  readonly #seen: Uint32Array;
  #epoch = 0;
  #young = new Map<string, WordRows>();
  #old = new Map<string, WordRows>();
  #youngEntries = 0;

  constructor(sections: Sections, dictionary: Dictionary) {
    this.#dictionary = dictionary;
    this.#postOffset = sections['post.offset'];
    this.#letters = sections['token.letters'];
    this.#seen = new Uint32Array(dictionary.size);
  }

  of(text: string): WordRows {
    const young = this.#young.get(text);
    if (young) return young;
    const row = this.#old.get(text) ?? this.#find(text);
    this.#keep(text, row);
    return row;
  }

  #keep(text: string, row: WordRows): void {
    if (this.#youngEntries > keptEntries / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngEntries = 0;
    }
    this.#young.set(text, row);
    this.#youngEntries += row.token.length + 8;
  }

  #find(text: string): WordRows {
    const word = wordOf(text);
    this.#found.length = 0;
    this.#epoch += 1;
    for (const key of probeKeys(word)) {
      if (isEditKey(key)) this.#dictionary.underKey(key, (token) => this.#considerEdits(word, token));
      else this.#dictionary.underKey(key, (token) => this.#consider(word, token));
    }
    for (const token of this.#initialsOf(text)) this.#consider(word, token);
    return { ...this.rowOf(this.#found), cuts: this.#cutRows(text) };
  }

  #considerEdits(word: Word, token: number): void {
    if (differentBits(word.letters, this.#letters[token] as number) <= mostDifferentLetters) {
      this.#consider(word, token);
    }
  }

  #consider(word: Word, token: number): void {
    if (this.#seen[token] === this.#epoch) return;
    this.#seen[token] = this.#epoch;
    const { similarity } = compareWords(word, this.#dictionary.word(token));
    if (similarity > 0) this.#found.push({ token, similarity });
  }

  /** Tokens that make up the text when written together. Of each way to cut it only the rarest is scanned. */
  #cutRows(text: string): WordRows['cuts'] {
    if (text.length < shortestJoined) return null;
    const cuts = cutsOf(text, this.#dictionary);
    if (cuts.length === 0) return null;
    const row = (tokens: readonly number[]): NeighbourRow =>
      this.rowOf(Array.from(new Set(tokens), (token) => ({ token, similarity: joined })));
    return { marked: row(cuts.flat(2)), scanned: row(cuts.flatMap((cut) => this.#rarestOf(cut))) };
  }

  /** Tokens of one or two letters with which the word begins. */
  #initialsOf(text: string): number[] {
    const [first = '', second = ''] = Array.from(text.slice(0, 4));
    return [first, first + second]
      .map((initial) => this.#dictionary.find(initial))
      .filter((token) => token >= 0);
  }

  /** A row of its own for these tokens, the most similar first. */
  rowOf(near: NearToken[]): NeighbourRow {
    const found = near.sort((a, b) => b.similarity - a.similarity || a.token - b.token);
    const row = {
      token: Uint32Array.from(found, ({ token }) => token),
      similarity: Uint16Array.from(found, ({ similarity }) => similarity),
      postings: new Float64Array(found.length),
    };
    let postings = 0;
    for (const [index, { token }] of found.entries()) {
      postings += this.#postingsOf(token);
      row.postings[index] = postings;
    }
    return row;
  }

  /** The part of a cut that the fewest names hold. */
  #rarestOf(cut: readonly (readonly number[])[]): readonly number[] {
    const names = (part: readonly number[]): number =>
      part.reduce((sum, token) => sum + this.#postingsOf(token), 0);
    return cut.reduce((rarest, part) => (names(part) < names(rarest) ? part : rarest));
  }

  #postingsOf(token: number): number {
    return (this.#postOffset[token + 1] as number) - (this.#postOffset[token] as number);
  }
}

function differentBits(a: number, b: number): number {
  const bits = a ^ b;
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return (((count + (count >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
