import type { ListedEntity } from '../model/listed-entity.ts';
import { exactForms } from '../names/exact-form.ts';
import { kindOfSchema } from '../names/kind-of-schema.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import { prepareName } from '../names/prepare-name.ts';
import { digestOfSections } from '../snapshot/snapshot-file.ts';
import type { Snapshot, SourceManifest } from '../snapshot/snapshot.ts';
import { indexKeys } from '../words/word-keys.ts';
import { makeWord } from '../words/word-of.ts';
import { BucketTableBuilder, maximalId, type BucketTable } from './bucket-table.ts';
import { filterCountries } from '../score/filters.ts';
import { identifierKeys } from './entity-keys.ts';
import { CountrySets } from './country-sets.ts';
import { countryShift, entityBits, goneWord } from './entity-bits.ts';
import { GrowingArray } from './growing-array.ts';
import { IdTable } from './id-table.ts';
import { NameCollector } from './name-collector.ts';
import { PayloadCollector } from './payload-store.ts';
import { textHash } from './text-hash.ts';
import { TokenCollector, freezeTokens } from './token-collector.ts';

/** Where a snapshot comes from. */
export interface SnapshotAbout {
  engine: string;
  sources: SourceManifest[];
}

/** Takes entities one by one and keeps numbers and bytes of them, no objects. */
export class SnapshotBuilder {
  readonly #tokens = new TokenCollector();
  readonly #names = new NameCollector(this.#tokens);
  readonly #payload = new PayloadCollector();
  readonly #countries = new CountrySets();
  readonly #word = new GrowingArray('u32');
  readonly #ids = new BucketTableBuilder();
  readonly #exact = new BucketTableBuilder();
  readonly #identifiers = new BucketTableBuilder();
  readonly #numberOf = new IdTable();
  #entities = 0;

  /** An entity with the id of an earlier one takes its place. @throws RangeError past 16,777,215 entities */
  add(entity: ListedEntity): void {
    const number = this.#entities;
    if (number >= maximalId) throw new RangeError('A snapshot holds at most 16,777,215 entities.');
    this.#entities += 1;
    this.#payload.add(entity);
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
    // Loaded because others name it: found by its id, never a hit.
    if (entity.listings.length === 0) return;
    for (const form of new Set(entity.names.map(({ text }) => textHash(exactForms(text))))) {
      this.#exact.add(form, number);
    }
    for (const each of identifierKeys(entity.identifiers)) this.#identifiers.add(each, number);
    this.#addNames(number, entity);
  }

  #addNames(number: number, entity: ListedEntity): void {
    const kind = kindOfSchema(entity.schema);
    const [only] = entity.names;
    if (only && entity.names.length === 1) {
      this.#names.add(number, prepareName(only.text, kind, only.parts), only.kind === 'weak');
      return;
    }
    // Strong names first, so that of two that score the same the strong one is kept.
    const strong = new Set<string>();
    const ordered = entity.names.toSorted((a, b) => Number(a.kind === 'weak') - Number(b.kind === 'weak'));
    for (const { text, parts, kind: nameKind } of ordered) {
      const name = prepareName(text, kind, parts);
      const key = keyOf(name);
      if (strong.has(key)) continue;
      strong.add(key);
      this.#names.add(number, name, nameKind === 'weak');
    }
  }

  finish({ engine, sources }: SnapshotAbout): Snapshot {
    const { sections: names, rank } = this.#names.freeze();
    const texts = new Array<string>(rank.length);
    for (const [token, text] of this.#tokens.texts.entries()) texts[rank[token] as number] = text;
    // Frees what only collecting needs before the keys of all words are made, the peak of memory.
    this.#tokens.clear();
    this.#numberOf.clear();
    const tokens = freezeTokens(texts);
    const keys = keysOf(texts);
    const exact = this.#exact.freeze(this.#entities);
    const identifiers = this.#identifiers.freeze(this.#entities);
    const ids = this.#ids.freeze(this.#entities);
    const payload = this.#payload.freeze();
    const sections = {
      'token.bytes': tokens.bytes,
      'token.offset': tokens.offset,
      'token.bucket': tokens.table.bucket,
      'token.entry': tokens.table.entry,
      'key.bucket': keys.bucket,
      'key.entry': keys.entry,
      ...names,
      'entity.word': this.#word.freeze(),
      'country.set': this.#countries.freeze(),
      'exact.bucket': exact.bucket,
      'exact.entry': exact.entry,
      'identifier.bucket': identifiers.bucket,
      'identifier.entry': identifiers.entry,
      'id.bucket': ids.bucket,
      'id.entry': ids.entry,
      ...payload,
    };
    const counts = { entities: this.#entities, names: names['name.entity'].length, tokens: texts.length };
    return {
      manifest: { id: digestOfSections(sections).slice(0, 32), engine, ...counts, sources },
      sections,
    };
  }
}

/** An index over the whole content of the entities. The same entities in the same order give the same bytes. */
export function buildSnapshot(entities: Iterable<ListedEntity>, about: SnapshotAbout): Snapshot {
  const builder = new SnapshotBuilder();
  for (const entity of entities) builder.add(entity);
  return builder.finish(about);
}

/** Keys that a word has about; room for so many is made at once. */
const usualKeys = 24;

/** Keys of all tokens, in the order of their ids. */
export function keysOf(texts: readonly string[]): BucketTable {
  const keys = new BucketTableBuilder(texts.length * usualKeys);
  for (const [id, text] of texts.entries()) {
    for (const key of indexKeys(makeWord(text))) keys.add(key, id);
  }
  return keys.freeze(texts.length);
}

/** What of a name decides its score. */
function keyOf({ tokens, removed }: PreparedName): string {
  const words = tokens.map((token) => `${token.text}/${token.class}/${token.typed ? 1 : 0}/${token.weight}`);
  return `${words.join(' ')}|${removed.map(({ kind, text }) => `${kind}:${text}`).join(' ')}`;
}
