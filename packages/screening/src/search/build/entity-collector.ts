import type { ListedEntity, ListedName } from '../../model/listed-entity.ts';
import { LoadedEntity } from '../../model/loaded-entity.ts';
import type { PreparedKind } from '../../model/prepared-name.ts';
import { exactForms } from '../../names/exact-form.ts';
import { kindOfSchema } from '../../names/kind-of-schema.ts';
import { filterCountries } from '../../score/hits/filters.ts';
import type { Sections } from '../../snapshot/sections.ts';
import { BucketTableBuilder, maximalId } from '../structures/bucket-table.ts';
import { CountrySets } from '../structures/country-sets.ts';
import { countryShift, entityBits, goneWord } from '../structures/entity-bits.ts';
import { identifierKeys } from '../entity-keys.ts';
import { GrowingArray } from '../structures/growing-array.ts';
import { IdTable } from '../structures/id-table.ts';
import { PayloadCollector } from './payload-store.ts';
import { textHash } from '../structures/text-hash.ts';

/** The part of an entity that the index of names needs. */
export interface EntityNames {
  /** Its index in the snapshot. */
  entity: number;
  kind: PreparedKind;
  names: readonly ListedName[];
}

/** All sections of a snapshot except tokens and names. */
export type EntitySections = Pick<
  Sections,
  | 'entity.word'
  | 'country.set'
  | 'exact.bucket'
  | 'exact.entry'
  | 'identifier.bucket'
  | 'identifier.entry'
  | 'id.bucket'
  | 'id.entry'
  | 'payload'
  | 'payload.offset'
  | 'payload.wrap'
>;

/** Collects entities one by one, except their names, as numbers and bytes. */
export class EntityCollector {
  readonly #payload = new PayloadCollector();
  readonly #countries = new CountrySets();
  readonly #word = new GrowingArray('u32');
  readonly #ids = new BucketTableBuilder();
  readonly #exact = new BucketTableBuilder();
  readonly #identifiers = new BucketTableBuilder();
  readonly #numberOf = new IdTable();

  get entities(): number {
    return this.#word.length;
  }

  /**
   * Adds an entity, replacing an earlier one with the same id.
   * @returns what is to be indexed, or null if there is nothing
   * @throws RangeError beyond 16,777,215 entities
   */
  add(added: ListedEntity | LoadedEntity): EntityNames | null {
    const number = this.entities;
    if (number >= maximalId) throw new RangeError('A snapshot holds at most 16,777,215 entities.');
    const loaded = LoadedEntity.of(added);
    const { entity } = loaded;
    this.#payload.add(loaded);
    this.#word.push(
      (entityBits(entity) | (this.#countries.idOf(filterCountries(entity)) << countryShift)) >>> 0,
    );
    const key = textHash(entity.id);
    const replaced = this.#numberOf.add(entity.id, key);
    if (replaced >= 0) this.#word.data[replaced] = goneWord;
    this.#ids.add(key, number);
    for (const former of new Set(entity.formerIds)) {
      if (former !== entity.id) this.#ids.add(textHash(former), number);
    }
    // Loaded only because other entities refer to it: found by its id, never a hit.
    if (entity.listings.length === 0) return null;
    for (const form of new Set(entity.names.map(({ text }) => textHash(exactForms(text))))) {
      this.#exact.add(form, number);
    }
    for (const each of identifierKeys(entity.identifiers)) this.#identifiers.add(each, number);
    return { entity: number, kind: kindOfSchema(entity.schema), names: entity.names };
  }

  freeze(): EntitySections {
    const { entities } = this;
    // Frees what is needed only while collecting.
    this.#numberOf.clear();
    const exact = this.#exact.freeze(entities);
    const identifiers = this.#identifiers.freeze(entities);
    const ids = this.#ids.freeze(entities);
    return {
      'entity.word': this.#word.freeze(),
      'country.set': this.#countries.freeze(),
      'exact.bucket': exact.bucket,
      'exact.entry': exact.entry,
      'identifier.bucket': identifiers.bucket,
      'identifier.entry': identifiers.entry,
      'id.bucket': ids.bucket,
      'id.entry': ids.entry,
      ...this.#payload.freeze(),
    };
  }
}
