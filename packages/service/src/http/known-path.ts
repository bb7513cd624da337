import type { TSchema } from 'typebox';

/** As much of a path as the schema names: what a page calls its members may be anything, and is not repeated. */
export function knownPath(schema: TSchema, path: string): string {
  const known: string[] = [];
  let at = schema as { properties?: Record<string, object>; items?: object } | undefined;
  for (const name of path.split('/').slice(1)) {
    const next = at?.properties?.[name] ?? (/^\d+$/.test(name) ? at?.items : undefined);
    if (next === undefined) break;
    known.push(name);
    at = next;
  }
  return known.join('.');
}
