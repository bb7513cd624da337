import { isMoment } from '@countersign/contract';
import { instant } from '../instant.ts';
import type { Queryable } from '../live-caller.ts';
import { exactInstant, momentAndId, readCursor, writeCursor } from './cursor.ts';

/** Which requests to list; `null` where it does not matter. */
export interface PortalRequestFilter {
  /** Integrations that the reader reaches; never more. */
  integrationIds: readonly string[];
  /** A status, or its hundreds: 4 finds all from 400 to 499. */
  status: number | null;
  code: string | null;
  cause: string | null;
  route: string | null;
  sessionId: string | null;
  /** The request of that `x-request-id`. */
  requestId: string | null;
  since: string | null;
  after: RequestPlace | null;
  limit: number;
}

/** The last request of the page before. */
export interface RequestPlace {
  at: string;
  id: string;
}

export type PortalRequestLine = {
  id: string;
  integrationId: string;
  at: string;
  route: string;
  status: number;
  code: string | null;
  cause: string | null;
  sessionId: string | null;
  ms: number;
  detail: string | null;
  key: string | null;
  bytes: number;
  address: string | null;
  unverifiedBytes: number | null;
  unverifiedSha256: string | null;
  ignored: string[];
  place: string;
};

// The newest of each integration by an index of their own, those of one session by another; with other filters they are read in that
// order until there are enough.
const list = (hasSession: boolean, hasRequest: boolean) => `
  select r.* from unnest($1::uuid[]) i (id) cross join lateral (
    select r.id, r.integration_id as "integrationId", ${instant('r.at')} as at, ${exactInstant('r.at')} as place, r.route,
      r.status, r.code, r.cause, r.session_id as "sessionId", r.ms, r.detail, coalesce(k.label, r.key_id::text) as key, r.bytes,
      r.address, r.unverified_bytes as "unverifiedBytes", r.unverified_sha256 as "unverifiedSha256", r.ignored
    from api_request r left join shared_secret k on k.integration_id = r.integration_id and k.id = r.key_id
    where r.integration_id = i.id and ($2::int is null or r.status = $2 or r.status / 100 = $2)
      and ($3::text is null or r.code = $3) and ($4::text is null or r.cause = $4) and ($5::text is null or r.route = $5)
      and ${hasSession ? 'r.session_id = $6' : '$6::uuid is null'} and ${hasRequest ? 'r.id = $7' : '$7::uuid is null'}
      and r.at >= coalesce($8::timestamptz, '-infinity') and r.at <= coalesce($9::timestamptz, 'infinity')
      and ($9::timestamptz is null or r.at < $9::timestamptz or r.id > $10::uuid)
    order by r.at desc, r.id limit $11::int) r
  order by r.place desc, r.id limit $11::int`;

/** Requests to the public API, newest first. */
export function listPortalRequests(db: Queryable, filter: PortalRequestFilter): Promise<PortalRequestLine[]> {
  const { sessionId, requestId, after } = filter;
  return db.query(list(sessionId !== null, requestId !== null), [
    filter.integrationIds,
    filter.status,
    filter.code,
    filter.cause,
    filter.route,
    sessionId,
    requestId,
    filter.since,
    after?.at ?? null,
    after?.id ?? null,
    filter.limit,
  ]);
}

/** The cursor of the page after this line. */
export const requestCursor = ({ place, id }: PortalRequestLine): string => writeCursor([place, id]);

/** What a cursor of the request log means; `null` for a text that is none. */
export function readRequestCursor(cursor: string): RequestPlace | null {
  const [at = '', id = ''] = readCursor(cursor, momentAndId) ?? [];
  return isMoment(at) ? { at, id } : null;
}
