import type { ListedEntity } from '../model/listed-entity.ts';
import type { Sections } from '../snapshot/sections.ts';
import { lookUp, type BucketTable } from './bucket-table.ts';
import { isGone } from './entity-bits.ts';
import { PayloadReader } from './payload-store.ts';
import { textHash } from './text-hash.ts';

/** Entities of a snapshot by their ids; those that are gone have none. */
export class EntityIds {
  readonly #word: Uint32Array;
  readonly #payload: PayloadReader;
  readonly #id: BucketTable;

  constructor(sections: Sections) {
    this.#word = sections['entity.word'];
    this.#payload = new PayloadReader(sections);
    this.#id = { bucket: sections['id.bucket'], entry: sections['id.entry'], ids: this.#word.length };
  }

  /** Number of the entity with this id, or -1. */
  numberOf(id: string): number {
    return this.#last(id, (entity) => entity.id === id);
  }

  /** Number of the last entity that lists this id among its former ones, or -1. */
  successorOf(id: string): number {
    return this.#last(id, ({ formerIds }) => formerIds.includes(id));
  }

  #last(id: string, fits: (entity: ListedEntity) => boolean): number {
    let last = -1;
    lookUp(this.#id, textHash(id), (number) => {
      if (!isGone(this.#word[number] as number) && fits(this.#payload.read(number))) last = number;
    });
    return last;
  }
}
