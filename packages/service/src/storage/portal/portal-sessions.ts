import { isMoment } from '@countersign/contract';
import type { SessionStatus } from '@countersign/core';
import { instant } from '../instant.ts';
import { ofNewestResult } from '../operator/list-hits.ts';
import { isOpenProposal, openProposal } from '../session/proposals.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { hasUnansweredCheck } from '../registry/registry-checks.ts';
import { exactInstant, momentAndId, readCursor, writeCursor } from './cursor.ts';

/** Filter of the sessions to list; `null` members do not filter. */
export interface PortalSessionFilter {
  /** Integrations that the reader may access; never more. */
  integrationIds: readonly string[];
  statuses: readonly SessionStatus[] | null;
  /** Created at or after the first time and before the second; ISO 8601. */
  since: string | null;
  until: string | null;
  /** Only sessions with undecided hits in their newest result. */
  waitingHits: boolean;
  /** Only sessions with a proposal that waits for a second person. */
  waitingProposals: boolean;
  search: SessionSearch | null;
  /** Words of a name, all of which a session must have. */
  words: readonly NameToken[] | null;
  order: SessionOrder;
  after: SessionPlace | null;
  limit: number;
}

/** By the time of creation. */
export type SessionOrder = 'newest' | 'oldest';

/** Search criteria for a session: any of these. */
export interface SessionSearch {
  /** First and last identifier of a range; `null`: search by hashes only. */
  ids: { first: string; last: string } | null;
  /** By integration, in the order of `integrationIds`. */
  vendorHashes: readonly Uint8Array[];
  endUserHashes: readonly Uint8Array[];
}

/** One spelling of one word of a name, as stored for an integration's sessions. */
export interface NameToken {
  integrationId: string;
  /** Position of the word, from 0; a word may have several spellings. */
  word: number;
  token: Uint8Array;
}

/** The last session of the previous page. */
export interface SessionPlace {
  createdAt: string;
  id: string;
}

export type PortalSessionLine = {
  id: string;
  integrationId: string;
  status: SessionStatus;
  code: number | null;
  reasonCode: number | null;
  createdAt: string;
  changedAt: string;
  expiresAt: string;
  attempts: number;
  awaitsRegistry: boolean;
  /** Wrapped; `null` once erased. */
  dataKey: Uint8Array | null;
  kekVersion: number;
  sealed: Uint8Array | null;
  place: string;
};

const shown = `s.id, s.integration_id as "integrationId", s.status, s.attempt_count as attempts, ${hasUnansweredCheck('s')} as "awaitsRegistry", d.code, d.reason_code as "reasonCode",
  ${instant('s.created_at')} as "createdAt", ${instant('s.changed_at')} as "changedAt", ${instant('s.expires_at')} as "expiresAt",
  s.data_key as "dataKey", s.kek_version as "kekVersion", s.sealed, ${exactInstant('s.created_at')} as place`;
const newestDecision = `left join lateral (
    select code, reason_code from decision d where d.integration_id = s.integration_id and d.session_id = s.id
    order by d.created_at desc, d.ordinal desc limit 1) d on true`;
const hasWaitingHit = (session: string) => `exists (
  select 1 from watchlist_hit h
  where h.integration_id = ${session}.integration_id and h.session_id = ${session}.id
    and h.current and h.match_status = 'potential_match' and ${ofNewestResult(session)})`;
const waitingProposals = `select p.integration_id, p.session_id from proposal p ${openProposal}
  where p.integration_id = any($1::uuid[]) and ${isOpenProposal}`;
const hasProposal = `(s.integration_id, s.id) in (${waitingProposals})`;

