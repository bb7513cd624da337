import { contentHash } from './content-hash.ts';
import type { ListedEntity } from '../model/listed-entity.ts';

/** Merges two records of one entity, keeping everything from both. For single-valued members, the first record wins. */
export function uniteEntities(a: ListedEntity, b: ListedEntity): ListedEntity {
  const names = new Set(a.names.map(({ text }) => text));
  const united = {
    id: a.id,
    formerIds: union(a.formerIds, b.formerIds),
    schema: a.schema === 'Unknown' ? b.schema : a.schema,
    names: [...a.names, ...b.names.filter(({ text }) => !names.has(text))],
    birth: union(a.birth, b.birth),
    death: a.death ?? b.death,
    deceased: a.deceased || b.deceased,
    gender: a.gender === null || b.gender === null || a.gender === b.gender ? (a.gender ?? b.gender) : null,
    countries: union(a.countries, b.countries),
    identifiers: union(a.identifiers, b.identifiers),
    listings: union(a.listings, b.listings),
    associates: union(a.associates, b.associates),
    positions: union(a.positions, b.positions),
  };
  return { ...united, contentHash: contentHash(united) };
}

function union<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Map([...a, ...b].map((value) => [JSON.stringify(value), value])).values()];
}
