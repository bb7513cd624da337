import type { HitMatchStatus, MonitorStatus, RiskLevel } from '@countersign/contract';
import type { ScreeningStatus } from '@countersign/core';
import type { AttemptKey } from '../session/attempts.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { instant } from '../instant.ts';

type SessionKey = Pick<AttemptKey, 'integrationId' | 'sessionId'>;

/** A screening as stored. */
export interface ScreeningRow extends Row {
  attemptId: string;
  status: ScreeningStatus;
  hasUnacknowledgedChanges: boolean;
  checkType: 'initial_result' | 'updated_result';
  /** Sealed `ScreenedPerson`. */
  person: Uint8Array;
  /** Sealed `SearchTerm`; `null` without a result. */
  term: Uint8Array | null;
  totalHits: number;
  snapshot: string | null;
  /** `2026-11-20T10:20:04.118Z`; `null` without a result. */
  screenedAt: string | null;
  monitorStatus: MonitorStatus;
  /** Monitoring, if any, follows this attempt's result. */
  isFollowed: boolean;
}

const columns = `w.attempt_id as "attemptId", w.status, w.has_unacknowledged_changes as "hasUnacknowledgedChanges",
  w.check_type as "checkType", w.person, w.term, w.total_hits as "totalHits", w.snapshot,
  ${instant('w.screened_at')} as "screenedAt",
  coalesce(m.status, '') as "monitorStatus", coalesce(m.attempt_id = w.attempt_id, false) as "isFollowed"`;

const tables = `watchlist_screening w
  join attempt a on a.integration_id = w.integration_id and a.id = w.attempt_id
  left join watchlist_monitor m on m.integration_id = w.integration_id and m.session_id = w.session_id`;

/** Begins the screening of an attempt. The caller records its job in the same transaction. */
export async function insertScreening(
  tx: Tx,
  { integrationId, sessionId, attemptId }: AttemptKey,
  person: Uint8Array,
): Promise<void> {
  await tx.query(
    `insert into watchlist_screening (integration_id, session_id, attempt_id, person) values ($1, $2, $3, $4)`,
    [integrationId, sessionId, attemptId, person],
  );
}

