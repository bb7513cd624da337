import type { Database, Row } from '../engine/database.ts';
import { instant } from '../instant.ts';

/** A finished backup, successful or not. */
export interface BackupRow extends Row {
  /** As in `backup.json`. */
  id: string;
  /** Absolute path of the directory it was written to. */
  directory: string;
  /** Release that wrote it. */
  release: string;
  /** Its newest migration; `null` if it failed. */
  schema: string | null;
  /** Size of all files; `null` if it failed. */
  bytes: number | null;
  /** Why it failed; `null` if it was written. */
  error: string | null;
  /** ISO 8601, UTC. */
  endedAt: string;
  /** ISO 8601, UTC; `null` until it was verified. */
  verifiedAt: string | null;
}

/** Number of rows kept. */
const kept = 400;

/** Records a finished backup, and drops old records. */
export async function recordBackup(
  database: Database,
  { id, directory, release, schema, bytes, error }: Omit<BackupRow, 'endedAt' | 'verifiedAt'>,
): Promise<void> {
  await database.query(
    `insert into backup (id, directory, release, schema, bytes, error) values ($1, $2, $3, $4, $5::bigint, $6)`,
    [id, directory, release, schema, bytes, error],
  );
  await database.query(
    `delete from backup where id in (select id from backup order by ended_at desc, id offset $1::int)`,
    [kept],
  );
}

/** Records that a backup was verified; keeps the first time. @returns `false` if no such backup is recorded as written */
export async function markVerified(database: Database, id: string): Promise<boolean> {
  const marked = await database.query(
    `update backup set verified_at = coalesce(verified_at, now()) where id = $1 and error is null returning 1`,
    [id],
  );
  return marked.length > 0;
}

/** Backups, newest first. */
export function listBackups(database: Database, limit: number): Promise<BackupRow[]> {
  return database.query<BackupRow>(
    `select id, directory, release, schema, bytes::float8 as bytes, error,
       ${instant('ended_at')} as "endedAt", ${instant('verified_at')} as "verifiedAt"
     from backup order by ended_at desc, id limit $1::int`,
    [limit],
  );
}

/** Ages of the newest backups. Without any, time counts from when backups began to be recorded. */
export interface BackupTimes extends Row {
  /** Seconds since the newest one was written. */
  writtenSeconds: number;
  /** Seconds since the newest verified one was written. */
  verifiedSeconds: number;
  /** Both times, ISO 8601, UTC. */
  writtenAt: string;
  verifiedAt: string;
  /** Whether any was ever written, and any verified. */
  isWritten: boolean;
  isVerified: boolean;
  /** When the newest one failed, ISO 8601, UTC; `null` if it was written. */
  failedAt: string | null;
}

/** @returns how old the newest backups are */
export async function readBackupTimes(database: Database): Promise<BackupTimes> {
  const age = (at: string) => `greatest(0, extract(epoch from now() - ${at}))::float8`;
  const [times] = await database.query<BackupTimes>(
    `select "isWritten", "isVerified", ${age('written')} as "writtenSeconds", ${age('verified')} as "verifiedSeconds",
       ${instant('written')} as "writtenAt", ${instant('verified')} as "verifiedAt",
       (select case when error is null then null else ${instant('ended_at')} end
        from backup order by ended_at desc, id limit 1) as "failedAt"
     from (select coalesce(bool_or(b.id is not null and b.error is null), false) as "isWritten",
             coalesce(bool_or(b.verified_at is not null), false) as "isVerified",
             coalesce(max(b.ended_at) filter (where b.error is null), min(m.applied_at)) as written,
             coalesce(max(b.ended_at) filter (where b.verified_at is not null), min(m.applied_at)) as verified
           from migration m left join backup b on true where m.name = '0035_backups') newest`,
  );
  if (!times) throw new Error('database: must have migration 0035_backups');
  return times;
}
