import { laterOf, type ListedEntity } from '../model/listed-entity.ts';
import type { Sections } from '../snapshot/sections.ts';
import { lookUp, type BucketTable } from './structures/bucket-table.ts';
import { isGone } from './structures/entity-bits.ts';
import { PayloadReader } from './build/payload-store.ts';
import { textHash } from './structures/text-hash.ts';

/** Finds the entities of a snapshot by id, except removed ones. */
export class EntityIds {
  readonly #word: Uint32Array;
  readonly #payload: PayloadReader;
  readonly #id: BucketTable;

  constructor(sections: Sections) {
    this.#word = sections['entity.word'];
    this.#payload = new PayloadReader(sections);
    this.#id = { bucket: sections['id.bucket'], entry: sections['id.entry'], ids: this.#word.length };
  }

  /** The entity with this id; null if there is none. */
  withId(id: string): ListedEntity | null {
    return this.#last(id, (entity) => entity.id === id);
  }

  /** The entity that lists this id among its former ones; of several, the one whose own id sorts last; null if there is none. */
  successorOf(id: string): ListedEntity | null {
    return this.#last(id, ({ formerIds }) => formerIds.includes(id));
  }

  /** Independent of the order of addition, which differs between a base with a delta and a single snapshot. */
  #last(id: string, fits: (entity: ListedEntity) => boolean): ListedEntity | null {
    let last: ListedEntity | null = null;
    lookUp(this.#id, textHash(id), (number) => {
      if (isGone(this.#word[number] as number)) return;
      const entity = this.#payload.read(number);
      if (fits(entity)) last = laterOf(last, entity);
    });
    return last;
  }
}
