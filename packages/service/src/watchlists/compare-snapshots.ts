import {
  entitiesIn,
  type LayeredSnapshot,
  type ListedEntity,
  type ListType,
  listTypes,
  type Snapshot,
} from '@countersign/screening';

/** Number of entities of one list type that differ between two snapshots. */
export interface ListDifference extends Record<string, unknown> {
  list: ListType;
  added: number;
  removed: number;
  changed: number;
}

export interface SnapshotDifference {
  lists: ListDifference[];
  /** Ids of the first entities of each kind. */
  samples: { added: string[]; removed: string[]; changed: string[] };
}

const sampled = 10;

/** Entities added, removed, or with a changed content hash, by list type: an entity counts for every type it is on. */
export function compareSnapshots(
  before: Snapshot | LayeredSnapshot,
  after: Snapshot | LayeredSnapshot,
): SnapshotDifference {
  const counts = new Map(listTypes.map((list) => [list, { list, added: 0, removed: 0, changed: 0 }]));
  const samples: SnapshotDifference['samples'] = { added: [], removed: [], changed: [] };
  const count = (kind: keyof typeof samples, id: string, lists: Iterable<ListType>): void => {
    for (const list of lists) {
      const row = counts.get(list);
      if (row) row[kind] += 1;
    }
    if (samples[kind].length < sampled) samples[kind].push(id);
  };
  const earlier = new Map<string, { hash: string; lists: Set<ListType> }>();
  for (const { id, contentHash, listings } of entitiesIn(before))
    earlier.set(id, { hash: contentHash, lists: listsOf(listings) });
  for (const { id, formerIds, contentHash, listings } of entitiesIn(after)) {
    const lists = listsOf(listings);
    const known = [id, ...formerIds].find((name) => earlier.has(name));
    const old = known === undefined ? undefined : earlier.get(known);
    for (const name of [id, ...formerIds]) earlier.delete(name);
    if (old === undefined) count('added', id, lists);
    else if (old.hash !== contentHash || known !== id)
      count('changed', id, new Set([...lists, ...old.lists]));
  }
  for (const [id, { lists }] of earlier) count('removed', id, lists);
  return { lists: [...counts.values()], samples };
}

const listsOf = (listings: ListedEntity['listings']) => new Set(listings.map(({ list }) => list));
