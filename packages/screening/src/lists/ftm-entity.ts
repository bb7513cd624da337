import { BadRecord } from './entity-draft.ts';

/** One FollowTheMoney entity as it stands in a line, its shape checked. */
export type FtmEntity = {
  id: string;
  schema: string;
  caption: string;
  properties: Map<string, string[]>;
  referents: string[];
  datasets: string[];
};

/** @throws BadRecord when the text is no entity */
export function parseFtm(text: string): FtmEntity {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRecord('the line is not JSON');
  }
  return ftmEntityOf(value);
}

/** @throws BadRecord when the value is no entity */
export function ftmEntityOf(value: unknown): FtmEntity {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRecord('the line is no JSON object');
  const { id, schema, caption, properties, referents, datasets } = value as Record<string, unknown>;
  if (typeof id !== 'string' || id === '') throw new BadRecord('the entity has no id');
  if (typeof schema !== 'string' || schema === '') throw new BadRecord('the entity has no schema');
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
    throw new BadRecord('the entity has no properties');
  return {
    id,
    schema,
    caption: typeof caption === 'string' ? caption : '',
    properties: new Map(Object.entries(properties).map(([name, values]) => [name, stringsOf(values)])),
    referents: stringsOf(referents),
    datasets: stringsOf(datasets),
  };
}

/** Values of a property: strings, and the ids of entities that are nested where ids usually stand. */
function stringsOf(values: unknown): string[] {
  if (!Array.isArray(values)) return typeof values === 'string' ? [values] : [];
  const strings: string[] = [];
  for (const value of values as unknown[]) {
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) {
      const { id } = value as { id?: unknown };
      if (typeof id === 'string') strings.push(id);
    }
  }
  return strings;
}

/** All values of the named properties, in this order. */
export function valuesOf({ properties }: FtmEntity, ...names: string[]): string[] {
  return names.flatMap((name) => properties.get(name) ?? []);
}

/** Two records of one entity from different files: every value of both. */
export function uniteFtm(a: FtmEntity, b: FtmEntity): FtmEntity {
  const properties = new Map(a.properties);
  for (const [name, values] of b.properties) properties.set(name, union(properties.get(name) ?? [], values));
  return {
    ...a,
    schema: a.schema === 'LegalEntity' || a.schema === 'Thing' ? b.schema : a.schema,
    properties,
    referents: union(a.referents, b.referents),
    datasets: union(a.datasets, b.datasets),
  };
}

function union(a: string[], b: string[]): string[] {
  return [...new Set([...a, ...b])];
}
