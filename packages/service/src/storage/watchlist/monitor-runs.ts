import { randomUUID } from 'node:crypto';
import type { AttemptKey } from '../session/attempts.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import { LeaseLost, leaseSeconds } from '../job/jobs.ts';

/**
 * What results are compared with: the snapshot, the engine and the policies of the lists, separated by blanks. A different state may
 * produce different hits.
 */
export type ListState = string;

/** The snapshot of a state. */
export const snapshotOfState = (state: ListState): string => state.split(' ', 1)[0] ?? '';

/** Whether two states differ only in the content of the lists. */
export const differInListsAlone = (a: ListState, b: ListState): boolean =>
  a.slice(snapshotOfState(a).length) === b.slice(snapshotOfState(b).length);

/** A leased run. */
export interface MonitorRun extends Row {
  id: string;
  ordinal: number | null;
  integrationId: string | null;
  fromState: ListState | null;
  toState: ListState;
  cursor: string;
  queued: number;
  lease: number;
}

/** Lock of transactions that plan runs and those that record results; the latter share it. */
const planLock = 7_302_611;
/** Processes switch over one after the other: a state left recently is not considered current, unless it was built again since. */
const settlingMinutes = 10;

/**
 * Plans the run to the current state, unless one is planned: two schedulers create only one. Waits for results being recorded, so
 * that a run sees every result recorded independently of it.
 * @param builtAt when the state was last activated, ISO 8601; null when that is not known
 * @returns whether a run was planned
 */
export async function planListRun(
  database: Database,
  state: ListState,
  builtAt: string | null,
): Promise<boolean> {
  const [newest] = await newestRuns(database);
  if (newest?.toState === state) return false;
  return database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [planLock]);
    const [head] = await newestRuns(tx);
    if (head?.toState === state) return false;
    const rows = await tx.query(
      `insert into watchlist_run (id, ordinal, from_state, to_state)
       select $1, $2, $3, $4 where not exists (select 1 from watchlist_run where ordinal is not null and from_state = $4
         and created_at > greatest(now() - make_interval(mins => $5), $6::timestamptz))
       on conflict do nothing returning id`,
      [randomUUID(), (head?.ordinal ?? 0) + 1, head?.toState ?? null, state, settlingMinutes, builtAt],
    );
    return rows.length > 0;
  });
}

/** Plans a run over all monitored sessions, or over those of one integration. @returns the run's id */
export async function planFullRun(
  tx: Tx | Database,
  { integrationId, state }: { integrationId: string | null; state: ListState },
): Promise<string> {
  const id = randomUUID();
  await tx.query(`insert into watchlist_run (id, integration_id, to_state) values ($1, $2, $3)`, [
    id,
    integrationId,
    state,
  ]);
  return id;
}

type Head = { ordinal: number; toState: ListState } & Row;

function newestRuns(db: Pick<Database, 'query'>): Promise<Head[]> {
  return db.query<Head>(
    `select ordinal, to_state as "toState" from watchlist_run where ordinal is not null order by ordinal desc limit 1`,
  );
}

/** The state up to which runs are planned; `null` before the first one. */
export async function plannedState(db: Pick<Database, 'query'>): Promise<ListState | null> {
  const [head] = await newestRuns(db);
  return head?.toState ?? null;
}

/**
 * Part of recording the result of a monitored session's screening: if other lists are in force by now, runs may have missed the session,
 * and it is screened again.
 */
export async function followLists(
  tx: Tx,
  key: AttemptKey,
  { snapshot, engine }: { snapshot: string; engine: string },
): Promise<void> {
  if (snapshot.startsWith(personaStates)) return;
  await tx.query('select pg_advisory_xact_lock_shared($1)', [planLock]);
  const state = await plannedState(tx);
  if (state === null || `${state} `.startsWith(`${snapshot} ${engine} `)) return;
  await tx.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id, due_at)
     select integration_id, gen_random_uuid(), 'monitor-session', session_id, attempt_id, now() + make_interval(secs => $4)
     from watchlist_monitor where integration_id = $1 and session_id = $2 and attempt_id = $3 and status = 'enabled'`,
    [key.integrationId, key.sessionId, key.attemptId, anotherLookSeconds],
  );
}

/** By then, the process that recorded a result of earlier lists has the new ones too. */
const anotherLookSeconds = 5;

/** Lists of the built-in personas do not count as a state of the installation's lists. */
export const personaStates = 'personas:';

/**
 * Queues the screening of the integration's monitored sessions of built-in personas, which no run covers. Sessions whose screening
 * is already queued, for whatever time, are skipped.
 */
export async function queuePersonas(tx: Tx, integrationId: string): Promise<void> {
  await tx.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id)
     select m.integration_id, gen_random_uuid(), 'monitor-session', m.session_id, m.attempt_id
     from watchlist_monitor m
     join session s on s.integration_id = m.integration_id and s.id = m.session_id and s.deleted_at is null
     where m.integration_id = $1 and m.status = 'enabled' and starts_with(m.snapshot, '${personaStates}')
       and not exists (select 1 from job j where j.integration_id = m.integration_id and j.session_id = m.session_id
         and j.kind = 'monitor-session' and j.leased_until is null and j.parked_at is null)`,
    [integrationId],
  );
}

