import type { Row, Tx } from '../engine/database.ts';
import type { Queryable } from '../integration/live-caller.ts';

export interface FlowSessionKey {
  integrationId: string;
  sessionId: string;
}

export interface FlowSessionRow extends Row {
  /** Revision sent to pages: increases whenever anything displayed changes. */
  revision: number;
  holder: Uint8Array | null;
  /** Sealed. */
  choices: Uint8Array;
  challengeId: string | null;
  challengeAttemptId: string | null;
  /** Sealed. */
  challenge: Uint8Array | null;
  /** A film may still be recorded for the challenge. */
  challengeOpen: boolean;
}

/** Every change of a session, by whomever, has a row in the audit log, and none of them is ever removed. */
const shownRevision = `f.revision + (select count(*) from audit a where a.integration_id = f.integration_id
    and a.session_id = f.session_id) as revision`;

const columns = `${shownRevision}, holder, choices, challenge_id as "challengeId", challenge_attempt_id as "challengeAttemptId", challenge,
  coalesce(challenge_ends_at > now(), false) as "challengeOpen"`;

/** The flow's state of a session; `null` before a page entered it. */
export async function findFlowSession(
  db: Queryable,
  { integrationId, sessionId }: FlowSessionKey,
): Promise<FlowSessionRow | null> {
  const [row] = await db.query<FlowSessionRow>(
    `select ${columns} from flow_session f where f.integration_id = $1 and f.session_id = $2`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

/** Records that a page entered. The session must be locked. @param entered a `holder` of `null` keeps the current one */
export async function putFlowSession(
  tx: Tx,
  {
    integrationId,
    sessionId,
    holder,
    choices,
  }: FlowSessionKey & { holder: Uint8Array | null; choices: Uint8Array },
): Promise<void> {
  await tx.query(
    `insert into flow_session (integration_id, session_id, holder, choices) values ($1, $2, $3, $4)
     on conflict (integration_id, session_id) do update
       set holder = coalesce(excluded.holder, flow_session.holder), choices = excluded.choices, revision = flow_session.revision + 1`,
    [integrationId, sessionId, holder, choices],
  );
}

/** A change to the flow's state; absent members are unchanged. */
export interface FlowChange {
  holder?: Uint8Array;
  choices?: Uint8Array;
  challenge?: { id: string; attemptId: string; steps: Uint8Array; seconds: number };
}

/** Stores a change and increases the revision. The session must be locked. */
export async function changeFlowSession(
  tx: Tx,
  { integrationId, sessionId }: FlowSessionKey,
  { holder, choices, challenge }: FlowChange,
): Promise<{ challengeEndsAt: string | null }> {
  const [row] = await tx.query<{ challengeEndsAt: string | null }>(
    `update flow_session set revision = revision + 1, holder = coalesce($3, holder), choices = coalesce($4, choices),
       challenge_id = coalesce($5, challenge_id), challenge_attempt_id = coalesce($6, challenge_attempt_id),
       challenge = coalesce($7, challenge),
       challenge_ends_at = case when $8::float8 is null then challenge_ends_at else now() + make_interval(secs => $8::float8) end
     where integration_id = $1 and session_id = $2
     returning to_char(challenge_ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "challengeEndsAt"`,
    [
      integrationId,
      sessionId,
      holder ?? null,
      choices ?? null,
      challenge?.id ?? null,
      challenge?.attemptId ?? null,
      challenge?.steps ?? null,
      challenge?.seconds ?? null,
    ],
  );
  return { challengeEndsAt: row?.challengeEndsAt ?? null };
}

/** Marks a session as opened. @returns false when it already was */
export async function markOpened(tx: Tx, { integrationId, sessionId }: FlowSessionKey): Promise<boolean> {
  const rows = await tx.query(
    `update session set opened_at = now(), changed_at = now()
     where integration_id = $1 and id = $2 and opened_at is null returning 1`,
    [integrationId, sessionId],
  );
  return rows.length === 1;
}

/** The revisions of many sessions in one statement; those without a page are omitted. */
export function listRevisions(
  db: Queryable,
  sessions: readonly FlowSessionKey[],
): Promise<(FlowSessionKey & Row & { revision: number })[]> {
  return db.query(
    `select f.integration_id as "integrationId", f.session_id as "sessionId", ${shownRevision}
     from unnest($1::uuid[], $2::uuid[]) as w (integration_id, session_id)
     join flow_session f on f.integration_id = w.integration_id and f.session_id = w.session_id`,
    [sessions.map(({ integrationId }) => integrationId), sessions.map(({ sessionId }) => sessionId)],
  );
}

/** A session by the content of its token, in any state; `null` when it is unknown or deleted. */
export async function findIntegrationByToken(
  db: Queryable,
  { sessionId, issuedAt }: { sessionId: string; issuedAt: number },
): Promise<string | null> {
  const [row] = await db.query<{ integrationId: string }>(
    `select integration_id as "integrationId" from session where id = $1 and token_issued_at = $2 and deleted_at is null`,
    [sessionId, issuedAt],
  );
  return row?.integrationId ?? null;
}

/** Times and the newest attempt of a session, for display in the flow. */
export interface FlowTimes extends Row {
  /** Current time of the database. */
  now: string;
  expiresAt: string;
  windowEndsAt: string | null;
  attemptStatus: string;
  /** From 1. */
  ordinal: number;
}

const utc = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export async function findFlowTimes(
  db: Queryable,
  { integrationId, sessionId }: FlowSessionKey,
): Promise<FlowTimes | null> {
  const [row] = await db.query<FlowTimes>(
    `select ${utc('now()')} as now, ${utc('s.expires_at')} as "expiresAt", ${utc('s.window_ends_at')} as "windowEndsAt", a.status as "attemptStatus", a.ordinal
     from session s join attempt a on a.integration_id = s.integration_id and a.id = s.attempt_id
     where s.integration_id = $1 and s.id = $2`,
    [integrationId, sessionId],
  );
  return row ?? null;
}

/** Moves an attempt that is still in `from`. @returns false when it is not */
export async function moveAttempt(
  tx: Tx,
  move: { integrationId: string; attemptId: string; from: string; to: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update attempt set status = $4 where integration_id = $1 and id = $2 and status = $3 returning 1`,
    [move.integrationId, move.attemptId, move.from, move.to],
  );
  return rows.length === 1;
}

/** Replaces the session's data: what its creation supplied, and what the person has entered since. The session must be locked. */
export async function replaceSessionData(
  tx: Tx,
  { integrationId, sessionId, sealed }: FlowSessionKey & { sealed: Uint8Array },
): Promise<void> {
  await tx.query(`update session set sealed = $3, changed_at = now() where integration_id = $1 and id = $2`, [
    integrationId,
    sessionId,
    sealed,
  ]);
}

/** Deletes all flow data of a session, for its erasure, after the files of its films. */
export async function eraseFlow(tx: Tx, { integrationId, sessionId }: FlowSessionKey): Promise<void> {
  for (const table of [
    'flow_bearer',
    'flow_handoff',
    'flow_upload',
    'flow_picture',
    'flow_film',
    'flow_session',
  ])
    await tx.query(`delete from ${table} where integration_id = $1 and session_id = $2`, [
      integrationId,
      sessionId,
    ]);
}
