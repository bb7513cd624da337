interface OpenApi {
  components: Record<string, Record<string, unknown>>;
  [part: string]: unknown;
}

const reference = /"\$ref":"#\/components\/([^"/]+)\/([^"]+)"/g;

/** `kind/name` of every component that a part of the document refers to. */
const referencesOf = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(reference)].map(([, kind, name]) => `${kind}/${name}`);

/** Removes components that nothing refers to, directly or indirectly, from an OpenAPI document. All security schemes stay. */
export function usedComponents({ components, ...rest }: OpenApi): OpenApi {
  const used = new Set<string>();
  const waiting = referencesOf(rest);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (used.has(next)) continue;
    used.add(next);
    const [kind = '', name = ''] = next.split('/');
    waiting.push(...referencesOf(components[kind]?.[name] ?? {}));
  }
  const kept = Object.entries(components).map(([kind, all]) => [
    kind,
    kind === 'securitySchemes'
      ? all
      : Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
  ]);
  return { ...rest, components: Object.fromEntries(kept) as OpenApi['components'] };
}
