import type { ListedEntity } from '../model/listed-entity.ts';
import { PayloadReader } from '../search/payload-store.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** What happened to one entity between two snapshots. An entity whose id moved is the one that names its old id among its former ones. */
export interface EntityChange {
  /** Null when it is new. */
  before: ListedEntity | null;
  /** Null when it is gone. */
  after: ListedEntity | null;
}

/** An end or beginning of an entity that is looked at, in bytes: its id and, as loaders write it, its digest. */
const sampled = 96;
/** Lists of an entity in its word; without any it is no hit, and one replaced inside its snapshot has none either. */
const listMask = 0xff;

/**
 * Entities that a screening may see differently: added, gone, or of another content hash, list of former ids or listings.
 * Entities with equal bytes are passed over without being parsed, so the cost is one comparison of memory and then that of
 * what changed. Yields `null` now and then while it only looks, so that a caller may pause.
 */
export function* changesBetween(before: Snapshot, after: Snapshot): Generator<EntityChange | null> {
  if (before.manifest.id === after.manifest.id) return;
  const [old, now] = [new Payloads(before), new Payloads(after)];
  const gone = new Map<string, number>();
  for (const entity of unlike(old, now)) {
    if (entity === null) yield null;
    else gone.set(old.read(entity).id, entity);
  }
  for (const number of unlike(now, old)) {
    if (number === null) {
      yield null;
      continue;
    }
    const entity = now.read(number);
    // Several entities may have become one: each of them is a state before.
    const former = [entity.id, ...entity.formerIds].filter((id) => gone.has(id));
    const states = former.map((id) => old.read(gone.get(id) as number));
    for (const id of former) gone.delete(id);
    if (states.length === 0) yield { before: null, after: entity };
    for (const state of states) if (differs(state, entity)) yield { before: state, after: entity };
  }
  for (const number of gone.values()) yield { before: old.read(number), after: null };
}

const pauseAfter = 1_000;

/** Numbers of entities of one snapshot that have no equal in the other; null from time to time. */
function* unlike(here: Payloads, there: Payloads): Generator<number | null> {
  for (let entity = 0; entity < here.count; entity += 1) {
    if (entity % pauseAfter === 0) yield null;
    if (here.isListed(entity) && !there.holds(here, entity)) yield entity;
  }
}

function differs(before: ListedEntity, after: ListedEntity): boolean {
  return (
    before.contentHash !== after.contentHash ||
    JSON.stringify(before.formerIds) !== JSON.stringify(after.formerIds) ||
    JSON.stringify(before.listings) !== JSON.stringify(after.listings)
  );
}

/** The entities of a snapshot as bytes, found by what they begin and end with. */
class Payloads {
  readonly count: number;
  readonly #bytes: Buffer;
  readonly #word: Uint32Array;
  readonly #reader: PayloadReader;
  /** Entity + 1 under its hash, open addressing; made on first use. */
  #slot: Uint32Array | undefined;

  constructor({ manifest, sections }: Snapshot) {
    this.count = manifest.entities;
    const { payload } = sections;
    this.#bytes = Buffer.from(payload.buffer as SharedArrayBuffer, payload.byteOffset, payload.length);
    this.#word = sections['entity.word'];
    this.#reader = new PayloadReader(sections);
  }

  read(entity: number): ListedEntity {
    return this.#reader.read(entity);
  }

  isListed(entity: number): boolean {
    return ((this.#word[entity] as number) & listMask) !== 0;
  }

  holds(other: Payloads, entity: number): boolean {
    const slot = (this.#slot ??= this.#fill());
    const [start, end] = other.#place(entity);
    for (
      let at = other.#hash(entity) & (slot.length - 1);
      slot[at] !== 0;
      at = (at + 1) & (slot.length - 1)
    ) {
      const [from, to] = this.#place((slot[at] as number) - 1);
      if (to - from === end - start && this.#bytes.compare(other.#bytes, start, end, from, to) === 0)
        return true;
    }
    return false;
  }

  #fill(): Uint32Array {
    let size = 4;
    while (size < this.count * 2) size *= 2;
    const slot = new Uint32Array(size);
    for (let entity = 0; entity < this.count; entity += 1) {
      if (!this.isListed(entity)) continue;
      let at = this.#hash(entity) & (size - 1);
      while (slot[at] !== 0) at = (at + 1) & (size - 1);
      slot[at] = entity + 1;
    }
    return slot;
  }

  #place(entity: number): [start: number, end: number] {
    return [this.#reader.startOf(entity), this.#reader.startOf(entity + 1)];
  }

  #hash(entity: number): number {
    const [start, end] = this.#place(entity);
    const bytes = this.#bytes;
    // Length, id and the digest at the end distinguish nearly all entities; the bytes are compared in any case.
    let hash = end - start;
    const head = Math.min(end, start + sampled);
    for (let at = start; at < head; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    for (let at = Math.max(head, end - sampled); at < end; at += 1)
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }
}