const columns = `id, ordinal, integration_id as "integrationId", from_state as "fromState", to_state as "toState", cursor, queued, lease`;

/** Claims the oldest run without a valid lease; `null` when there is none. */
export async function claimRun(database: Database): Promise<MonitorRun | null> {
  const [run] = await database.query<MonitorRun>(
    `update watchlist_run set lease = lease + 1, leased_until = clock_timestamp() + make_interval(secs => $1)
     where id = (select id from watchlist_run where finished_at is null
       and (leased_until is null or leased_until < clock_timestamp()) order by created_at, ordinal limit 1 for update skip locked)
     returning ${columns}`,
    [leaseSeconds],
  );
  return run ?? null;
}

/** @returns false when the lease was lost in the meantime */
export async function renewRun(database: Database, { id, lease }: MonitorRun): Promise<boolean> {
  const rows = await database.query(
    `update watchlist_run set leased_until = clock_timestamp() + make_interval(secs => $3)
     where id = $1 and lease = $2 and finished_at is null returning id`,
    [id, lease, leaseSeconds],
  );
  return rows.length === 1;
}

/** Releases a run so that it is continued at its checkpoint, after the given number of seconds. */
export async function returnRun(
  database: Database,
  { id, lease }: MonitorRun,
  seconds: number,
): Promise<void> {
  await database.query(
    `update watchlist_run set leased_until = case when $3::float8 > 0 then clock_timestamp() + make_interval(secs => $3::float8) end
     where id = $1 and lease = $2`,
    [id, lease, seconds],
  );
}

/** Ends a run. @throws LeaseLost */
export async function finishRun(database: Database, { id, lease }: MonitorRun): Promise<void> {
  const rows = await database.query(
    `update watchlist_run set finished_at = now(), leased_until = null where id = $1 and lease = $2 returning id`,
    [id, lease],
  );
  if (rows.length === 0) throw new LeaseLost();
}

export interface MonitoredKey {
  integrationId: string;
  sessionId: string;
}

/**
 * The checkpoint: queues the screening of these sessions and records the run's progress, together. Sessions no longer
 * monitored, or already queued, are skipped.
 * @returns how many were queued
 * @throws LeaseLost
 */
export function queuePage(
  database: Database,
  { id, lease }: MonitorRun,
  { sessions, cursor }: { sessions: readonly MonitoredKey[]; cursor: string },
): Promise<number> {
  return database.transaction(async (tx) => {
    const rows = await tx.query(
      `insert into job (integration_id, id, kind, session_id, attempt_id)
       select m.integration_id, gen_random_uuid(), 'monitor-session', m.session_id, m.attempt_id
       from unnest($1::uuid[], $2::uuid[]) as touched (integration_id, session_id)
       join watchlist_monitor m on m.integration_id = touched.integration_id and m.session_id = touched.session_id
         and m.status = 'enabled'
       where not exists (select 1 from job j where j.integration_id = m.integration_id and j.session_id = m.session_id
         and j.kind = 'monitor-session' and j.leased_until is null and j.parked_at is null and j.due_at <= now())
       returning id`,
      [sessions.map(({ integrationId }) => integrationId), sessions.map(({ sessionId }) => sessionId)],
    );
    const kept = await tx.query(
      `update watchlist_run set cursor = $3, queued = queued + $4 where id = $1 and lease = $2 and finished_at is null returning id`,
      [id, lease, cursor, rows.length],
    );
    if (kept.length === 0) throw new LeaseLost();
    return rows.length;
  });
}

/** The integration with this id, or all. */
export async function listIntegrationIds(
  db: Pick<Database, 'query'>,
  integrationId: string | null,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from integration where $1::uuid is null or id = $1 order by id`,
    [integrationId],
  );
  return rows.map(({ id }) => id);
}
