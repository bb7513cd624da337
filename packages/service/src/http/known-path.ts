import type { TSchema } from 'typebox';

/** The part of a path that the schema defines: members invented by a page may have any name, and are not echoed. */
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
