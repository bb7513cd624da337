import type { ListedEntity } from './listed-entity.ts';
import type { ListType } from './screening-types.ts';

/** List types in the order of their bits. */
export const listTypes: readonly ListType[] = [
  'SANCTIONS',
  'PEP_CLASS_1',
  'PEP_CLASS_2',
  'PEP_CLASS_3',
  'PEP_CLASS_4',
  'ADVERSE_MEDIA',
  'FITNESS_PROBITY',
  'WARNINGS',
];
/** The bit of `SANCTIONS`. */
export const sanctionsBit = 1;

/** Converts list types to bits, in the order of `listTypes`. */
export function listBits(lists: Iterable<ListType>): number {
  let bits = 0;
  for (const list of lists) bits |= 1 << listTypes.indexOf(list);
  return bits;
}

/** The bits of the lists that contain the entity. */
export function listBitsOf(entity: ListedEntity): number {
  return listBits(entity.listings.map(({ list }) => list));
}
