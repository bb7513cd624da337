import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { sqlState } from '../../runtime/sql-state.ts';

/**
 * Names under which PostgreSQL keeps statements prepared, as long as the way to it keeps them too.
 *
 * A name belongs to a session of the server. A pooler that lends such a session for one transaction at a time (pgbouncer before
 * 1.21 with `pool_mode = transaction`) lends another one next time: there the name is unknown (26000), or somebody else gave it
 * already (42P05). The server refuses both before it carries anything out, so that the statement, or its transaction, can be
 * tried again as it is. From then on this process uses no names, which costs the server some planning and is always right.
 */
export interface StatementNames {
  /** What to send beside a text. Bounded, so that generated texts cannot fill the server. */
  of(text: string): { name?: string };
  /** Gives all names up where a statement failed for one of them. */
  noteFailure(error: unknown): void;
}

/** States of a name that the server does not know, or knows already. */
const refusedNames = new Set(['26000', '42P05']);

const reason =
  'a connection pooler in transaction mode is in use; pgbouncer supports prepared statements from 1.21 on, with max_prepared_statements';

/** Texts used again become server-side prepared statements. @param limit how many */
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
