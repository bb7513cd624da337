import type { ListedName } from '../../model/listed-entity.ts';
import { tokenClasses } from '../../model/prepared-name.ts';
import { plainRanges, plainToken } from '../../names/plain-name.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';
import type { TokenCollector } from './token-collector.ts';

/** The tokens of a name with their weights and classes, as stored in the sections except for the final ids. */
export interface PlainRows {
  readonly token: readonly number[];
  readonly class: readonly number[];
}

const lookedUp = 1;
const isPlain = 2;
const classShift = 2;
const classMask = 63;
const weightShift = 8;

/** The note recorded for a token. */
function noteOf(word: string): number {
  const found = plainToken(word);
  if (found === null) return lookedUp;
  return (
    (found.weight << weightShift) | (tokenClasses.indexOf(found.class) << classShift) | isPlain | lookedUp
  );
}

function wordAt(text: string, from: number, to: number): string {
  return text.slice(from, to).toLowerCase();
}

/**
 * Reads personal names in which each word becomes exactly one token, without preparing them.
 *
 * State: for each token looked up, a note in the collector: whether it is such a word, with its class and weight.
 *
 * Invariants: the rows equal those of the prepared name, and the tokens get the same numbers; if a name has to be prepared instead, none
 * of its tokens is numbered here.
 */
export class PlainNames {
  readonly #tokens: TokenCollector;
  readonly #token: number[] = [];
  readonly #class: number[] = [];
  readonly #ranges: number[] = [];
  readonly #rows: PlainRows = { token: this.#token, class: this.#class };

  constructor(tokens: TokenCollector) {
    this.#tokens = tokens;
  }

  /**
   * Reads a name.
   * @param name of a person
   * @returns rows that are valid until the next call; null for a name that has to be prepared
   */
  read({ text, parts }: ListedName): PlainRows | null {
    const ranges = this.#ranges;
    if (parts !== undefined || !plainRanges(text, ranges)) return null;
    const tokens = this.#tokens;
    this.#token.length = 0;
    this.#class.length = 0;
    for (let at = 0; at < ranges.length; at += 2) {
      const [from, to] = [ranges[at] as number, ranges[at + 1] as number];
      const token = tokens.findLetters(text, from, to);
      const note = token < 0 ? noteOf(wordAt(text, from, to)) : this.#noted(token);
      if ((note & isPlain) === 0) return null;
      this.#token.push(token);
      this.#class.push(note);
    }
    for (let at = 0; at < this.#token.length; at += 1) {
      const note = this.#class[at] as number;
      const token = this.#token[at] as number;
      const number =
        token < 0 ? tokens.idOf(wordAt(text, ranges[at * 2] as number, ranges[at * 2 + 1] as number)) : token;
      if (token < 0) tokens.notes.data[number] = note;
      this.#token[at] = (number | ((note >>> weightShift) << idBits)) >>> 0;
      this.#class[at] = (note >>> classShift) & classMask;
    }
    return this.#rows;
  }

  /** The key of the last name read, in the form that `keyOf` gives for prepared names. */
  key(): string {
    const texts = this.#token.map((token, at) => {
      const weight = token >>> idBits;
      return `${this.#tokens.texts[token & maximalId]}/${tokenClasses[this.#class[at] as number]}/0/${weight}`;
    });
    return `${texts.join(' ')}|`;
  }

  #noted(token: number): number {
    const { data } = this.#tokens.notes;
    const known = data[token] as number;
    if (known !== 0) return known;
    const note = noteOf(this.#tokens.texts[token] as string);
    data[token] = note;
    return note;
  }
}