/** An order of the list. Oldest first is newest first, read from the other end, so both use the same indexes. */
interface ListOrder {
  /** How times after a place in the list compare, and identifiers at the same time. */
  later: '<' | '>';
  laterId: '<' | '>';
  /** A time before all others. */
  start: 'infinity' | '-infinity';
  by: (session: string) => string;
}
const orders: Readonly<Record<SessionOrder, ListOrder>> = {
  newest: {
    later: '<',
    laterId: '>',
    start: 'infinity',
    by: (s) => `order by ${s}.created_at desc, ${s}.id`,
  },
  oldest: {
    later: '>',
    laterId: '<',
    start: '-infinity',
    by: (s) => `order by ${s}.created_at, ${s}.id desc`,
  },
};

/** Condition on session `s`: it has one of the requested statuses. */
const ofStatus = `($7::text[] is null or s.status = any($7::text[]))`;
/** How many sessions are searched for undecided hits before falling back to all that have some. */
const nearby = 5_000;

/** The conditions of an order, and its rows as shown. */
function partsOf({ later, laterId, start, by }: ListOrder) {
  const fromPlace = (time: string) => `${time} ${later}= coalesce($4::timestamptz, '${start}')`;
  const kept = `s.deleted_at is null
    and s.created_at >= coalesce($2::timestamptz, '-infinity') and s.created_at < coalesce($3::timestamptz, 'infinity')
    and ${fromPlace('s.created_at')}
    and ($4::timestamptz is null or s.created_at ${later} $4::timestamptz or s.id ${laterId} $5::uuid)`;
  const order = `${by('s')} limit $6::int`;
  const withKept = (rows: string) => `select ${shown} from (${rows}) s ${newestDecision} ${by('s')}`;
  return { fromPlace, kept, order, withKept };
}

/** Lists sessions by their properties. */
function listed(list: ListOrder) {
  const { kept, order, withKept } = partsOf(list);
  const { by } = list;
  return {
    // The first sessions of each integration and, where statuses are given, of each status are read from an index, so that the cost
    // of a page depends on its length and not on the number of sessions.
    all: withKept(`
      select s.* from unnest($1::uuid[]) i (id) cross join lateral (
        select * from session s where s.integration_id = i.id and ${kept} ${order}) s ${order}`),
    ofStatuses: withKept(`
      select s.* from unnest($1::uuid[]) i (id) cross join unnest($7::text[]) w (status) cross join lateral (
        select * from session s where s.integration_id = i.id and s.status = w.status and ${kept} ${order}) s ${order}`),
    // If many sessions have open hits, the first sessions of the list fill the page. Otherwise the page is found among all sessions that
    // have some, by their index. There may be thousands, so whether a hit belongs to the newest result is checked in list order, for as
    // many sessions as a page needs.
    withHits: `
      with near as materialized (
        select c.integration_id, c.id from (
          select s.* from unnest($1::uuid[]) i (id) cross join lateral (
            select s.integration_id, s.id, s.created_at, s.attempt_id from session s
            where s.integration_id = i.id and ${kept} and ${ofStatus} ${by('s')} limit ${nearby}) s
          ${by('s')} limit ${nearby}) c
        where ${hasWaitingHit('c')} ${by('c')} limit $6::int),
      filled as materialized (select count(*) = $6::int as enough from near)
      ${withKept(`
      select s.* from (
        select near.* from near where (select enough from filled)
        union all
        select * from (
          select c.integration_id, c.id from (
            select s.integration_id, s.id, s.created_at, s.attempt_id from (
              select distinct h.integration_id, h.session_id from watchlist_hit h
              where h.integration_id = any($1::uuid[]) and h.current and h.match_status = 'potential_match') f
            join session s on s.integration_id = f.integration_id and s.id = f.session_id
            where ${kept} and ${ofStatus}
            ${by('s')} offset 0) c
          where not (select enough from filled) and ${hasWaitingHit('c')} ${by('c')} limit $6::int) far) found
      join session s on s.integration_id = found.integration_id and s.id = found.id`)}`,
    withProposals: withKept(`
      select s.* from (select distinct * from (${waitingProposals}) p) f
      join session s on s.integration_id = f.integration_id and s.id = f.session_id
      where ${kept} and ${ofStatus} and (not $8::boolean or ${hasWaitingHit('s')}) ${order}`),
  };
}

