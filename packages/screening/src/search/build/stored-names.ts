import { kindOfSchema } from '../../names/kind-of-schema.ts';
import { tokenClasses, type PreparedName, type Token } from '../../model/prepared-name.ts';
import type { Word } from '../../model/word.ts';
import { prepareName } from '../../names/prepare-name.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { knowWords } from '../../score/name-side.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';
import type { TokenPlace } from '../words/run-parts.ts';
import type { Dictionary } from '../words/dictionary.ts';
import { kindOfBits, payloadBit, typedBit, weakBit } from './name-collector.ts';

/** Reads names in the form that scoring needs from the numbers of a snapshot. */
export class StoredNames {
  readonly #dictionary: Dictionary;
  readonly #token: Uint32Array;
  readonly #class: Uint8Array;
  readonly #entity: Uint32Array;

  constructor(sections: Sections, dictionary: Dictionary) {
    this.#dictionary = dictionary;
    this.#token = sections['name.token'];
    this.#class = sections['name.class'];
    this.#entity = sections['name.entity'];
  }

  /** Whether the name counts only for some lists. */
  isWeak(name: number): boolean {
    return (this.#bitsOf(name) & weakBit) !== 0;
  }

  /** Whether the name's words suffice for scoring; otherwise `read` returns null. */
  isWhole(name: number): boolean {
    return (this.#bitsOf(name) & payloadBit) === 0;
  }

  /** Whether `read` returns equal results for two names. Names with the same words are stored next to each other. */
  areSame(
    [one, { first, size }]: readonly [number, TokenPlace],
    [other, { first: second, size: otherSize }]: readonly [number, TokenPlace],
  ): boolean {
    if (size !== otherSize || this.#bitsOf(one) !== this.#bitsOf(other)) return false;
    for (let at = 0; at < size; at += 1) {
      if (this.#token[first + at] !== this.#token[second + at]) return false;
      if (this.#class[first + at] !== this.#class[second + at]) return false;
    }
    return true;
  }

  #bitsOf(name: number): number {
    return (this.#entity[name] as number) >>> idBits;
  }

  /** The name's words, without the raw text and removed parts, which suffices for `scoreNames`. Null if the score needs the raw text. */
  read(name: number, { first, size }: TokenPlace): PreparedName | null {
    const bits = this.#bitsOf(name);
    // The letters of a form or number may be attached to another word, and only the raw text has them.
    if (!this.isWhole(name)) return null;
    const tokens: Token[] = [];
    const words: Word[] = [];
    for (let place = first; place < first + size; place += 1) {
      const token = this.#token[place] as number;
      const classBits = this.#class[place] as number;
      const word = this.#dictionary.word(token & maximalId);
      words.push(word);
      tokens.push({
        // The text of the cached word, for which table look-ups are faster than for a newly decoded text.
        text: word.text,
        class: tokenClasses[classBits & (typedBit - 1)] ?? 'unknown',
        typed: (classBits & typedBit) !== 0,
        weight: token >>> idBits,
        start: 0,
        end: 0,
      });
    }
    const read: PreparedName = { raw: '', kind: kindOfBits(bits), tokens, removed: [] };
    knowWords(read, words);
    return read;
  }
}

/** All names of an entity, prepared for scoring. */
export function preparedNamesOf(entity: ListedEntity): PreparedName[] {
  const kind = kindOfSchema(entity.schema);
  return entity.names.map(({ text, parts }) => prepareName(text, kind, parts));
}
