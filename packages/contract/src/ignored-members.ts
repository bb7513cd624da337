import { isJsonObject, type JsonSchema } from './rules.ts';
import { branchesOf, itemsOf, memberOf } from './schema-walk.ts';

/**
 * Members of a request body that its schema does not name, and which are therefore ignored.
 * @returns their paths as in messages, `verification.lang`, with the names as sent, in the order of the body
 * @see spec/contract.md
 */
export const ignoredMembers = (schema: JsonSchema, body: unknown): string[] => [
  ...unnamed(branchesOf(schema), body, ''),
];

function* unnamed(schemas: readonly JsonSchema[], value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => branchesOf(itemsOf(schema) ?? { oneOf: [] }));
    for (const [index, item] of value.entries()) yield* unnamed(items, item, `${path}[${index}]`);
  } else if (isJsonObject(value)) yield* unnamedIn(schemas, value, path);
}

function* unnamedIn(
  schemas: readonly JsonSchema[],
  value: Readonly<Record<string, unknown>>,
  path: string,
): Generator<string> {
  // An object for which the schema names no members is kept as it is.
  const naming = schemas.filter((schema) => 'properties' in schema);
  if (naming.length === 0) return;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const named = naming.map((schema) => memberOf(schema, name)).filter((schema) => schema !== undefined);
    if (named.length === 0) yield at;
    else yield* unnamed(named.flatMap(branchesOf), member, at);
  }
}
