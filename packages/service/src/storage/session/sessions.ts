import type { SessionStatus } from '@countersign/core';
import type { Database, Row, Tx } from '../engine/database.ts';
import { createBatcher } from '../engine/batcher.ts';
import type { FirstRequest, IdempotencyClaim } from './idempotency.ts';
import { sqlState } from '../../runtime/sql-state.ts';
import { isRetryable } from '../engine/sql-errors.ts';
import {
  callerIsLive,
  type CallerKey,
  eachCallerIsLive,
  isLiveCaller,
  type Queryable,
} from '../integration/live-caller.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { instant } from '../instant.ts';
import { limitRoom, noRoomUnderLimit } from './session-limits.ts';
import { tokenBytes } from './session-names.ts';

/** The result of a statement for a caller: `stale`, the caller's key no longer exists; `absent`, there is no such session; or the row. */
export type Found<T> = 'stale' | 'absent' | T;

export interface SessionRow extends Row {
  id: string;
  status: SessionStatus;
  attemptId: string;
  attemptCount: number;
  dataKey: Uint8Array;
  kekVersion: number;
  sealed: Uint8Array;
  opened: boolean;
  /** Seconds since 1970. */
  tokenIssuedAt: number;
  /** The lifetime or the resubmission window is over, whether recorded or not. */
  overdue: boolean;
  /** On legal hold. */
  held: boolean;
  /** Milliseconds, `2026-11-20T10:00:00.000Z`. */
  createdAt: string;
}

const columns = `s.id, s.status, s.attempt_id as "attemptId", s.attempt_count as "attemptCount", s.data_key as "dataKey",
  s.kek_version as "kekVersion", s.sealed, s.opened_at is not null as opened, s.token_issued_at as "tokenIssuedAt",
  s.status in ('created', 'started', 'resubmission_requested')
    and least(s.expires_at, coalesce(s.window_ends_at, s.expires_at)) <= now() as overdue,
  s.held_at is not null as held,
  ${instant('s.created_at')} as "createdAt"`;

const ofCaller = `s.integration_id = $1 and s.id = $3 and s.deleted_at is null`;

/** A session of the caller's integration that is not deleted, in one statement. */
export async function findSession(
  db: Queryable,
  caller: CallerKey,
  sessionId: string,
): Promise<Found<SessionRow>> {
  const [row] = await db.query<SessionRow & { live: boolean }>(
    `select l.live, ${columns} from (select ${callerIsLive} as live) l left join session s on ${ofCaller}`,
    [caller.integrationId, caller.keyId, sessionId],
  );
  if (!row?.live) return 'stale';
  return row.id === null ? 'absent' : row;
}

/** Like {@link findSession}, but locks the row until the transaction ends: a session changes only under this lock. */
export async function lockSession(tx: Tx, caller: CallerKey, sessionId: string): Promise<Found<SessionRow>> {
  const [row] = await tx.query<SessionRow & { live: boolean }>(
    `select ${callerIsLive} as live, ${columns} from session s where ${ofCaller} for no key update of s`,
    [caller.integrationId, caller.keyId, sessionId],
  );
  if (row) return row.live ? row : 'stale';
  return (await isLiveCaller(tx, caller)) ? 'absent' : 'stale';
}

export interface NewSession {
  caller: CallerKey;
  actor: string;
  id: string;
  attemptId: string;
  lifetimeSeconds: number;
  dataKey: Uint8Array;
  kekVersion: number;
  sealed: Uint8Array;
  /** The hashes by which the portal finds the session, see `searchHashes`; `null` for a missing value. */
  vendorHash: Uint8Array | null;
  endUserHash: Uint8Array | null;
  /** Tokens of its names, 16 bytes each, concatenated; empty without names. */
  nameTokens: Uint8Array;
}

/** The token at `place` among tokens concatenated in one value. */
const tokenAt = (tokens: string) => `substring(${tokens} from place * ${tokenBytes} + 1 for ${tokenBytes})`;
const places = (tokens: string) => `generate_series(0, length(${tokens}) / ${tokenBytes} - 1) place`;

