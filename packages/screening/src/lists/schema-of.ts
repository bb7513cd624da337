import { schemata, type Schema } from '../model/screening-types.ts';

const otherNames: Record<string, Schema> = {
  individual: 'Person',
  person: 'Person',
  people: 'Person',
  entity: 'Organization',
  organisation: 'Organization',
  organization: 'Organization',
  enterprise: 'Organization',
  publicbody: 'Organization',
  company: 'Company',
  business: 'Company',
  ship: 'Vessel',
  vessel: 'Vessel',
  aircraft: 'Airplane',
  airplane: 'Airplane',
};

/** The schema for a source's word, ignoring case; `Unknown` for any other word. */
export function schemaOf(text: string): Schema {
  const key = text.trim().toLowerCase();
  return schemata.find((schema) => schema.toLowerCase() === key) ?? otherNames[key] ?? 'Unknown';
}
