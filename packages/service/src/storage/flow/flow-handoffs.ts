import type { Database, Row, Tx } from '../engine/database.ts';
import { sqlState } from '../../runtime/sql-state.ts';
import type { FlowSessionKey } from './flow-sessions.ts';
import type { Queryable } from '../integration/live-caller.ts';

export type HandoffState = 'offered' | 'claimed' | 'confirmed' | 'alone' | 'missed' | 'ended';

/** A handoff as stored. */
export interface HandoffRow extends Row, FlowSessionKey {
  id: string;
  state: HandoffState;
  /** Hash of the bearer of the page that offers it; `null` once that page has left. */
  origin: Uint8Array | null;
  /** Sealed. */
  facts: Uint8Array;
}

const columns = `h.integration_id as "integrationId", h.session_id as "sessionId", h.id, h.state, h.origin, h.facts`;
const ofSession = `h.integration_id = $1 and h.session_id = $2`;
/** Limited to sessions that are not deleted. */
const withSession = `flow_handoff h join session s on s.integration_id = h.integration_id and s.id = h.session_id and s.deleted_at is null`;

/**
 * The handoff for a code; none once the code has expired, or another phone has claimed it.
 * @param by hashes of the code and of the phone's link
 */
export async function findClaimable(
  db: Queryable,
  { code, phone }: { code: Uint8Array; phone: Uint8Array | null },
): Promise<HandoffRow | null> {
  const [row] = await db.query<HandoffRow>(
    `select ${columns} from ${withSession}
     where h.code = $1 and (h.state = 'offered' and h.expires_at > now() or h.state = 'claimed' and h.phone = $2::bytea)`,
    [code, phone],
  );
  return row ?? null;
}

/** The handoff that a phone has claimed, whatever happened to it since. @param phone hash of its link's token */
export async function findByPhone(db: Queryable, phone: Uint8Array): Promise<HandoffRow | null> {
  const [row] = await db.query<HandoffRow>(`select ${columns} from ${withSession} where h.phone = $1`, [
    phone,
  ]);
  return row ?? null;
}

