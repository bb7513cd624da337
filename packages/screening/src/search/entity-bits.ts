import type { ListedEntity } from '../lists/listed-entity.ts';
import { schemata } from '../screening-types.ts';
import { defaultOptions } from '../screener.ts';

/** Bits of an entity's first word: 8 of list types, 3 of the schema, 1 when dead. */
const schemaShift = 8;
export const deceasedBit = 1 << 11;

/** One bit for each list type in the order of the interface's default. */
export function listBits(lists: Iterable<string>): number {
  let bits = 0;
  for (const list of lists) {
    const index = defaultOptions.lists.findIndex((known) => known === list);
    if (index >= 0) bits |= 1 << index;
  }
  return bits;
}

export const sanctionsBit = listBits(['SANCTIONS']);

export function entityBits(entity: ListedEntity): number {
  const lists = listBits(entity.listings.map(({ list }) => list));
  return lists | (schemata.indexOf(entity.schema) << schemaShift) | (entity.deceased ? deceasedBit : 0);
}

/** Bit of a schema's number, as masks of admitted schemata use it. */
export function schemaMaskBit(entityWord: number): number {
  return 1 << ((entityWord >>> schemaShift) & 7);
}
