import type { ListedName } from '../../model/listed-entity.ts';
import { tokenClasses } from '../../model/prepared-name.ts';
import { plainToken, plainWords } from '../../names/plain-name.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';
import type { TokenCollector } from './token-collector.ts';

/** Tokens of a name with their weights, and their classes, as the sections have them but for the final ids. */
export interface PlainRows {
  readonly token: readonly number[];
  readonly class: readonly number[];
}

const lookedUp = 1;
const isPlain = 2;
const classShift = 2;
const classMask = 63;
const weightShift = 8;

/** What is noted of a token. */
function noteOf(word: string): number {
  const found = plainToken(word);
  if (found === null) return lookedUp;
  return (
    (found.weight << weightShift) | (tokenClasses.indexOf(found.class) << classShift) | isPlain | lookedUp
  );
}

/**
 * Reads names of people in which each word becomes a token by itself, without preparing them.
 *
 * State: of each token that was looked up whether it is such a word, with its class and weight, as a note of the collector.
 *
 * Invariants: the rows are those of the prepared name, whose tokens would get the same numbers; of a name that is left to be prepared no
 * token is numbered.
 */
export class PlainNames {
  readonly #tokens: TokenCollector;
  readonly #token: number[] = [];
  readonly #class: number[] = [];
  readonly #rows: PlainRows = { token: this.#token, class: this.#class };

  constructor(tokens: TokenCollector) {
    this.#tokens = tokens;
  }

  /** @param name of a person @returns rows that are valid until the next name is read; null for a name that has to be prepared */
  read({ text, parts }: ListedName): PlainRows | null {
    const words = parts === undefined ? plainWords(text) : null;
    if (words === null) return null;
    const tokens = this.#tokens;
    this.#token.length = 0;
    this.#class.length = 0;
    for (const word of words) {
      const token = tokens.find(word);
      const note = token < 0 ? noteOf(word) : this.#noted(token, word);
      if ((note & isPlain) === 0) return null;
      this.#token.push(token);
      this.#class.push(note);
    }
    for (let at = 0; at < words.length; at += 1) {
      const note = this.#class[at] as number;
      const token = this.#token[at] as number;
      const number = token < 0 ? tokens.idOf(words[at] as string) : token;
      if (token < 0) tokens.notes.data[number] = note;
      this.#token[at] = (number | ((note >>> weightShift) << idBits)) >>> 0;
      this.#class[at] = (note >>> classShift) & classMask;
    }
    return this.#rows;
  }

  /** What of the name that was read last decides its score, in the form in which `keyOf` has it of prepared names. */
  key(): string {
    const texts = this.#token.map((token, at) => {
      const weight = token >>> idBits;
      return `${this.#tokens.texts[token & maximalId]}/${tokenClasses[this.#class[at] as number]}/0/${weight}`;
    });
    return `${texts.join(' ')}|`;
  }

  #noted(token: number, word: string): number {
    const { data } = this.#tokens.notes;
    const known = data[token] as number;
    if (known !== 0) return known;
    const note = noteOf(word);
    data[token] = note;
    return note;
  }
}
