import type { Database, Row } from '../engine/database.ts';
import { instant } from '../instant.ts';

/** One request to the public API, as recorded for its integration. */
export interface ApiRequest {
  /** `x-request-id` of its response. */
  id: string;
  integrationId: string;
  /** Seconds since its response. */
  age: number;
  /** Name of the endpoint; `none` if no endpoint matched. */
  route: string;
  /** HTTP status; 0: the client disconnected before the response. */
  status: number;
  /** For an error: code, what it means here, and what would be accepted. Otherwise `null`. */
  code: string | null;
  cause: string | null;
  detail: string | null;
  /** Key that verified it; `null` if none did. */
  keyId: string | null;
  subject: { of: 'session' | 'attempt' | 'media'; id: string } | null;
  /** Milliseconds from its first byte to the last of its response. */
  ms: number;
  /** Bytes of its body that arrived. */
  bytes: number;
  /** `null` if a browser sent it. */
  address: string | null;
  /** Length and SHA-256 (hex) of the bytes that did not match a signature. */
  unverified: { bytes: number; sha256: string | null } | null;
  /** Names of ignored input. */
  ignored: readonly string[];
}

/**
 * Stores requests in one statement; those already stored are unchanged. A request about an attempt or a media file is stored
 * with its session, if it belongs to the integration.
 */
export async function insertApiRequests(database: Database, requests: readonly ApiRequest[]): Promise<void> {
  await database.query(
    `insert into api_request (integration_id, id, at, route, status, code, cause, detail, key_id, session_id, ms, bytes, address,
       unverified_bytes, unverified_sha256, ignored)
     select (r->>'integrationId')::uuid, (r->>'id')::uuid, now() - make_interval(secs => (r->>'age')::float8), r->>'route',
       (r->>'status')::int, r->>'code', r->>'cause', r->>'detail', (r->>'keyId')::uuid,
       case r->'subject'->>'of'
         when 'session' then (r->'subject'->>'id')::uuid
         when 'attempt' then (select session_id from attempt
           where integration_id = (r->>'integrationId')::uuid and id = (r->'subject'->>'id')::uuid)
         when 'media' then (select session_id from media
           where integration_id = (r->>'integrationId')::uuid and id = (r->'subject'->>'id')::uuid)
       end,
       (r->>'ms')::int, (r->>'bytes')::int, r->>'address', (r->'unverified'->>'bytes')::int, r->'unverified'->>'sha256',
       r->'ignored'
     from jsonb_array_elements($1::text::jsonb) r
     on conflict do nothing`,
    [JSON.stringify(requests)],
  );
}

/** Filters for requests; `null`: no filter. */
export interface ApiRequestFilter {
  integrationId: string;
  /** A status, or its first digit: 4 matches 400 to 499. */
  status: number | null;
  route: string | null;
  sessionId: string | null;
  /** The request with that `x-request-id`. */
  requestId: string | null;
  /** Answered at this time or later, ISO 8601. */
  since: string | null;
}

/** A request for lists. */
export interface ListedApiRequest extends Row {
  /** When its response ended, ISO 8601, UTC. */
  at: string;
  route: string;
  status: number;
  code: string | null;
  cause: string | null;
  requestId: string;
  sessionId: string | null;
  /** Label of the key that verified it, or the key's id once deleted. */
  key: string | null;
  ms: number;
  bytes: number;
  address: string | null;
  detail: string | null;
  unverifiedBytes: number | null;
  unverifiedSha256: string | null;
  ignored: string[];
}

/** Requests of an integration, newest first. */
export function listApiRequests(
  database: Database,
  filter: ApiRequestFilter,
  limit: number,
): Promise<ListedApiRequest[]> {
  return database.query<ListedApiRequest>(
    `select ${instant('r.at')} as at, r.route, r.status, r.code, r.cause, r.id as "requestId", r.session_id as "sessionId",
       coalesce(k.label, r.key_id::text) as key, r.ms, r.bytes, r.address, r.detail, r.unverified_bytes as "unverifiedBytes",
       r.unverified_sha256 as "unverifiedSha256", r.ignored
     from api_request r left join shared_secret k on k.integration_id = r.integration_id and k.id = r.key_id
     where r.integration_id = $1 and ($2::int is null or r.status = $2 or r.status / 100 = $2)
       and ($3::text is null or r.route = $3) and ${filter.sessionId === null ? '$4::uuid is null' : 'r.session_id = $4'}
       and ${filter.requestId === null ? '$5::uuid is null' : 'r.id = $5'}
       and r.at >= coalesce($6::timestamptz, '-infinity')
     order by r.at desc, r.id limit $7::int`,
    [
      filter.integrationId,
      filter.status,
      filter.route,
      filter.sessionId,
      filter.requestId,
      filter.since,
      limit,
    ],
  );
}

/** Deletes requests older than that many days, each integration's oldest first. @returns how many, at most `limit` */
export async function purgeApiRequests(
  database: Database,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with old as (
       select o.tid from integration i cross join lateral (
         select r.ctid as tid from api_request r
         where r.integration_id = i.id and r.at < now() - make_interval(days => $1::int)
         order by r.at limit $2::int
       ) o limit $2::int),
     deleted as (
       delete from api_request r using old where r.ctid = old.tid returning 1)
     select count(*)::int as count from deleted`,
    [days, limit],
  );
  return row?.count ?? 0;
}