/** A statement that creates sessions is first sent without counting, and repeated with counting only if there is a limit. */
type Counting = 'counted' | 'uncounted';
const rooms = { counted: limitRoom, uncounted: noRoomUnderLimit } as const;
const bothWays = (statement: (counting: Counting) => string): Readonly<Record<Counting, string>> => ({
  counted: statement('counted'),
  uncounted: statement('uncounted'),
});

const insertRows = (counting: Counting): string => `
  ${rooms[counting]('$1')},
  new_session as (
    insert into session (integration_id, id, status, expires_at, data_key, kek_version, sealed, attempt_id, token_issued_at,
      vendor_hash, end_user_hash, names_indexed)
    select $1, $3, 'created', now() + make_interval(secs => $5::float8), $6, $7::int, $8, $4, floor(extract(epoch from now()))::bigint,
      $10::bytea, $11::bytea, true
    from allowed where not exists (select from room where granted < 1) returning token_issued_at, created_at),
  new_names as (
    insert into session_name (integration_id, token, created_at, session_id)
    select $1, ${tokenAt('$12::bytea')}, new_session.created_at, $3 from new_session cross join ${places('$12::bytea')}),
  new_attempt as (
    insert into attempt (integration_id, id, session_id, ordinal, status)
    select $1, $4, $3, 1, 'created' from new_session),
  new_audit as (
    insert into audit (integration_id, actor, action, session_id, attempt_id, to_state)
    select $1, $9, 'create-session', $3, $4, 'created' from new_session)`;

const valuesOf = (session: NewSession): unknown[] => [
  session.caller.integrationId,
  session.caller.keyId,
  session.id,
  session.attemptId,
  session.lifetimeSeconds,
  session.dataKey,
  session.kekVersion,
  session.sealed,
  session.actor,
  session.vendorHash,
  session.endUserHash,
  session.nameTokens,
];

/**
 * The creation time for the session token, in seconds since 1970. Otherwise nothing was written: `stale`, the caller's key no longer
 * exists; `limited`, the integration's organisation has created as many sessions as it may.
 */
export type Written = number | 'stale' | 'limited';

/** The result for one session of a statement that writes several; `issuedAt` is null if it was not written. */
type Outcome = { live: boolean; issuedAt: number | null };

const writtenOf = ({ live, issuedAt }: Outcome): Written => issuedAt ?? (live ? 'limited' : 'stale');

/** Writes the session, its first attempt and the audit row in one statement, which also counts the session if there is a limit. */
export async function insertSession(db: Queryable, session: NewSession): Promise<Written> {
  const written = await insertOne(db, session, 'uncounted');
  return written === 'limited' ? insertOne(db, session, 'counted') : written;
}

const insertOneText = bothWays(
  (counting) => `with allowed as (select 1 where ${callerIsLive}), ${insertRows(counting)}
     select exists (select from allowed) as live, (select token_issued_at from new_session) as "issuedAt"`,
);

async function insertOne(db: Queryable, session: NewSession, counting: Counting): Promise<Written> {
  const [row] = await db.query<Outcome>(insertOneText[counting], valuesOf(session));
  return row ? writtenOf(row) : 'stale';
}

