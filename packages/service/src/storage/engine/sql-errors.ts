import { causesOf, sqlState } from '../../runtime/sql-state.ts';
import { Unavailable } from '../../runtime/unavailable.ts';

/**
 * Deadlock, serialisation failure, lock time-out, and statement names that another session uses: the transaction was rolled back and
 * may be repeated as a whole.
 */
const retryable = new Set(['40P01', '40001', '55P03', '26000', '42P05']);

/** Server states and socket errors that mean "not now" rather than "wrong". */
// 28, 3D000: a password or a database that is being replaced; a start that gets them fails. 25006: a server that became a standby, or is
// read-only, accepts no writes for now.
const unavailableStates = /^(08|28|3D000|53|57P|57014|25P03|25006|58030)/;
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
  // No file descriptor left for a connection.
  'EMFILE',
  'ENFILE',
]);
const unavailableText =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** True if the whole transaction may simply be retried. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error) ?? '');
}

/** Turns "not now" errors into `Unavailable` and leaves every other error as it is. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  if (isRetryable(error)) return new Unavailable('database contention', { cause: error });
  for (const { code, message } of causesOf(error)) {
    const text = typeof code === 'string' ? code : '';
    const away = unavailableErrno.has(text) || (/^[0-9A-Z]{5}$/.test(text) && unavailableStates.test(text));
    if (away || unavailableText.test(String(message)))
      return new Unavailable('database unavailable', { cause: error });
  }
  return error;
}
