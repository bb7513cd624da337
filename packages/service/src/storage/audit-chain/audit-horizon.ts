import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { Database } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { type AuditSource, auditTables } from './audit-tables.ts';

/** Milliseconds between checks for open transactions, and before giving up: longer than any may take. */
const lookMs = 20;
const patienceMs = 10_000;

/**
 * An id such that no row of the log with this or a smaller id can still be committed. Ids are assigned before rows are
 * committed, so a smaller id can appear after a greater one; but a transaction that was assigned an id holds a writer's lock on the table, so
 * all are settled once every transaction is gone that held it after the last id was read. Writers never wait.
 * @param known an id that is already settled
 * @throws Unavailable when a transaction stays open for 10 s
 */
export async function settledAuditId(
  database: Database,
  source: AuditSource,
  known: number,
): Promise<number> {
  const last = await lastGivenId(database, source);
  if (last <= known) return known;
  let open = await listWriters(database, source);
  const until = performance.now() + patienceMs;
  while (open.length > 0) {
    if (performance.now() > until)
      throw new Unavailable(`${auditTables[source].table}: must have no transaction open for 10 s`);
    await sleep(lookMs);
    const still = new Set(await listWriters(database, source));
    open = open.filter((writer) => still.has(writer));
  }
  return last;
}

/** The last id assigned to a row of the log, committed or not; 0 before the first. */
async function lastGivenId(database: Database, source: AuditSource): Promise<number> {
  const [row] = await database.query<{ last: number }>(
    `select case when is_called then last_value else last_value - 1 end as last from ${auditTables[source].sequence}`,
  );
  return row?.last ?? 0;
}

/** Open transactions that have written to the log, or are about to, excluding those of this connection. */
async function listWriters(database: Database, source: AuditSource): Promise<string[]> {
  const rows = await database.query<{ writer: string }>(
    `select distinct virtualtransaction as writer from pg_locks
     where locktype = 'relation' and relation = '${auditTables[source].table}'::regclass and mode = 'RowExclusiveLock'
       and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`,
  );
  return rows.map(({ writer }) => writer);
}

/** The id up to which the rows of a log are linked; 0 before the first. */
export async function findHorizon(db: Queryable, source: AuditSource): Promise<number> {
  const [row] = await db.query<{ closed: number }>(`select closed from audit_horizon where source = $1`, [
    source,
  ]);
  return row?.closed ?? 0;
}

/** Like `findHorizon`, and locks it until the transaction ends: only one process at a time links rows of a log. */
export async function lockHorizon(db: Queryable, source: AuditSource): Promise<number> {
  await db.query(
    `insert into audit_horizon (source, closed) values ($1, 0) on conflict (source) do nothing`,
    [source],
  );
  const [row] = await db.query<{ closed: number }>(
    `select closed from audit_horizon where source = $1 for update`,
    [source],
  );
  return row?.closed ?? 0;
}

/** Advances it, while holding its lock. */
export const moveHorizon = async (db: Queryable, source: AuditSource, closed: number): Promise<void> =>
  void (await db.query(`update audit_horizon set closed = $2 where source = $1`, [source, closed]));
