import type { JsonSchema } from './rules.ts';

const below = /\[\d+\]|[^.[\]]+/g;

/** The alternative schemas of a value: those of `oneOf`, or the schema itself. */
export const branchesOf = (schema: JsonSchema): readonly JsonSchema[] =>
  (schema['oneOf'] as readonly JsonSchema[] | undefined) ?? [schema];

/** The schema of the member with that name; `undefined` if there is none. */
export function memberOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const members = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** The schema of a list's items; `undefined` if it is not a list. */
export const itemsOf = (schema: JsonSchema): JsonSchema | undefined =>
  schema['items'] as JsonSchema | undefined;

/**
 * The schema at a path.
 * @param path as in messages: `verification.consents[0].type`
 * @returns `null` where the schema has no such member
 */
export function schemaAt(schema: JsonSchema, path: string): JsonSchema | null {
  let found = branchesOf(schema);
  for (const [step] of path.matchAll(below)) {
    const next = (one: JsonSchema) => (step.startsWith('[') ? itemsOf(one) : memberOf(one, step));
    found = found.flatMap((one) => branchesOf(next(one) ?? { oneOf: [] }));
  }
  return found[0] ?? null;
}
