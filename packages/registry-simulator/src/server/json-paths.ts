/** Reads and changes members of a JSON value by dotted paths: `datosCedulas.datos.0.nuip`. */

type Container = Record<string, unknown>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The object or list that contains the last step of the path, and that step; `null` when the path does not exist. */
function holderOf(root: unknown, path: string): { holder: Container; key: string } | null {
  const steps = path.split('.');
  const key = steps.pop() ?? '';
  let holder: unknown = root;
  for (const step of steps) holder = isContainer(holder) ? holder[step] : undefined;
  return isContainer(holder) && Object.hasOwn(holder, key) ? { holder, key } : null;
}

/** The member; `undefined` when there is none. */
export function memberAt(root: unknown, path: string): unknown {
  const found = holderOf(root, path);
  return found?.holder[found.key];
}

/** A copy with the member changed; the value itself when the path does not exist. */
export function withMember(root: unknown, path: string, change: (member: unknown) => unknown): unknown {
  const copy = structuredClone(root);
  const found = holderOf(copy, path);
  if (found === null) return root;
  found.holder[found.key] = change(found.holder[found.key]);
  return copy;
}

/** A copy without the member. */
export function withoutMember(root: unknown, path: string): unknown {
  const copy = structuredClone(root);
  const found = holderOf(copy, path);
  if (found === null) return root;
  delete found.holder[found.key];
  return copy;
}