// Rows of `w` whose key no longer exists, or which exceed the limit, are skipped and get no time. All rows are of one integration. The
// lists are in scalar queries, so that the planner does not see their lengths and makes one plan for all of them.
const insertAllText = bothWays(
  (counting) => `
  with w as materialized (
    select w.*, ${eachCallerIsLive} as live
    from unnest(
        (select $1::uuid[]), (select $2::uuid[]), (select $3::uuid[]), (select $4::uuid[]), (select $5::float8[]),
        (select $6::bytea[]), (select $7::int[]), (select $8::bytea[]), (select $9::text[]),
        (select $10::bytea[]), (select $11::bytea[]), (select $12::bytea[]))
      with ordinality as w (integration_id, key_id, id, attempt_id, lifetime, data_key, kek_version, sealed, actor, vendor_hash, end_user_hash,
        names, at)),
  allowed as (select w.*, row_number() over (order by at) as place from w where live),
  ${rooms[counting]('(select ($1::uuid[])[1])')},
  chosen as (select * from allowed where place <= coalesce((select granted from room), place)),
  new_session as (
    insert into session (integration_id, id, status, expires_at, data_key, kek_version, sealed, attempt_id, token_issued_at,
      vendor_hash, end_user_hash, names_indexed)
    select integration_id, id, 'created', now() + make_interval(secs => lifetime), data_key, kek_version, sealed, attempt_id,
      floor(extract(epoch from now()))::bigint, vendor_hash, end_user_hash, true
    from chosen returning integration_id, id, created_at),
  new_names as (
    insert into session_name (integration_id, token, created_at, session_id)
    select s.integration_id, ${tokenAt('w.names')}, s.created_at, s.id
    from new_session s join w on w.id = s.id cross join lateral ${places('w.names')}),
  new_attempt as (
    insert into attempt (integration_id, id, session_id, ordinal, status)
    select integration_id, attempt_id, id, 1, 'created' from chosen),
  new_audit as (
    insert into audit (integration_id, actor, action, session_id, attempt_id, to_state)
    select integration_id, actor, 'create-session', id, attempt_id, 'created' from chosen)
  select w.live, case when chosen.at is not null then floor(extract(epoch from now()))::bigint end as "issuedAt"
  from w left join chosen on chosen.at = w.at order by w.at`,
);

async function insertSessions(
  database: Database,
  sessions: readonly NewSession[],
): Promise<readonly Written[]> {
  const written = await insertSome(database, sessions, 'uncounted');
  // All rows are of one integration, so either all are limited or none.
  return written.includes('limited') ? insertSome(database, sessions, 'counted') : written;
}

async function insertSome(
  database: Database,
  sessions: readonly NewSession[],
  counting: Counting,
): Promise<readonly Written[]> {
  const rows = sessions.map(valuesOf);
  const lists = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));
  const inserted = await database.query<Outcome>(insertAllText[counting], lists);
  return inserted.map(writtenOf);
}

/**
 * {@link insertSession} for many concurrent callers: on PostgreSQL they share a statement, and so a commit. A session that the database
 * rejects does not affect the others.
 */
export function createSessionInserter(database: Database): (session: NewSession) => Promise<Written> {
  if (database.engine === 'pglite') return (session) => insertSession(database, session);
  const inserters = new Map<string, (session: NewSession) => Promise<Written>>();
  return (session) => {
    // Each integration has its own batches, so that none waits for a lock on another's row.
    const { integrationId } = session.caller;
    const insert = inserters.get(integrationId) ?? batchInserts(database);
    inserters.set(integrationId, insert);
    return insert(session);
  };
}

const batchInserts = (database: Database) =>
  createBatcher<NewSession, Written>({
    together: (sessions) => insertSessions(database, sessions),
    apart: async (session, error) => {
      // If the server's answer was lost, the rows may have been written; a second try would only find them there.
      if (error instanceof Unavailable && !isRetryable(error)) throw error;
      return insertSession(database, session);
    },
    statements: 2,
    items: 64,
  });

/** The session created by the first request with an idempotency key. */
export interface RepeatedSession extends FirstRequest {
  tokenIssuedAt: number;
  /** `null` if the session is deleted. */
  dataKey: Uint8Array | null;
  kekVersion: number;
}

/**
 * Like {@link insertSession}, under an idempotency key whose row is part of the same statement. Of concurrent requests, one writes; the
 * others wait for it and get its result.
 * @returns `busy` if the first request has not finished within the lock time-out of 5 s
 * @see spec/contract.md A-111
 */
export function insertSessionOnce(
  database: Database,
  session: NewSession,
  claim: IdempotencyClaim,
): Promise<WrittenOnce | 'busy'> {
  return orUndone(() => database.transaction((tx) => insertClaimedSession(tx, session, claim)));
}

