import type { ListedEntity } from '../../model/listed-entity.ts';
import { digestOfSections } from '../../snapshot/snapshot-file.ts';
import type { Snapshot, SourceManifest } from '../../snapshot/snapshot.ts';
import { EntityCollector, type EntitySections } from './entity-collector.ts';
import { NameIndexBuilder, type NameIndex } from './name-index.ts';

/** The origin of a snapshot. */
export interface SnapshotAbout {
  engine: string;
  sources: SourceManifest[];
}

/** Collects entities one by one as numbers and bytes, without keeping objects. */
export class SnapshotBuilder {
  readonly #entities = new EntityCollector();
  readonly #names = new NameIndexBuilder();

  /** Adds an entity, replacing an earlier one with the same id. @throws RangeError beyond 16,777,215 entities */
  add(entity: ListedEntity): void {
    const names = this.#entities.add(entity);
    if (names !== null) this.#names.add(names);
  }

  finish(about: SnapshotAbout): Snapshot {
    const names = this.#names.freeze();
    return snapshotOf(this.#entities.freeze(), names, about);
  }
}

/** Assembles a snapshot from its two halves. */
export function snapshotOf(
  entities: EntitySections,
  names: NameIndex,
  { engine, sources }: SnapshotAbout,
): Snapshot {
  const sections = { ...entities, ...names };
  const counts = {
    entities: sections['entity.word'].length,
    names: sections['name.entity'].length,
    tokens: sections['token.offset'].length - 1,
  };
  return {
    manifest: { id: digestOfSections(sections).slice(0, 32), engine, ...counts, sources },
    sections,
  };
}

/** Builds an index over the complete content of the entities. The same entities in the same order give the same bytes. */
export function buildSnapshot(entities: Iterable<ListedEntity>, about: SnapshotAbout): Snapshot {
  const builder = new SnapshotBuilder();
  for (const entity of entities) builder.add(entity);
  return builder.finish(about);
}