/** Screenings of the session, newest attempt first. */
export function listScreenings(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<ScreeningRow[]> {
  return db.query<ScreeningRow>(
    `select ${columns} from ${tables} where w.integration_id = $1 and w.session_id = $2 order by a.ordinal desc`,
    [integrationId, sessionId],
  );
}

/** The screening of the newest attempt that has one; `null` if none has. */
export async function findNewestScreening(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<ScreeningRow | null> {
  const [row] = await db.query<ScreeningRow>(
    `select ${columns} from ${tables} where w.integration_id = $1 and w.session_id = $2
     order by a.ordinal desc limit 1`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

/** The screening of one attempt; `null` if it has none. */
export async function findScreening(
  db: Queryable,
  { integrationId, attemptId }: Pick<AttemptKey, 'integrationId' | 'attemptId'>,
): Promise<ScreeningRow | null> {
  const [row] = await db.query<ScreeningRow>(
    `select ${columns} from ${tables} where w.integration_id = $1 and w.attempt_id = $2`,
    [integrationId, attemptId],
  );
  return row ?? null;
}

export interface SavedRun extends AttemptKey {
  status: ScreeningStatus;
  hasUnacknowledgedChanges: boolean;
  checkType: 'initial_result' | 'updated_result';
  /** Sealed. */
  term: Uint8Array;
  totalHits: number;
  snapshot: string;
  engine: string;
  config: string;
}

/** Stores the result of a run; its hits are stored separately. */
export async function saveRun(tx: Tx, run: SavedRun): Promise<void> {
  await tx.query(
    `update watchlist_screening set status = $3, has_unacknowledged_changes = $4, check_type = $5, term = $6, total_hits = $7,
       snapshot = $8, engine = $9, config = $10, screened_at = now()
     where integration_id = $1 and attempt_id = $2`,
    [
      run.integrationId,
      run.attemptId,
      run.status,
      run.hasUnacknowledgedChanges,
      run.checkType,
      run.term,
      run.totalHits,
      run.snapshot,
      run.engine,
      run.config,
    ],
  );
}

/** Moves a screening whose session is locked. */
export async function moveScreening(
  tx: Tx,
  {
    integrationId,
    attemptId,
    status,
    hasUnacknowledgedChanges,
  }: Pick<SavedRun, 'integrationId' | 'attemptId' | 'status' | 'hasUnacknowledgedChanges'>,
): Promise<void> {
  await tx.query(
    `update watchlist_screening set status = $3, has_unacknowledged_changes = $4 where integration_id = $1 and attempt_id = $2`,
    [integrationId, attemptId, status, hasUnacknowledgedChanges],
  );
}

export interface HitRow extends Row {
  id: string;
  attemptId: string;
  current: boolean;
  matchStatus: HitMatchStatus;
  riskLevel: RiskLevel | null;
  /** Sealed `KeptHit`. */
  sealed: Uint8Array;
}

const hitColumns = `h.id, h.attempt_id as "attemptId", h.current, h.match_status as "matchStatus",
  h.risk_level as "riskLevel", h.sealed`;

/** Hits of an attempt in order; former hits come last. */
export function listHits(
  db: Queryable,
  { integrationId, attemptId }: Pick<AttemptKey, 'integrationId' | 'attemptId'>,
): Promise<HitRow[]> {
  return db.query<HitRow>(
    `select ${hitColumns} from watchlist_hit h where integration_id = $1 and attempt_id = $2
     order by current desc, rank, id`,
    [integrationId, attemptId],
  );
}

/** The newest screening with its current hits in order, read at one point in time; `null` if no attempt has one. */
export async function readNewestScreening(
  db: Queryable,
  { integrationId, sessionId }: SessionKey,
): Promise<{ row: ScreeningRow; hits: HitRow[] } | null> {
  type Shown = Pick<HitRow, 'id' | 'matchStatus' | 'riskLevel'> & { sealed: string };
  const [found] = await db.query<ScreeningRow & { hits: Shown[] }>(
    `select ${columns}, (
       select coalesce(json_agg(json_build_object('id', h.id, 'matchStatus', h.match_status,
         'riskLevel', h.risk_level, 'sealed', encode(h.sealed, 'hex')) order by h.rank, h.id), '[]')
       from watchlist_hit h
       where h.integration_id = w.integration_id and h.attempt_id = w.attempt_id and h.current
     ) as hits
     from ${tables} where w.integration_id = $1 and w.session_id = $2 order by a.ordinal desc limit 1`,
    [integrationId, sessionId],
  );
  if (!found) return null;
  const { hits, ...row } = found;
  return {
    row,
    hits: hits.map(({ id, matchStatus, riskLevel, sealed }) => ({
      id,
      attemptId: row.attemptId,
      current: true,
      matchStatus,
      riskLevel,
      sealed: Buffer.from(sealed, 'hex'),
    })),
  };
}

/** Hits of all attempts of a session, newest attempt first. */
export function listSessionHits(db: Queryable, { integrationId, sessionId }: SessionKey): Promise<HitRow[]> {
  return db.query<HitRow>(
    `select ${hitColumns} from watchlist_hit h
     join attempt a on a.integration_id = h.integration_id and a.id = h.attempt_id
     where h.integration_id = $1 and h.session_id = $2 order by a.ordinal desc, h.current desc, h.rank, h.id`,
    [integrationId, sessionId],
  );
}

export interface PutHit {
  id: string;
  rank: number;
  current: boolean;
  matchStatus: HitMatchStatus;
  riskLevel: RiskLevel | null;
  entityHash: Uint8Array;
  sealed: Uint8Array;
}

/** Writes hits of an attempt, replacing those with the same id. */
export async function putHits(
  tx: Tx,
  { integrationId, sessionId, attemptId }: AttemptKey,
  hits: readonly PutHit[],
): Promise<void> {
  if (hits.length === 0) return;
  await tx.query(
    `insert into watchlist_hit (integration_id, session_id, attempt_id, id, rank, current, match_status, risk_level, entity_hash, sealed)
     select $1, $2, $3, * from unnest($4::uuid[], $5::int[], $6::boolean[], $7::text[], $8::text[], $9::bytea[], $10::bytea[])
     on conflict (integration_id, attempt_id, id) do update set rank = excluded.rank, current = excluded.current,
       match_status = excluded.match_status, risk_level = excluded.risk_level, entity_hash = excluded.entity_hash,
       sealed = excluded.sealed`,
    [
      integrationId,
      sessionId,
      attemptId,
      hits.map(({ id }) => id),
      hits.map(({ rank }) => rank),
      hits.map(({ current }) => current),
      hits.map(({ matchStatus }) => matchStatus),
      hits.map(({ riskLevel }) => riskLevel),
      hits.map(({ entityHash }) => entityHash),
      hits.map(({ sealed }) => sealed),
    ],
  );
}

export interface NewReview extends AttemptKey {
  hitId: string;
  actor: string;
  from: { matchStatus: HitMatchStatus; riskLevel: RiskLevel | null };
  to: { matchStatus: HitMatchStatus; riskLevel: RiskLevel | null };
  /** Sealed `FoundHit`. */
  seen: Uint8Array;
  /** Sealed; absent or `null`: no note was written with the decision. */
  note?: Uint8Array | null;
}

/** Appends to the history of decisions. */
export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  await tx.query(
    `insert into watchlist_review (integration_id, session_id, attempt_id, hit_id, actor, from_status, from_risk, to_status, to_risk, seen, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      review.integrationId,
      review.sessionId,
      review.attemptId,
      review.hitId,
      review.actor,
      review.from.matchStatus,
      review.from.riskLevel,
      review.to.matchStatus,
      review.to.riskLevel,
      review.seen,
      review.note ?? null,
    ],
  );
}

/**
 * Sets the result that monitoring keeps up to date from now on.
 * @param enable starts monitoring if it was never configured; if it was disabled, it stays disabled
 */
export async function followResult(
  tx: Tx,
  { integrationId, sessionId, attemptId }: AttemptKey,
  { enable, snapshot }: { enable: boolean; snapshot: string },
): Promise<void> {
  if (enable) {
    await tx.query(
      `insert into watchlist_monitor (integration_id, session_id, attempt_id, status, snapshot) values ($1, $2, $3, 'enabled', $4)
       on conflict (integration_id, session_id) do update set attempt_id = excluded.attempt_id, snapshot = excluded.snapshot`,
      [integrationId, sessionId, attemptId, snapshot],
    );
    return;
  }
  await tx.query(
    `update watchlist_monitor set attempt_id = $3, snapshot = $4 where integration_id = $1 and session_id = $2`,
    [integrationId, sessionId, attemptId, snapshot],
  );
}

/** Enables or disables the monitoring of a session that has a result. */
export async function setMonitoring(
  tx: Tx,
  { integrationId, sessionId, attemptId }: AttemptKey,
  status: 'enabled' | 'disabled',
): Promise<void> {
  await tx.query(
    `insert into watchlist_monitor (integration_id, session_id, attempt_id, status) values ($1, $2, $3, $4)
     on conflict (integration_id, session_id) do update set status = excluded.status, attempt_id = excluded.attempt_id, changed_at = now()`,
    [integrationId, sessionId, attemptId, status],
  );
}

/** Part of an erasure: removes everything that screenings have stored for the session, its history included. */
export async function eraseWatchlist(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  for (const table of ['monitor', 'change', 'search', 'decision', 'review', 'hit', 'screening']) {
    await tx.query(`delete from watchlist_${table} where integration_id = $1 and session_id = $2`, [
      integrationId,
      sessionId,
    ]);
  }
}

/** Row `of` belongs to the attempt of screening `w`; used in queries ordered by `attempt_id`, like those for attempts. */
const ofScreening = (of: string): string =>
  `${of}.integration_id = w.integration_id and ${of}.attempt_id between w.attempt_id and w.attempt_id`;

/** Inserts the missing job of screenings in progress without one. @returns how many were inserted; more than 0 deserves an alert */
export async function restoreMissingScreenings(database: Database): Promise<number> {
  const rows = await database.query(
    `insert into job (integration_id, id, kind, session_id, attempt_id)
     select w.integration_id, gen_random_uuid(), 'screen-session', w.session_id, w.attempt_id from watchlist_screening w
     where w.status = 'in_progress' and w.created_at < now() - interval '60 seconds'
       and (select s.deleted_at is null from session s where s.integration_id = w.integration_id
         and s.id between w.session_id and w.session_id order by s.id limit 1)
       and (select true from job j where ${ofScreening('j')} and j.kind = 'screen-session' order by j.attempt_id limit 1) is null
     returning id`,
  );
  return rows.length;
}

/**
 * Adds an entry to the operator's queue for every screening without a result after 15 minutes, whatever the cause (R20), and resolves
 * entries once there is a result.
 * @returns how many are new
 */
export async function reportOverdueScreenings(database: Database): Promise<number> {
  await database.query(
    `update operator_entry o set resolved_at = now()
     where o.kind = 'screening_overdue' and o.resolved_at is null
       and (select w.status from watchlist_screening w where w.integration_id = o.integration_id
         and w.attempt_id between o.attempt_id and o.attempt_id order by w.attempt_id limit 1) <> 'in_progress'`,
  );
  const rows = await database.query(
    `insert into operator_entry (integration_id, id, kind, session_id, attempt_id, cause)
     select w.integration_id, gen_random_uuid(), 'screening_overdue', w.session_id, w.attempt_id,
       'no screening result after 15 minutes' || coalesce('; last failure: ' || j.cause, '')
     from watchlist_screening w
     left join lateral (
       select j.cause from job j where ${ofScreening('j')} and j.kind = 'screen-session' order by j.attempt_id limit 1) j on true
     where w.status = 'in_progress' and w.created_at < now() - interval '15 minutes'
       and (select true from operator_entry o where ${ofScreening('o')} and o.kind = 'screening_overdue'
         and o.resolved_at is null order by o.attempt_id limit 1) is null
     returning id`,
  );
  return rows.length;
}
