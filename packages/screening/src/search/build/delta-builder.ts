import type { ListedEntity } from '../../model/listed-entity.ts';
import { LoadedEntity } from '../../model/loaded-entity.ts';
import type { Snapshot, SourceManifest } from '../../snapshot/snapshot.ts';
import { stateId } from './apply-delta.ts';
import { lookUp, maximalId, type BucketTable } from '../structures/bucket-table.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { isGone } from '../structures/entity-bits.ts';
import { bytesOf } from './entity-lines.ts';
import { JsonWriter } from '../structures/json-writer.ts';
import { PayloadReader } from './payload-store.ts';
import { textHash } from '../structures/text-hash.ts';

/**
 * Finds the differences between a base and all entities of the current lists, which are added one by one. An entity with equal bytes
 * costs writing it once, or nothing if it came as a line: names are prepared and indexed only for changes.
 */
export class DeltaBuilder {
  readonly #base: Snapshot;
  readonly #mostChanged: number;
  readonly #payload: PayloadReader;
  readonly #word: Uint32Array;
  readonly #id: BucketTable;
  readonly #writer = new JsonWriter();
  /** By index in the base: 1 if the lists still contain the entity unchanged. */
  readonly #kept: Uint8Array;
  readonly #changed = new Map<string, ListedEntity>();

  /** @param mostChanged maximum number of entities that may be new, changed or removed */
  constructor(base: Snapshot, { mostChanged }: { mostChanged: number }) {
    const { sections } = base;
    this.#base = base;
    this.#mostChanged = mostChanged;
    this.#payload = new PayloadReader(sections);
    this.#word = sections['entity.word'];
    this.#id = { bucket: sections['id.bucket'], entry: sections['id.entry'], ids: this.#word.length };
    this.#kept = new Uint8Array(this.#word.length);
  }

  /** Adds an entity, replacing an earlier one with the same id. @returns false once there are too many changes */
  add(entity: ListedEntity | LoadedEntity): boolean {
    const loaded = LoadedEntity.of(entity);
    const { id } = loaded;
    const number = this.#equal(loaded);
    if (number >= 0) {
      this.#kept[number] = 1;
      this.#changed.delete(id);
    } else {
      this.#changed.set(id, loaded.entity);
      // Of several records with the same id the last counts; an earlier one may have been equal to the base.
      this.#lookUp(id, (before) => {
        if (this.#payload.idOf(before) === id) this.#kept[before] = 0;
      });
    }
    return this.#changed.size <= this.#mostChanged;
  }

  /**
   * Builds a snapshot of the changes, with the data that makes it a delta in its manifest; `unchanged` if there are none, `outgrown` if
   * there are too many.
   */
  finish({ sources }: { sources: SourceManifest[] }): Snapshot | 'unchanged' | 'outgrown' {
    const { manifest: base, sections } = this.#base;
    const gone = this.#gone();
    if (Math.max(this.#changed.size, gone.length) > this.#mostChanged) return 'outgrown';
    if (this.#changed.size === 0 && gone.length === 0) return 'unchanged';
    const { engine } = base;
    const { manifest, sections: segment } = buildSnapshot(this.#changed.values(), { engine, sources: [] });
    const left = new Uint8Array(this.#word.length);
    for (const number of gone) left[number] = 1;
    let names = base.names + manifest.names;
    for (const entity of sections['name.entity']) names -= left[entity & maximalId] as number;
    const state = {
      id: stateId({ base: base.id, gone, segment: manifest.id }),
      engine,
      entities: base.entities - gone.length + manifest.entities,
      names,
      tokens: base.tokens + manifest.tokens,
      sources,
    };
    return { manifest: { ...manifest, delta: { base: base.id, gone, state } }, sections: segment };
  }

  #gone(): number[] {
    const gone: number[] = [];
    for (const [number, word] of this.#word.entries())
      if (!isGone(word) && this.#kept[number] === 0) gone.push(number);
    return gone;
  }

  /** Index of the base's entity with the same bytes, or -1. */
  #equal(loaded: LoadedEntity): number {
    const bytes = bytesOf(loaded, this.#writer);
    let equal = -1;
    this.#lookUp(loaded.id, (number) => {
      if (!isGone(this.#word[number] as number) && this.#payload.equals(number, bytes)) equal = number;
    });
    return equal;
  }

  #lookUp(id: string, found: (number: number) => void): void {
    lookUp(this.#id, textHash(id), found);
  }
}
