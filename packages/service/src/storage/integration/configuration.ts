import type { Queryable } from './live-caller.ts';

/** Configuration version that a process monitors in the database. */
export interface ConfigurationVersion {
  /**
   * A text that changes with every committed change of an integration, its keys or the session link keys; increased by triggers
   * (migration 0009), so it does not matter who makes the change.
   */
  version: string;
  /** The version of the key-encryption key in force; `null` before the first start. */
  kekVersion: number | null;
  /** Seconds since 1970, by the clock of the database. */
  now: number;
}

/** Two rows by primary key, however many integrations there are. */
export async function findConfigurationVersion(db: Queryable): Promise<ConfigurationVersion> {
  const [row] = await db.query<{ version: string | null; kekVersion: number | null; now: number }>(
    `select (select value from installation where name = 'configuration-version') as version,
       (select split_part(value, ':', 1)::int from installation where name = 'root-key') as "kekVersion",
       extract(epoch from now())::float8 as now`,
  );
  if (!row) throw new Error('the version of the configuration was not returned');
  return { ...row, version: row.version ?? '0' };
}

/** Every API key in lower case, or `null` when there are more than `limit`. */
export async function listApiKeys(db: Queryable, limit: number): Promise<Set<string> | null> {
  const [row] = await db.query<{ count: number; keys: string | null }>(
    `select count(*)::int as count, string_agg(key, ',') as keys
     from (select api_key::text as key from integration limit $1) as listed`,
    [limit + 1],
  );
  if (row === undefined || row.count > limit) return null;
  return new Set(row.keys?.split(',') ?? []);
}

/** Seconds between a rotation of the session link key and its first use, by which time every process has read it (contract A-116). */
const rotationLeadSeconds = 10;

/** Seconds since 1970 at which session link keys were replaced by the next, ascending; `[]` while the first one is in use. */
export async function listLinkKeyRotations(db: Queryable): Promise<number[]> {
  const [row] = await db.query<{ value: string }>(
    `select value from installation where name = 'session-link-keys'`,
  );
  return row === undefined ? [] : (JSON.parse(row.value) as number[]);
}

/** Adds a rotation a few seconds ahead. @returns like {@link listLinkKeyRotations} */
export async function addLinkKeyRotation(db: Queryable): Promise<number[]> {
  const [row] = await db.query<{ value: string }>(
    `insert into installation (name, value)
     values ('session-link-keys', jsonb_build_array(floor(extract(epoch from clock_timestamp()))::bigint + $1::int)::text)
     on conflict (name) do update set value = (installation.value::jsonb || excluded.value::jsonb)::text
     returning value`,
    [rotationLeadSeconds],
  );
  if (row === undefined) throw new Error('a rotation returned no row');
  return JSON.parse(row.value) as number[];
}
