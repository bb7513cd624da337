import type { ResolveName } from './resolve.ts';

/**
 * Lets all who want the same name at the same time wait for one look-up. One that hangs cannot be called off and holds one of
 * the process's few threads for files and names, so that more of them would stop everything else.
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