/** Finds sessions by identifiers and names. */
function found(list: ListOrder) {
  const { fromPlace, kept, order, withKept } = partsOf(list);
  const [byTime, byId] = list.later === '<' ? ['desc', 'asc'] : ['asc', 'desc'];
  return {
    searched: `
      with i as (
        select * from unnest($1::uuid[], $8::bytea[], $9::bytea[]) i (id, vendor_hash, end_user_hash)),
      found as materialized (
        select s.integration_id, s.id from i join session s on s.integration_id = i.id and s.id between $10::uuid and $11::uuid
        union select s.integration_id, s.id from i join session s on s.integration_id = i.id and s.vendor_hash = i.vendor_hash
        union select s.integration_id, s.id from i join session s on s.integration_id = i.id and s.end_user_hash = i.end_user_hash)
      ${withKept(`
        select s.* from found join session s on s.integration_id = found.integration_id and s.id = found.id
        where ${kept} and ${ofStatus}
          and (not $12::boolean or ${hasWaitingHit('s')}) and (not $13::boolean or ${hasProposal}) ${order}`)}`,
    // The first sessions of each spelling of the first word are adjacent in the index; they are filtered by all other words.
    named: `
      with t as (
        select * from unnest($8::uuid[], $9::int[], $10::bytea[]) t (integration_id, word, token)),
      found as materialized (
        select distinct n.integration_id, n.session_id from t cross join lateral (
          select n.integration_id, n.session_id from session_name n
          join session s on s.integration_id = n.integration_id and s.id = n.session_id
          where n.integration_id = t.integration_id and n.token = t.token
            and ${fromPlace('n.created_at')}
            and n.created_at >= coalesce($2::timestamptz, '-infinity') and n.created_at < coalesce($3::timestamptz, 'infinity')
            and ${kept} and ${ofStatus}
            and ($11::int = 1 or $11::int - 1 = (
              select count(distinct o.word) from t o
              join session_name m on m.integration_id = n.integration_id and m.token = o.token
                and m.created_at = n.created_at and m.session_id = n.session_id
              where o.integration_id = n.integration_id and o.word > 0))
            and (not $12::boolean or ${hasWaitingHit('s')}) and (not $18::boolean or ${hasProposal})
            and (not $13::boolean or s.id between $14::uuid and $15::uuid or s.vendor_hash = any($16::bytea[])
              or s.end_user_hash = any($17::bytea[]))
          order by n.created_at ${byTime}, n.session_id ${byId} limit $6::int) n
        where t.word = 0 and t.integration_id = any($1::uuid[]))
      ${withKept(`
        select s.* from found join session s on s.integration_id = found.integration_id and s.id = found.session_id
        where ${kept} ${order}`)}`,
  };
}
const listingsIn = (list: ListOrder) => ({ ...listed(list), ...found(list) });
const listings = { newest: listingsIn(orders.newest), oldest: listingsIn(orders.oldest) };

/** Sessions that are not deleted, in the requested order. */
export function listPortalSessions(db: Queryable, filter: PortalSessionFilter): Promise<PortalSessionLine[]> {
  const { integrationIds, statuses, since, until, waitingHits, search, words, after, limit } = filter;
  const statements = listings[filter.order];
  const common = [integrationIds, since, until, after?.createdAt ?? null, after?.id ?? null, limit];
  if (words !== null) return db.query(statements.named, [...common, statuses, ...namedValues(filter, words)]);
  if (search === null && filter.waitingProposals)
    return db.query(statements.withProposals, [...common, statuses, waitingHits]);
  if (search === null && waitingHits) return db.query(statements.withHits, [...common, statuses]);
  if (search === null)
    return statuses === null
      ? db.query(statements.all, common)
      : db.query(statements.ofStatuses, [...common, statuses]);
  const { ids, vendorHashes, endUserHashes } = search;
  return db.query(statements.searched, [
    ...common,
    statuses,
    vendorHashes,
    endUserHashes,
    ids?.first ?? null,
    ids?.last ?? null,
    waitingHits,
    filter.waitingProposals,
  ]);
}

