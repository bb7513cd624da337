import { valuesOf, type FtmEntity } from './ftm-entity.ts';

/** The properties that are read. */
const properties = [
  'name',
  'alias',
  'abbreviation',
  'previousName',
  'weakAlias',
  'firstName',
  'lastName',
  'birthDate',
  'deathDate',
  'gender',
  'nationality',
  'citizenship',
  'jurisdiction',
  'mainCountry',
  'flag',
  'country',
  'birthCountry',
  'passportNumber',
  'idNumber',
  'socialSecurityNumber',
  'taxNumber',
  'vatCode',
  'innCode',
  'ogrnCode',
  'registrationNumber',
  'leiCode',
  'swiftBic',
  'imoNumber',
  'mmsi',
  'callSign',
  'position',
  'topics',
  'sourceUrl',
  'programId',
  'program',
] as const;
export type Property = (typeof properties)[number];

/**
 * The values of the properties that are read. All objects have the same shape; in those parsed from lines, each with its own shape, every
 * access would be a search.
 */
export type Values = Record<Property, readonly string[]>;

/** The parts of an entity that are mapped. */
export interface FtmRecord {
  id: string;
  schema: string;
  caption: string;
  values: Values;
  referents: readonly string[];
  datasets: readonly string[];
}

export const none: readonly string[] = [];
const noValues = Object.fromEntries(properties.map((name) => [name, none])) as unknown as Values;
const isRead: ReadonlySet<string> = new Set(properties);

export function emptyValues(): Values {
  return { ...noValues };
}

export function recordOf(entity: FtmEntity): FtmRecord {
  const { id, schema, caption, referents, datasets } = entity;
  const values = emptyValues();
  for (const name in entity.properties)
    if (isRead.has(name)) values[name as Property] = valuesOf(entity, name);
  return { id, schema, caption, values, referents, datasets };
}

const byEnds = new Map<number, Property[]>();
for (const name of properties) {
  const key = keyOf(name, 0, name.length);
  byEnds.set(key, [...(byEnds.get(key) ?? []), name]);
}

/** The property whose name is in the text from `start` to `end`; null if it is not read. */
export function propertyAt(text: string, start: number, end: number): Property | null {
  for (const name of byEnds.get(keyOf(text, start, end)) ?? none)
    if (text.startsWith(name, start)) return name as Property;
  return null;
}

/** Combines length, first and last letter: names of properties rarely share all three. */
function keyOf(text: string, start: number, end: number): number {
  return ((end - start) << 16) ^ (text.charCodeAt(start) << 8) ^ text.charCodeAt(end - 1);
}
