import type { ListedEntity } from '../model/listed-entity.ts';
import { PayloadReader } from '../search/build/payload-store.ts';
import { layersOf, type LayeredSnapshot } from '../snapshot/layered-snapshot.ts';
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

/** One layer of a state as bytes. */
interface PayloadLayer {
  /** Of its base: equal ids are equal bytes. */
  id: string;
  bytes: Buffer;
  word: Uint32Array;
  reader: PayloadReader;
  /** Number of its first entity among those of all layers. */
  first: number;
}

/** The entities of a state as bytes, found by what they begin and end with. */
class Payloads {
  readonly #layers: PayloadLayer[] = [];
  readonly #all: number;
  /** Entities to look at; null for all. */
  #some: Uint32Array | null = null;
  /** Place + 1 under its hash, open addressing; made on first use. */
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

  /** Entities to look at. */
  get count(): number {
    return this.#some?.length ?? this.#all;
  }

  /**
   * Over a common base only entities that one of the states has marked as gone can differ, and those of the deltas: both states
   * look at nothing else from then on.
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

  /** The entity at a place: its layer, and its number there. */
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
    // Length, id and the digest at the end distinguish nearly all entities; the bytes are compared in any case.
    let hash = end - start;
    const head = Math.min(end, start + sampled);
    for (let at = start; at < head; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    for (let at = Math.max(head, end - sampled); at < end; at += 1)
      hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  }
}

/** Numbers of entities whose words differ. */
function* differing(words: Uint32Array, others: Uint32Array): Generator<number> {
  for (const [number, word] of words.entries()) if (word !== others[number]) yield number;
}
