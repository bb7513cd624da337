/** An error and its causes, outermost first, at most five. */
export function* causesOf(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) yield at;
}

/** Five-character SQL state of a database error, wrapped or not; `null` when there is none. */
export function sqlState(error: unknown): string | null {
  for (const { code } of causesOf(error))
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return null;
}