/** One handoff of a session; `null` once erased. */
export async function findHandoff(
  db: Queryable,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<HandoffRow | null> {
  const [row] = await db.query<HandoffRow>(
    `select ${columns} from flow_handoff h where h.integration_id = $1 and h.id = $2`,
    [integrationId, id],
  );
  return row ?? null;
}

/** What the pages of a session need of its handoffs. */
export interface Handoffs {
  /** The newest handoff that is claimed, confirmed, or failed because of a wrong number that the page has not shown yet. */
  current: HandoffRow | null;
  /** How many codes were claimed, and how many of those got a wrong number. */
  claims: number;
  misses: number;
}

export async function findHandoffs(
  db: Queryable,
  { integrationId, sessionId }: FlowSessionKey,
): Promise<Handoffs> {
  const [row] = await db.query<{ [Member in keyof HandoffRow]: HandoffRow[Member] | null } & Handoffs & Row>(
    `select n.claims, n.misses, ${columns} from (
       select count(*)::int as claims, count(*) filter (where h.state = 'missed')::int as misses
       from flow_handoff h where ${ofSession} and h.state <> 'offered') n
     left join lateral (
       select * from flow_handoff h where ${ofSession}
         and (h.state in ('claimed', 'confirmed') or h.state = 'missed' and h.origin is not null)
       order by h.created_at desc limit 1) h on true`,
    [integrationId, sessionId],
  );
  if (!row) throw new Error('a statement that counts has no row');
  return { current: row.id === null ? null : (row as HandoffRow), claims: row.claims, misses: row.misses };
}

export interface NewHandoff extends FlowSessionKey {
  id: string;
  code: Uint8Array;
  origin: Uint8Array;
  facts: Uint8Array;
  /** Seconds during which it can be claimed. */
  seconds: number;
  /** How many codes of the session can be claimed at a time; the oldest is withdrawn. */
  most: number;
}

/** The page that offered a code has shown that the number was wrong. The session is locked. */
export async function forgetMisses(tx: Tx, { integrationId, sessionId }: FlowSessionKey): Promise<void> {
  await tx.query(
    `update flow_handoff set origin = null where integration_id = $1 and session_id = $2 and state = 'missed'`,
    [integrationId, sessionId],
  );
}

/** Offers another code. The session is locked. */
export async function insertHandoff(tx: Tx, offer: NewHandoff): Promise<void> {
  const { integrationId, sessionId, id, code, origin, facts, seconds, most } = offer;
  await tx.query(
    `delete from flow_handoff where integration_id = $1 and id in (
       select id from flow_handoff where integration_id = $1 and session_id = $2 and state = 'offered'
       order by expires_at desc offset $3)`,
    [integrationId, sessionId, most - 1],
  );
  await tx.query(
    `insert into flow_handoff (integration_id, id, session_id, code, origin, facts, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8))`,
    [integrationId, id, sessionId, code, origin, facts, seconds],
  );
}

export interface HandoffMove {
  integrationId: string;
  id: string;
  from: HandoffState;
  to: HandoffState;
  /** Absent: unchanged. */
  phone?: Uint8Array;
  facts?: Uint8Array;
}

/** Whether a move failed because another handoff has the same phone link. */
export const isPhoneTaken = (error: unknown): boolean => sqlState(error) === '23505';

/** Moves a handoff that is still in `from`. The caller holds the lock on the session. @returns false if it is in another state */
export async function moveHandoff(tx: Tx, move: HandoffMove): Promise<boolean> {
  const rows = await tx.query(
    `update flow_handoff set state = $4, phone = coalesce($5, phone), facts = coalesce($6, facts)
     where integration_id = $1 and id = $2 and state = $3 returning 1`,
    [move.integrationId, move.id, move.from, move.to, move.phone ?? null, move.facts ?? null],
  );
  return rows.length === 1;
}

/**
 * Withdraws the codes of a session that no phone has claimed. The caller holds the lock on the session.
 * @returns how many there were
 */
export async function withdrawOffers(tx: Tx, { integrationId, sessionId }: FlowSessionKey): Promise<number> {
  const rows = await tx.query(
    `delete from flow_handoff where integration_id = $1 and session_id = $2 and state = 'offered' returning 1`,
    [integrationId, sessionId],
  );
  return rows.length;
}

/**
 * Ends the handoffs that phones have claimed or continue, and their pages. The caller holds the lock on the session.
 * @returns their states before
 */
export async function endHandoffs(
  tx: Tx,
  { integrationId, sessionId }: FlowSessionKey,
  states: readonly HandoffState[],
): Promise<HandoffState[]> {
  const rows = await tx.query<{ id: string; state: HandoffState }>(
    `select id, state from flow_handoff where integration_id = $1 and session_id = $2 and state = any($3::text[])`,
    [integrationId, sessionId, states],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.query(
    `update flow_handoff set state = 'ended' where integration_id = $1 and id = any($2::uuid[])`,
    [integrationId, ids],
  );
  await tx.query(`delete from flow_bearer where integration_id = $1 and handoff_id = any($2::uuid[])`, [
    integrationId,
    ids,
  ]);
  return rows.map(({ state }) => state);
}

/**
 * Makes another page on the computer, or none, the one that offers the handoff. The caller holds the lock on the session.
 * @returns whether there was a page that offered one
 */
export async function moveOrigin(
  tx: Tx,
  { integrationId, sessionId }: FlowSessionKey,
  { from, to }: { from: Uint8Array | null; to: Uint8Array | null },
): Promise<boolean> {
  const rows = await tx.query(
    `update flow_handoff set origin = $4 where integration_id = $1 and session_id = $2
       and state in ('offered', 'claimed', 'confirmed') and ($3::bytea is null or origin = $3) returning 1`,
    [integrationId, sessionId, from, to],
  );
  return rows.length > 0;
}

/** Whether a page offers a handoff. */
export async function isOrigin(
  db: Queryable,
  { integrationId, sessionId }: FlowSessionKey,
  hash: Uint8Array,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from flow_handoff h where ${ofSession} and h.origin = $3 and h.state in ('offered', 'claimed', 'confirmed') limit 1`,
    [integrationId, sessionId, hash],
  );
  return rows.length > 0;
}

/** Removes codes that no phone claimed in time. */
export async function purgeHandoffs(database: Database): Promise<void> {
  await database.query(`delete from flow_handoff where state = 'offered' and expires_at < now()`);
}
