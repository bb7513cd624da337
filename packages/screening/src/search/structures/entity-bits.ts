import type { ListedEntity } from '../../model/listed-entity.ts';
import { schemata, type Schema } from '../../model/screening-types.ts';
import { listBitsOf } from '../../model/list-types.ts';
import { schemasCompatible } from '../../score/hits/schema-gate.ts';

/** An entity's word: 8 bits for list types, 3 for the schema, 1 for deceased, 20 for the set of countries. */
const schemaShift = 8;
export const deceasedBit = 1 << 11;
/** Position of the country set's number. */
export const countryShift = 12;

const schemaBits = 7;
/** The word of a removed or replaced entity: on no list, with a schema that does not exist. */
export const goneWord = schemaBits << schemaShift;

/** Whether an entity's word marks it as removed or replaced. */
export function isGone(entityWord: number): boolean {
  return ((entityWord >>> schemaShift) & schemaBits) === schemaBits;
}

export function entityBits(entity: ListedEntity): number {
  const deceased = entity.deceased || entity.death !== null ? deceasedBit : 0;
  return listBitsOf(entity) | (schemata.indexOf(entity.schema) << schemaShift) | deceased;
}

/** One bit for each schema with which a subject of this schema is compared. */
export function schemaMask(schema: Schema): number {
  let mask = 0;
  for (const [index, other] of schemata.entries()) if (schemasCompatible(schema, other)) mask |= 1 << index;
  return mask;
}

/** The bit of the entity's schema in such a mask. */
export function schemaBit(entityWord: number): number {
  return 1 << ((entityWord >>> schemaShift) & schemaBits);
}
