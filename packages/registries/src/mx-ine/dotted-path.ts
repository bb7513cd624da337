/** Access to members by dotted paths, for the blocks that every gateway names differently. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The member at a path, `facial.imagen`; `undefined` when there is none. */
export function valueAt(root: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
      root,
    );
}

/** Returns a copy with the value set at the path; missing objects are created, any other value on the way is replaced. */
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
