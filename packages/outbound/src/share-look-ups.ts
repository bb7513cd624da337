import type { ResolveName } from './resolve.ts';

/**
 * Shares one look-up among all concurrent callers for the same name. A look-up that hangs cannot be cancelled and occupies one of the
 * process's few threads for files and look-ups; several of them would block everything else.
 */
export function shareLookUps(resolve: ResolveName): ResolveName {
  const underWay = new Map<string, Promise<string[]>>();
  return (name) => {
    const known = underWay.get(name);
    if (known) return known;
    const looking = resolve(name).finally(() => underWay.delete(name));
    underWay.set(name, looking);
    return looking;
  };
}