const namedValues = (
  { waitingHits, waitingProposals: proposals, search }: PortalSessionFilter,
  words: readonly NameToken[],
): unknown[] => [
  words.map(({ integrationId }) => integrationId),
  words.map(({ word }) => word),
  words.map(({ token }) => token),
  Math.max(0, ...words.map(({ word }) => word)) + 1,
  waitingHits,
  search !== null,
  search?.ids?.first ?? null,
  search?.ids?.last ?? null,
  search?.vendorHashes ?? [],
  search?.endUserHashes ?? [],
  proposals,
];

/** One session that is not deleted and belongs to one of these integrations; `null` for any other. */
export async function findPortalSession(
  db: Queryable,
  { integrationIds, sessionId }: { integrationIds: readonly string[]; sessionId: string },
): Promise<PortalSessionLine | null> {
  const [row] = await db.query<PortalSessionLine>(
    `select ${shown} from session s ${newestDecision}
     where s.integration_id = any($1::uuid[]) and s.id = $2 and s.deleted_at is null`,
    [integrationIds, sessionId],
  );
  return row ?? null;
}

/** The cursor of the page after this row. */
export const sessionCursor = ({ place, id }: PortalSessionLine): string => writeCursor([place, id]);

/** The place that a cursor of the list of sessions represents; `null` if the text is not a cursor. */
export function readSessionCursor(cursor: string): SessionPlace | null {
  const [createdAt = '', id = ''] = readCursor(cursor, momentAndId) ?? [];
  return isMoment(createdAt) ? { createdAt, id } : null;
}

/** What a session's page shows in addition to the session itself. */
export type AttemptLine = {
  id: string;
  ordinal: number;
  status: string;
  createdAt: string;
  submittedAt: string | null;
};
export type DecisionLine = {
  attemptId: string;
  status: string;
  code: number;
  reasonCode: number | null;
  kind: 'automatic' | 'human' | 'timeout' | 'lifetime';
  decidedBy: string | null;
  final: boolean;
  createdAt: string;
};
export type MediumLine = { id: string; attemptId: string; context: string; mimetype: string; size: number };

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/** Attempts of a session, newest first. */
export const listAttemptLines = (db: Queryable, { integrationId, sessionId }: SessionKey) =>
  db.query<AttemptLine>(
    `select id, ordinal, status, ${instant('created_at')} as "createdAt", ${instant('submitted_at')} as "submittedAt"
     from attempt where integration_id = $1 and session_id = $2 order by ordinal desc`,
    [integrationId, sessionId],
  );

/** Decisions of all attempts, newest first. */
export const listDecisionLines = (db: Queryable, { integrationId, sessionId }: SessionKey) =>
  db.query<DecisionLine>(
    `select attempt_id as "attemptId", status, code, reason_code as "reasonCode", kind,
       decided_by as "decidedBy", final, ${instant('created_at')} as "createdAt"
     from decision where integration_id = $1 and session_id = $2 order by created_at desc, ordinal desc`,
    [integrationId, sessionId],
  );

/** Media of all attempts in upload order. */
export const listMediumLines = (db: Queryable, { integrationId, sessionId }: SessionKey) =>
  db.query<MediumLine>(
    `select m.id, m.attempt_id as "attemptId", m.context, m.mimetype, m.size from media m
     join session s on s.integration_id = m.integration_id and s.id = m.session_id and s.pictures_deleted_at is null
     where m.integration_id = $1 and m.session_id = $2 order by m.ordinal`,
    [integrationId, sessionId],
  );
