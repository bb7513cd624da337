import type { ListedEntity } from '../model/listed-entity.ts';
import { PayloadReader } from '../search/build/payload-store.ts';
import { layersOf, type LayeredSnapshot } from '../snapshot/layered-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A change of one entity between two snapshots. If an entity's id changed, the new entity lists the old id among its former ones. */
export interface EntityChange {
  /** Null if the entity is new. */
  before: ListedEntity | null;
  /** Null if the entity was removed. */
  after: ListedEntity | null;
}

/** Number of bytes hashed at each end of an entity: its id and, as written by loaders, its digest. */
const sampled = 96;
/** The list bits in an entity's word; an entity without any is never a hit, which includes those replaced within their snapshot. */
const listMask = 0xff;

/**
 * Entities whose change may affect a screening: added, removed, or with a different content hash, former ids or listings. Entities with
 * equal bytes are skipped without parsing, so the cost is one memory comparison plus that of the changes. Yields `null` from time to time
 * while searching, so that the caller can pause.
 */
export function* changesBetween(
  before: Snapshot | LayeredSnapshot,
  after: Snapshot | LayeredSnapshot,
): Generator<EntityChange | null> {
  if (before.manifest.id === after.manifest.id) return;
  const [old, now] = [new Payloads(layersOf(before)), new Payloads(layersOf(after))];
  old.leaveOutCommon(now);
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
    // Several entities may have been merged into one: each of them is a previous state.
    const former = [entity.id, ...entity.formerIds].filter((id) => gone.has(id));
    const states = former.map((id) => old.read(gone.get(id) as number));
    for (const id of former) gone.delete(id);
    if (states.length === 0) yield { before: null, after: entity };
    for (const state of states) if (differs(state, entity)) yield { before: state, after: entity };
  }
  for (const number of gone.values()) yield { before: old.read(number), after: null };
}

const pauseAfter = 1_000;

/** Indexes of the entities of one snapshot that have no equal in the other; null from time to time. */
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

/** One layer of a state, as bytes. */
interface PayloadLayer {
  /** Id of its base: equal ids mean equal bytes. */
  id: string;
  bytes: Buffer;
  word: Uint32Array;
  reader: PayloadReader;
  /** Index of its first entity among those of all layers. */
  first: number;
}

/** The entities of a state as bytes, found by a hash of their beginning and end. */
class Payloads {
  readonly #layers: PayloadLayer[] = [];
  readonly #all: number;
  /** Entities to consider; null for all. */
  #some: Uint32Array | null = null;
  /** Position + 1 by hash, open addressing; created on first use. */
  #slot: Uint32Array | undefined;

  constructor(layers: readonly Snapshot[]) {
    let first = 0;
    for (const { manifest, sections } of layers) {
      const { payload, 'entity.word': word } = sections;
      const bytes = Buffer.from(payload.buffer as SharedArrayBuffer, payload.byteOffset, payload.length);
      const reader = new PayloadReader(sections);
      this.#layers.push({ id: manifest.id, bytes, word, reader, first });
      first += word.length;
    }
    this.#all = first;
  }

  /** Number of entities to consider. */
  get count(): number {
    return this.#some?.length ?? this.#all;
  }

  /**
   * With a common base, only entities that one of the states has marked as removed, and those of the deltas, can differ; restricts both
   * states to these.
   */
  leaveOutCommon(other: Payloads): void {
    const [base, otherBase] = [this.#layers[0], other.#layers[0]];
    if (!base || base.id !== otherBase?.id) return;
    const marked = base.word.length;
    for (const each of [this, other]) {
      const rest = Array.from({ length: each.#all - marked }, (_, number) => marked + number);
      each.#some = Uint32Array.from([...differing(base.word, otherBase.word), ...rest]);
    }
  }

  read(place: number): ListedEntity {
    const { layer, number } = this.#find(place);
    return layer.reader.read(number);
  }

  isListed(place: number): boolean {
    const { layer, number } = this.#find(place);
    return ((layer.word[number] as number) & listMask) !== 0;
  }

  holds(other: Payloads, place: number): boolean {
    const slot = (this.#slot ??= this.#fill());
    const [bytes, start, end] = other.#bytesOf(place);
    for (let at = other.#hash(place) & (slot.length - 1); slot[at] !== 0; at = (at + 1) & (slot.length - 1)) {
      const [own, from, to] = this.#bytesOf((slot[at] as number) - 1);
      if (to - from === end - start && own.compare(bytes, start, end, from, to) === 0) return true;
    }
    return false;
  }

  #fill(): Uint32Array {
    let size = 4;
    while (size < this.count * 2) size *= 2;
    const slot = new Uint32Array(size);
    for (let place = 0; place < this.count; place += 1) {
      if (!this.isListed(place)) continue;
      let at = this.#hash(place) & (size - 1);
      while (slot[at] !== 0) at = (at + 1) & (size - 1);
      slot[at] = place + 1;
    }
    return slot;
  }

  /** The layer of the entity at a position, and its index in that layer. */
  #find(place: number): { layer: PayloadLayer; number: number } {
    const entity = this.#some === null ? place : (this.#some[place] as number);
    const [base, delta] = this.#layers as [PayloadLayer, PayloadLayer?];
    const layer = delta && entity >= delta.first ? delta : base;
    return { layer, number: entity - layer.first };
  }

  #bytesOf(place: number): [bytes: Buffer, start: number, end: number] {
    const { layer, number } = this.#find(place);
    return [layer.bytes, layer.reader.startOf(number), layer.reader.startOf(number + 1)];
  }

  #hash(place: number): number {
    const [bytes, start, end] = this.#bytesOf(place);
    // Length, id and the digest at the end distinguish nearly all entities; the bytes are compared anyway.
    let hash = end - start;
    const head = Math.min(end, start + sampled);
    for (let at = start; at < head; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    for (let at = Math.max(head, end - sampled); at < end; at += 1)
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }
}

/** Indexes of entities whose words differ. */
function* differing(words: Uint32Array, others: Uint32Array): Generator<number> {
  for (const [number, word] of words.entries()) if (word !== others[number]) yield number;
}
