import { BadRecord } from '../entity-draft.ts';

/** One FollowTheMoney entity as written in a line, with its structure validated. */
export interface FtmEntity {
  id: string;
  schema: string;
  caption: string;
  /** As parsed; use `valuesOf` to read them. */
  properties: Readonly<Record<string, unknown>>;
  referents: readonly string[];
  datasets: readonly string[];
}

/** @throws BadRecord if the text is not an entity */
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
    properties: properties as Record<string, unknown>,
    referents: stringsOf(referents),
    datasets: stringsOf(datasets),
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Values of a property: strings, and the ids of entities nested in place of ids. */
function stringsOf(values: unknown): readonly string[] {
  if (!Array.isArray(values)) return typeof values === 'string' ? [values] : none;
  if (values.every(isText)) return values as string[];
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

const none: readonly string[] = [];

/** All values of a property. */
export function valuesOf({ properties }: FtmEntity, name: string): readonly string[] {
  // Inherited members such as `constructor` are not lists of texts and yield nothing.
  const values = properties[name];
  return values === undefined ? none : stringsOf(values);
}

/** The first value among the named properties, in this order; null if there is none. */
export function firstOf(entity: FtmEntity, ...names: string[]): string | null {
  for (const name of names) {
    const [first] = valuesOf(entity, name);
    if (first !== undefined) return first;
  }
  return null;
}

/** Merges two records of one entity from different files, keeping all values of both. */
export function uniteFtm(a: FtmEntity, b: FtmEntity): FtmEntity {
  const names = union(Object.keys(a.properties), Object.keys(b.properties));
  return {
    ...a,
    schema: a.schema === 'LegalEntity' || a.schema === 'Thing' ? b.schema : a.schema,
    properties: Object.fromEntries(names.map((name) => [name, union(valuesOf(a, name), valuesOf(b, name))])),
    referents: union(a.referents, b.referents),
    datasets: union(a.datasets, b.datasets),
  };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])];
}