/** The result of writing the session, or the session written before. */
export type WrittenOnce = Written | RepeatedSession;

/** Like {@link insertSessionOnce}, in a transaction that continues; run it within {@link orUndone}. */
export async function insertClaimedSession(
  tx: Tx,
  session: NewSession,
  claim: IdempotencyClaim,
): Promise<WrittenOnce> {
  const written = await insertClaimed(tx, session, claim).catch((error: unknown) => {
    // Thrown inside the transaction, so that it is not retried: repeating this wait is up to the caller.
    throw sqlState(error) === lockNotAvailable ? new ClaimBusy() : error;
  });
  return written ?? findRepeatedSession(tx, session.caller, claim);
}

/** The result of a transaction that claims an idempotency key, or the reason why it was rolled back together with its claim. */
export async function orUndone<T>(work: () => Promise<T>): Promise<T | 'busy' | 'limited'> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClaimBusy) return 'busy';
    if (error instanceof ClaimLimited) return 'limited';
    throw error;
  }
}

const lockNotAvailable = '55P03';
class ClaimBusy extends Error {}
class ClaimLimited extends Error {}

/** @returns `null` if the key was claimed before @throws ClaimLimited */
async function insertClaimed(
  tx: Tx,
  session: NewSession,
  claim: IdempotencyClaim,
): Promise<number | 'stale' | null> {
  const [row] = await tx.query<Outcome & { claimed: boolean }>(
    `with live as (select ${callerIsLive} as live),
     allowed as (
       insert into idempotency (integration_id, key_mac, session_id, body_mac, resource_id)
       select $1, $13, $3, $14, $3 from live where live
       on conflict (integration_id, key_mac) do update
         set session_id = excluded.session_id, body_mac = excluded.body_mac, resource_id = excluded.resource_id, created_at = now()
         where idempotency.created_at < now() - interval '24 hours'
       returning 1), ${insertRows('counted')}
     select live.live, exists (select from allowed) as claimed, new_session.token_issued_at as "issuedAt"
     from live left join new_session on true`,
    [...valuesOf(session), claim.keyMac, claim.bodyMac],
  );
  if (row?.claimed && row.issuedAt === null) throw new ClaimLimited();
  return row?.live ? row.issuedAt : 'stale';
}

async function findRepeatedSession(
  tx: Tx,
  { integrationId }: CallerKey,
  { keyMac }: IdempotencyClaim,
): Promise<RepeatedSession> {
  const [row] = await tx.query<RepeatedSession & Row>(
    `select i.resource_id as "resourceId", i.body_mac as "bodyMac", s.token_issued_at as "tokenIssuedAt",
       case when s.deleted_at is null then s.data_key end as "dataKey", s.kek_version as "kekVersion"
     from idempotency i join session s on s.integration_id = i.integration_id and s.id = i.resource_id
     where i.integration_id = $1 and i.key_mac = $2`,
    [integrationId, keyMac],
  );
  if (!row) throw new Error('the row behind an idempotency key is missing');
  return row;
}

export interface SessionMove {
  integrationId: string;
  id: string;
  from: SessionStatus;
  to: SessionStatus;
}

/** Moves a session that is still in `from`. Leaving `resubmission_requested` ends its window. @returns false if it is in another status */
export async function moveSession(tx: Tx, { integrationId, id, from, to }: SessionMove): Promise<boolean> {
  const rows = await tx.query(
    `update session set status = $4, window_ends_at = null, changed_at = now()
     where integration_id = $1 and id = $2 and status = $3 and deleted_at is null returning 1`,
    [integrationId, id, from, to],
  );
  return rows.length === 1;
}

/** Status of a session by the id in a session token; `null` if it is unknown or deleted. */
export async function findStatusByToken(
  db: Queryable,
  sessionId: string,
  issuedAt: number,
): Promise<SessionStatus | null> {
  const [row] = await db.query<{ status: SessionStatus }>(
    `select status from session where id = $1 and token_issued_at = $2 and deleted_at is null`,
    [sessionId, issuedAt],
  );
  return row?.status ?? null;
}
