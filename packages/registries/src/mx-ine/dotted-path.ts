/** Members by dotted paths, for the blocks whose names every gateway chooses itself. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The member a path leads to, `facial.imagen`; `undefined` when there is none. */
export function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      root,
    );
}

/** A copy that has the value where the path leads; objects on the way are made, any other value there is replaced. */
export function withValueAt(
  root: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const [step = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...root, [step]: value };
  const inner = root[step];
  return { ...root, [step]: withValueAt(isObject(inner) ? inner : {}, rest.join('.'), value) };
}
