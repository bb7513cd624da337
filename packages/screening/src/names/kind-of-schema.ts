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

/** Which tables the names of an entity of this schema are read with. */
export function kindOfSchema(schema: Schema): PreparedName['kind'] {
  return kinds[schema];
}
