import { Problem } from '../src/index.ts';

/** `400/1104 verification.callback` when the call throws a problem, `accepted` otherwise. */
export function outcome(call: () => unknown): string {
  try {
    call();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.http}/${error.code}${error.parameter === null ? '' : ` ${error.parameter}`}`;
  }
}

/** The status and code alone. */
export const code = (call: () => unknown): string => outcome(call).split(' ')[0] ?? '';

/** Returns the value with one member set, by path; missing objects are created. */
export function withMember(body: unknown, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = copy;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  at[last] = value;
  return copy;
}
