import { Unavailable } from './unavailable.ts';

/** Deadlock, serialisation failure, lock time-out: the transaction was rolled back and may be tried again as a whole. */
const retryable = new Set(['40P01', '40001', '55P03']);

/** Server states and socket errors that mean "not now" rather than "wrong". */
const unavailableStates = /^(08|53|57P|57014|25P03|58030)/;
const unavailableErrno = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
]);
const unavailableText =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

function* causes(error: unknown): Generator<{ code?: unknown; message?: unknown }> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) yield at;
}

/** Five-character SQL state of a database error, wrapped or not; `null` when there is none. */
export function sqlState(error: unknown): string | null {
  for (const { code } of causes(error))
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  return null;
}

/** True when the whole transaction may simply be tried again. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error) ?? '');
}

/** Turns "not now" errors into `Unavailable` and leaves every other error as it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  if (isRetryable(error)) return new Unavailable('database contention', { cause: error });
  for (const { code, message } of causes(error)) {
    const text = typeof code === 'string' ? code : '';
    const away = unavailableErrno.has(text) || (/^[0-9A-Z]{5}$/.test(text) && unavailableStates.test(text));
    if (away || unavailableText.test(String(message)))
      return new Unavailable('database unavailable', { cause: error });
  }
  return error;
}
