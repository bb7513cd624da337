import type { PortalExportFormat, PortalExportState } from '@countersign/contract';
import type { Database, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { exactInstant } from './cursor.ts';
import type { SessionPlace } from './portal-sessions.ts';

/** Identifies an export and its organisation. */
export interface ExportKey {
  organisationId: string;
  exportId: string;
}

export interface NewExport extends ExportKey {
  integrationIds: readonly string[];
  requestedBy: string;
  format: PortalExportFormat;
  personal: boolean;
  /** Sealed. */
  request: Uint8Array;
}

export async function insertExport(tx: Tx, made: NewExport): Promise<void> {
  await tx.query(
    `insert into session_export (organisation_id, id, integrations, requested_by, format, personal, request)
     values ($1, $2, $3::uuid[], $4, $5, $6, $7)`,
    [
      made.organisationId,
      made.exportId,
      made.integrationIds,
      made.requestedBy,
      made.format,
      made.personal,
      made.request,
    ],
  );
}

/** Locks the organisation until the transaction ends, and counts its running exports and stored files. */
export async function countExports(
  tx: Tx,
  organisationId: string,
): Promise<{ running: number; kept: number }> {
  await tx.query('select 1 from organisation where id = $1 for update', [organisationId]);
  const [row] = await tx.query<{ running: number; kept: number }>(
    `select (count(*) filter (where state = 'running'))::int as running,
       (count(*) filter (where state = 'done' and expires_at > now()))::int as kept
     from session_export where organisation_id = $1`,
    [organisationId],
  );
  return row ?? { running: 0, kept: 0 };
}

/** Why an export failed. */
export type ExportFailure = 'too-many-rows' | 'failed-repeatedly';

/** Results of an export, as counted in metrics. */
export type ExportOutcome = 'done' | 'cancelled' | ExportFailure;

export type ExportRow = {
  id: string;
  integrations: string[];
  requestedBy: string;
  format: PortalExportFormat;
  personal: boolean;
  request: Uint8Array;
  /** `expired` from the moment it expires, whenever the file is erased. */
  state: PortalExportState;
  cause: ExportFailure | null;
  rows: number;
  bytes: number;
  parts: number;
  reached: string | null;
  createdAt: string;
  endedAt: string | null;
  expiresAt: string | null;
};

const state = `case when e.state = 'done' and e.expires_at <= now() then 'expired' else e.state end`;
const columns = `e.id, e.integrations, u.name as "requestedBy", e.format, e.personal, e.request, ${state} as state, e.cause, e.rows,
  e.bytes::float8 as bytes, e.parts, ${instant('e.place_at')} as reached, ${instant('e.created_at')} as "createdAt",
  ${instant('e.ended_at')} as "endedAt", ${instant('e.expires_at')} as "expiresAt"`;

interface Reach {
  organisationId: string;
  /** Integrations the reader has access to: exports that include others do not exist for the reader. */
  integrationIds: readonly string[];
}

/** Exports, newest first. */
export const listExports = (
  db: Queryable,
  { organisationId, integrationIds }: Reach,
  limit: number,
): Promise<ExportRow[]> =>
  db.query<ExportRow>(
    `select ${columns} from session_export e join portal_user u on u.id = e.requested_by
     where e.organisation_id = $1 and e.integrations <@ $2::uuid[] order by e.created_at desc, e.id limit $3::int`,
    [organisationId, integrationIds, limit],
  );

/** One export; `null` if it does not exist for the reader. */
export async function findExport(
  db: Queryable,
  { organisationId, integrationIds, exportId }: Reach & ExportKey,
): Promise<ExportRow | null> {
  const [row] = await db.query<ExportRow>(
    `select ${columns} from session_export e join portal_user u on u.id = e.requested_by
     where e.organisation_id = $1 and e.id = $3 and e.integrations <@ $2::uuid[]`,
    [organisationId, integrationIds, exportId],
  );
  return row ?? null;
}

/** Ends an export on request: a running one is cancelled, the file of a finished one is erased. @returns its new state, or `null` if it had already ended */
export async function endExport(
  tx: Tx,
  { organisationId, exportId }: ExportKey,
): Promise<'cancelled' | 'expired' | null> {
  const [row] = await tx.query<{ state: 'cancelled' | 'expired' }>(
    `update session_export set state = case state when 'running' then 'cancelled' else 'expired' end,
       ended_at = case state when 'running' then now() else ended_at end
     where organisation_id = $1 and id = $2 and (state = 'running' or (state = 'done' and expires_at > now())) returning state`,
    [organisationId, exportId],
  );
  return row?.state ?? null;
}

export type ClaimedExport = {
  organisationId: string;
  exportId: string;
  integrations: string[];
  format: PortalExportFormat;
  personal: boolean;
  request: Uint8Array;
  rows: number;
  parts: number;
  placeAt: string | null;
  placeId: string | null;
  /** Only the holder of the newest lease may continue. */
  lease: number;
  /** Claims since the last part, including this one. */
  claims: number;
  /** With microseconds: later sessions are not included. */
  createdAt: string;
  /** Seconds from the request to this claim. */
  age: number;
};

const leaseSeconds = 30;

/** Claims the export that has been idle longest; `null` if none is waiting. */
export async function claimExport(database: Database): Promise<ClaimedExport | null> {
  const [row] = await database.query<ClaimedExport>(
    `update session_export e set lease = lease + 1, claims = claims + 1, worked_at = clock_timestamp(),
       leased_until = clock_timestamp() + make_interval(secs => $1::float8)
     where (e.organisation_id, e.id) = (
       select organisation_id, id from session_export
       where state = 'running' and (leased_until is null or leased_until < clock_timestamp())
       order by worked_at limit 1 for update skip locked)
     returning e.organisation_id as "organisationId", e.id as "exportId", e.integrations, e.format, e.personal, e.request, e.rows, e.parts,
       ${exactInstant('e.place_at')} as "placeAt", e.place_id as "placeId", e.lease, e.claims, ${exactInstant('e.created_at')} as "createdAt",
       extract(epoch from clock_timestamp() - e.created_at)::float8 as age`,
    [leaseSeconds],
  );
  return row ?? null;
}

/** A part of an export, one line per session. */
export interface ExportPart {
  integrationIds: readonly string[];
  sessionIds: readonly string[];
  sealed: readonly Uint8Array[];
  /** Size of the lines as downloaded. */
  bytes: number;
  /** The last session processed. */
  place: SessionPlace | null;
  isLast: boolean;
  /** Hours that the file is kept after its last part. */
  hours: number;
}

/** Adds a part and renews the lease, in one statement. @returns false if the lease was lost, or the export was ended */
export async function addExportPart(
  database: Database,
  { organisationId, exportId, lease }: ClaimedExport,
  part: ExportPart,
): Promise<boolean> {
  const rows = await database.query(
    `with mine as (
       update session_export set rows = rows + cardinality($5::uuid[]), bytes = bytes + $7::bigint,
         parts = parts + least(1, cardinality($5::uuid[])), place_at = coalesce($8::timestamptz, place_at),
         place_id = coalesce($9::uuid, place_id), claims = 0, worked_at = clock_timestamp(),
         leased_until = case when $10 then null else clock_timestamp() + make_interval(secs => ${leaseSeconds}) end,
         state = case when $10 then 'done' else state end, ended_at = case when $10 then now() end,
         expires_at = case when $10 then now() + make_interval(hours => $11::int) end
       where organisation_id = $1 and id = $2 and lease = $3 and state = 'running'
       returning parts - 1 as ordinal),
     kept as (
       insert into session_export_part (organisation_id, export_id, ordinal, integrations, sessions, sealed)
       select $1, $2, ordinal, $4::uuid[], $5::uuid[], $6::bytea[] from mine where cardinality($5::uuid[]) > 0)
     select 1 from mine`,
    [
      organisationId,
      exportId,
      lease,
      part.integrationIds,
      part.sessionIds,
      part.sealed,
      part.bytes,
      part.place?.createdAt ?? null,
      part.place?.id ?? null,
      part.isLast,
      part.hours,
    ],
  );
  return rows.length > 0;
}

/** Lets other workers continue. */
export async function releaseExport(
  database: Database,
  { organisationId, exportId, lease }: ClaimedExport,
): Promise<void> {
  await database.query(
    `update session_export set leased_until = null, claims = 0 where organisation_id = $1 and id = $2 and lease = $3`,
    [organisationId, exportId, lease],
  );
}

/** Marks an export as failed. @returns false if the lease was lost, or the export was ended */
export async function failExport(
  database: Database,
  { organisationId, exportId, lease }: ClaimedExport,
  cause: ExportFailure,
): Promise<boolean> {
  const rows = await database.query(
    `update session_export set state = 'failed', cause = $4, ended_at = now(), leased_until = null
     where organisation_id = $1 and id = $2 and lease = $3 and state = 'running' returning 1`,
    [organisationId, exportId, lease, cause],
  );
  return rows.length > 0;
}

export type ExportLine = {
  integrationId: string;
  id: string;
  sealed: Uint8Array;
  dataKey: Uint8Array;
  kekVersion: number;
  /** The lines were written under an earlier key. */
  redacted: boolean;
  /** Position in the part. */
  position: number;
};

/** Lines of a part whose sessions still exist; `null` if the part does not. */
export async function readExportPart(
  database: Database,
  { organisationId, exportId }: ExportKey,
  ordinal: number,
): Promise<ExportLine[] | null> {
  const rows = await database.query<ExportLine | { id: null }>(
    `select l.integration_id as "integrationId", s.id, l.sealed, s.data_key as "dataKey", s.kek_version as "kekVersion",
       s.redacted_at is not null as redacted, l.position::int as position
     from session_export_part p
     cross join lateral unnest(p.integrations, p.sessions, p.sealed)
       with ordinality l (integration_id, session_id, sealed, position)
     left join session s on s.integration_id = l.integration_id and s.id = l.session_id and s.deleted_at is null
       and s.data_key is not null
     where p.organisation_id = $1 and p.export_id = $2 and p.ordinal = $3 order by l.position`,
    [organisationId, exportId, ordinal],
  );
  return rows.length === 0 ? null : rows.filter((row): row is ExportLine => row.id !== null);
}

/** Marks exports whose file has expired. */
export async function expireExports(database: Database): Promise<void> {
  await database.query(
    `update session_export set state = 'expired' where state = 'done' and expires_at <= now()`,
  );
}

/** Erases parts that can no longer be downloaded. @returns how many, at most `limit` */
export async function eraseExportParts(database: Database, limit: number): Promise<number> {
  const rows = await database.query(
    `delete from session_export_part where (organisation_id, export_id, ordinal) in (
       select p.organisation_id, p.export_id, p.ordinal from session_export e
       join session_export_part p on p.organisation_id = e.organisation_id and p.export_id = e.id
       where e.state not in ('running', 'done') limit $1) returning 1`,
    [limit],
  );
  return rows.length;
}

/** Deletes exports that ended the given number of days ago and have no file any more. */
export async function forgetExports(database: Database, days: number): Promise<void> {
  await database.query(
    `delete from session_export e where e.state not in ('running', 'done') and e.ended_at < now() - make_interval(days => $1::int)
       and not exists (select 1 from session_export_part p where p.organisation_id = e.organisation_id and p.export_id = e.id)`,
    [days],
  );
}
