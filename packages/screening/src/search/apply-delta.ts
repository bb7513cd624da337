import { createHash } from 'node:crypto';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { Snapshot, SnapshotManifest, SourceManifest } from '../snapshot/snapshot.ts';
import { sharedArray } from '../snapshot/sections.ts';
import { buildSnapshot } from './build-snapshot.ts';
import { goneWord, isGone } from './entity-bits.ts';
import { EntityIds } from './entity-ids.ts';
import { PayloadReader } from './payload-store.ts';

/** What happened to the lists since some state of them. */
export interface SnapshotDelta {
  /** Id of that state. */
  from: string;
  /** Version of the code and tables that read the names of the changed entities; the same as that of the state. */
  engine: string;
  /** Entities that are new or other than before, each whole. The entities with their former ids leave. */
  changed: readonly ListedEntity[];
  /** Ids of entities that left. Those that the state does not have are ignored. */
  removed: readonly string[];
  /** All sources as they are now. */
  sources: SourceManifest[];
}

/**
 * A state of the lists in one base and segments over it. An entity is in one of them; where it was before, its word is
 * marked as gone. `manifest.id` is that of the base with how many deltas came and a digest of them; names and entities are
 * those that are left, tokens those of all layers together.
 */
export interface LayeredSnapshot {
  manifest: SnapshotManifest;
  level: number;
  layers: readonly Snapshot[];
}

/** A delta that does not follow on the state it is applied to, or for another engine: the full lists are needed. */
export class WrongDelta extends Error {
  override name = 'WrongDelta';
}

/** A base without any segment. */
export function layered(base: Snapshot): LayeredSnapshot {
  return { manifest: base.manifest, level: 0, layers: [base] };
}

/** A segment is built anew together with the next one unless it is larger than this many of that. */
const mostOfNext = 1;

/**
 * The state after a delta: what left is marked in layers that share all else with those before, what came is a segment. Costs
 * as much as building what changed, and now and then some segments before it. The state before stays as it is.
 * @throws WrongDelta when the delta is for another state or engine
 */
export function applyDelta(state: LayeredSnapshot, delta: SnapshotDelta): LayeredSnapshot {
  const { id, engine } = state.manifest;
  if (delta.from !== id) throw new WrongDelta(`The delta is for ${delta.from}; the lists are at ${id}.`);
  if (delta.engine !== engine)
    throw new WrongDelta(`The lists were built by engine ${engine}; this is ${delta.engine}.`);
  const leaving = new Set(delta.removed);
  for (const entity of delta.changed) for (const one of [entity.id, ...entity.formerIds]) leaving.add(one);
  const layers = state.layers.map((layer) => withoutEntities(layer, leaving));
  let entering = [...new Map(delta.changed.map((entity) => [entity.id, entity])).values()];
  // Small segments are built anew together, so that their number grows with the logarithm of what came.
  for (let last = layers.at(-1); last && layers.length > 1; last = layers.at(-1)) {
    if (last.manifest.entities > entering.length * mostOfNext) break;
    layers.pop();
    entering = [...entitiesOf(last), ...entering];
  }
  if (entering.length > 0) layers.push(buildSnapshot(entering, { engine, sources: [] }));
  const level = state.level + 1;
  const base = state.layers[0]?.manifest.id ?? '';
  const manifest = {
    id: `${base}+${String(level)}.${digestOf(id, leaving, layers.at(-1))}`,
    engine,
    ...countsOf(layers),
    sources: delta.sources,
  };
  return { manifest, level, layers };
}

/** Whether the segments have outgrown a twentieth of the base, so that a merge pays. */
export function isOutgrown({ layers: [base, ...segments] }: LayeredSnapshot): boolean {
  const added = segments.reduce((sum, { manifest }) => sum + manifest.entities, 0);
  return added * 20 > (base?.manifest.entities ?? 0);
}

/** One snapshot of the state: byte for byte what building its entities in their order gives. */
export function mergeLayers({ manifest, layers }: LayeredSnapshot): Snapshot {
  const { engine, sources } = manifest;
  return buildSnapshot(
    (function* (): Generator<ListedEntity> {
      for (const layer of layers) yield* entitiesOf(layer);
    })(),
    { engine, sources },
  );
}

/** The entities of a snapshot that are not gone, in the order in which they came. */
function* entitiesOf({ sections }: Snapshot): Generator<ListedEntity> {
  const words = sections['entity.word'];
  const payload = new PayloadReader(sections.payload, sections['payload.offset']);
  for (const [number, word] of words.entries()) if (!isGone(word)) yield payload.read(number);
}

function withoutEntities(layer: Snapshot, ids: ReadonlySet<string>): Snapshot {
  const known = new EntityIds(layer.sections);
  const gone = [...ids].map((id) => known.numberOf(id)).filter((number) => number >= 0);
  if (gone.length === 0) return layer;
  const words = sharedArray('u32', layer.sections['entity.word'].length);
  // The state before keeps its own words; all other sections are shared.
  words.set(layer.sections['entity.word']);
  for (const number of gone) words[number] = goneWord;
  return { manifest: layer.manifest, sections: { ...layer.sections, 'entity.word': words } };
}

function countsOf(layers: readonly Snapshot[]): { entities: number; names: number; tokens: number } {
  const counts = { entities: 0, names: 0, tokens: 0 };
  for (const { manifest, sections } of layers) {
    const words = sections['entity.word'];
    for (const word of words) if (!isGone(word)) counts.entities += 1;
    for (const entity of sections['name.entity']) if (!isGone(words[entity] as number)) counts.names += 1;
    counts.tokens += manifest.tokens;
  }
  return counts;
}

function digestOf(before: string, leaving: ReadonlySet<string>, last: Snapshot | undefined): string {
  const hash = createHash('sha256')
    .update(before)
    .update(last?.manifest.id ?? '');
  for (const id of [...leaving].sort()) hash.update(`\n${id}`);
  return hash.digest('hex').slice(0, 12);
}
