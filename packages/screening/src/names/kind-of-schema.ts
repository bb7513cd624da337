import type { Schema } from '../model/screening-types.ts';
import type { PreparedName } from '../model/prepared-name.ts';

const kinds: Readonly<Record<Schema, PreparedName['kind']>> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  LegalEntity: 'organisation',
  Vessel: 'vessel',
  Airplane: 'vessel',
  Unknown: 'unknown',
};

/** The kind of tables used to read the names of an entity with this schema. */
export function kindOfSchema(schema: Schema): PreparedName['kind'] {
  return kinds[schema];
}
