import { kindOfSchema } from '../names/kind-of-schema.ts';
import { tokenClasses, type PreparedName, type Token } from '../model/prepared-name.ts';
import { prepareName } from '../names/prepare-name.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { Sections } from '../snapshot/sections.ts';
import { idBits, maximalId } from './bucket-table.ts';
import type { TokenPlace } from './run-parts.ts';
import type { Dictionary } from './dictionary.ts';
import { kindOfBits, payloadBit, typedBit, weakBit } from './name-collector.ts';

/** Names as scoring takes them, from the numbers of a snapshot. */
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

  /** Whether the name counts for some lists only. */
  isWeak(name: number): boolean {
    return (this.#bitsOf(name) & weakBit) !== 0;
  }

  #bitsOf(name: number): number {
    return (this.#entity[name] as number) >>> idBits;
  }

  /**
   * The name's words, without the raw text and what was taken off: enough for `scoreNames`. Null when the score needs
   * the raw text.
   */
  read(name: number, { first, size }: TokenPlace): PreparedName | null {
    const bits = this.#bitsOf(name);
    // Letters of a form or number may be glued to another word, and only the raw text has them.
    if (bits & payloadBit) return null;
    const tokens: Token[] = [];
    for (let place = first; place < first + size; place += 1) {
      const token = this.#token[place] as number;
      const classBits = this.#class[place] as number;
      tokens.push({
        // The text of the word, which is found in tables quicker than one read anew.
        text: this.#dictionary.word(token & maximalId).text,
        class: tokenClasses[classBits & (typedBit - 1)] ?? 'unknown',
        typed: (classBits & typedBit) !== 0,
        weight: token >>> idBits,
        start: 0,
        end: 0,
      });
    }
    return { raw: '', kind: kindOfBits(bits), tokens, removed: [] };
  }
}

/** All names of an entity as scoring takes them. */
export function preparedNamesOf(entity: ListedEntity): PreparedName[] {
  const kind = kindOfSchema(entity.schema);
  return entity.names.map(({ text, parts }) => prepareName(text, kind, parts));
}
