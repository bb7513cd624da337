import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { sqlState } from '../../runtime/sql-state.ts';

/**
 * Names under which PostgreSQL keeps prepared statements, as long as the connection path preserves them.
 *
 * A name belongs to a session of the server. A pooler that lends such a session for one transaction at a time (pgbouncer before 1.21 with
 * `pool_mode = transaction`) lends another one next time, in which the name is unknown (26000) or already taken (42P05). The server rejects
 * both before it executes anything, so the statement, or its transaction, can be retried unchanged. From then on this process uses no
 * names, which costs the server some planning but always works.
 */
export interface StatementNames {
  /** The name to send with a text. Their number is limited, so that generated texts cannot fill the server. */
  of(text: string): { name?: string };
  /** Stops using names if a statement failed because of one. */
  noteFailure(error: unknown): void;
}

/** Error codes for a name that the server does not have, or already has. */
const refusedNames = new Set(['26000', '42P05']);

const reason =
  'a connection pooler in transaction mode is in use; pgbouncer supports prepared statements from 1.21 on, with max_prepared_statements';

/** Texts that are used repeatedly become server-side prepared statements. @param limit maximum number of them */
export function createStatementNames(log: Logger, limit = 500): StatementNames {
  const known = new Map<string, { name: string }>();
  let givenUp = false;
  return {
    of(text) {
      if (givenUp) return {};
      const name = known.get(text);
      if (name) return name;
      if (known.size >= limit) return {};
      const made = { name: createHash('sha256').update(text).digest('base64url').slice(0, 32) };
      known.set(text, made);
      return made;
    },
    noteFailure(error) {
      if (givenUp || !refusedNames.has(sqlState(error) ?? '')) return;
      givenUp = true;
      log.warn({ reason }, 'prepared statements are no longer used');
    },
  };
}
