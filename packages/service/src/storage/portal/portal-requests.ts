import { isMoment } from '@countersign/contract';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { exactInstant, momentAndId, readCursor, writeCursor } from './cursor.ts';

/** Filters for requests; `null`: no filter. */
export interface PortalRequestFilter {
  /** Integrations the reader has access to; never more. */
  integrationIds: readonly string[];
  /** A status, or its first digit: 4 matches 400 to 499. */
  status: number | null;
  code: string | null;
  cause: string | null;
  route: string | null;
  sessionId: string | null;
  /** The request with that `x-request-id`. */
  requestId: string | null;
  since: string | null;
  after: RequestPlace | null;
  limit: number;
}

/** Position of the last request on the previous page. */
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

const shown = `r.id, r.integration_id as "integrationId", ${instant('r.at')} as at, ${exactInstant('r.at')} as place, r.route,
  r.status, r.code, r.cause, r.session_id as "sessionId", r.ms, r.detail, coalesce(k.label, r.key_id::text) as key, r.bytes,
  r.address, r.unverified_bytes as "unverifiedBytes", r.unverified_sha256 as "unverifiedSha256", r.ignored`;
const withKeys = (rows: string) =>
  `select ${shown} from (${rows}) r left join shared_secret k on k.integration_id = r.integration_id and k.id = r.key_id
   order by r.at desc, r.id`;
const wanted = (r: string) => `($2::int is null or ${r}.status = $2 or ${r}.status / 100 = $2)
  and ($3::text is null or ${r}.code = $3) and ($4::text is null or ${r}.cause = $4) and ($5::text is null or ${r}.route = $5)`;
const onPage = `r.at >= coalesce($8::timestamptz, '-infinity') and r.at <= coalesce($9::timestamptz, 'infinity')
  and ($9::timestamptz is null or r.at < $9::timestamptz or r.id > $10::uuid)`;
const first = 'order by r.at desc, r.id limit $11::int';

// Each integration's newest through one index, those of one session through another.
const list = (hasSession: boolean, hasRequest: boolean) =>
  withKeys(`
    select r.* from unnest($1::uuid[]) i (id) cross join lateral (
      select r.* from api_request r
      where r.integration_id = i.id and ${wanted('r')}
        and ${hasSession ? 'r.session_id = $6' : '$6::uuid is null'} and ${hasRequest ? 'r.id = $7' : '$7::uuid is null'}
        and ${onPage} ${first}) r ${first}`);

/**
 * Groups requests by their properties and results. Requests that are equal in all of these are one kind, adjacent in an index and in
 * order within it. An integration has some dozens of kinds: the query skips from one to the next, and reads the newest of each
 * matching kind. So a page costs the same however rare its entries are.
 */
const ofKinds = withKeys(`
  select r.* from unnest($1::uuid[]) i (id) cross join lateral (
    with recursive kind as (
      (select r.route, r.status, coalesce(r.code, '') as code, coalesce(r.cause, '') as cause from api_request r
       where r.integration_id = i.id order by 1, 2, 3, 4 limit 1)
      union all
      select n.* from kind cross join lateral (
        select r.route, r.status, coalesce(r.code, '') as code, coalesce(r.cause, '') as cause from api_request r
        where r.integration_id = i.id and (r.route, r.status, coalesce(r.code, ''), coalesce(r.cause, ''))
          > (kind.route, kind.status, kind.code, kind.cause)
        order by 1, 2, 3, 4 limit 1) n)
    select * from kind where ${wanted('kind')}) kind
  cross join lateral (
    select r.* from api_request r
    where r.integration_id = i.id and r.route = kind.route and r.status = kind.status
      and coalesce(r.code, '') = kind.code and coalesce(r.cause, '') = kind.cause
      and $6::uuid is null and $7::uuid is null and ${onPage} ${first}) r ${first}`);

/** Requests to the public API, newest first. */
export function listPortalRequests(db: Queryable, filter: PortalRequestFilter): Promise<PortalRequestLine[]> {
  const { status, code, cause, route, sessionId, requestId, after } = filter;
  const isOfKinds = [status, code, cause, route].some((value) => value !== null);
  const isOfOne = sessionId !== null || requestId !== null;
  return db.query(isOfKinds && !isOfOne ? ofKinds : list(sessionId !== null, requestId !== null), [
    filter.integrationIds,
    status,
    code,
    cause,
    route,
    sessionId,
    requestId,
    filter.since,
    after?.at ?? null,
    after?.id ?? null,
    filter.limit,
  ]);
}

/** The cursor of the page after this entry. */
export const requestCursor = ({ place, id }: PortalRequestLine): string => writeCursor([place, id]);

/** Decodes a cursor of the request log; `null` for an invalid one. */
export function readRequestCursor(cursor: string): RequestPlace | null {
  const [at = '', id = ''] = readCursor(cursor, momentAndId) ?? [];
  return isMoment(at) ? { at, id } : null;
}
