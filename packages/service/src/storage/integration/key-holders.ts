import type { Queryable } from './live-caller.ts';

/** A serving process, and the key-encryption keys it has. */
export interface KeyHolder {
  /** `api`, `worker` or `api,worker`. */
  roles: string;
  host: string;
  pid: number;
  /** By version, a mark that distinguishes two keys of the same version. */
  marks: Record<string, string>;
}

/** Seconds after which a process that has not repeated its announcement has ended, or is cut off and serves nothing. */
const silentSeconds = 20;

/**
 * Records which key-encryption keys a process has, with the time of the database's clock, and removes entries of processes that ended
 * long ago.
 * @param id of the process, a UUID generated at its start
 */
export async function announceKeyHolder(db: Queryable, id: string, holder: KeyHolder): Promise<void> {
  await db.query(
    `with gone as (
       delete from installation where name like 'key-holder/%' and name <> $1
         and (value::jsonb ->> 'at')::float8 < extract(epoch from clock_timestamp()) - 3600
     )
     insert into installation (name, value)
     values ($1, ($2::jsonb || jsonb_build_object('at', extract(epoch from clock_timestamp())::float8))::text)
     on conflict (name) do update set value = excluded.value`,
    [`key-holder/${id}`, JSON.stringify(holder)],
  );
}

/** Removes the entry of a process that shuts down. */
export async function removeKeyHolder(db: Queryable, id: string): Promise<void> {
  await db.query('delete from installation where name = $1', [`key-holder/${id}`]);
}

/** Processes currently serving. */
export async function listKeyHolders(db: Queryable): Promise<KeyHolder[]> {
  const rows = await db.query<{ value: string }>(
    `select value from installation where name like 'key-holder/%'
       and (value::jsonb ->> 'at')::float8 > extract(epoch from clock_timestamp()) - $1::float8 order by value`,
    [silentSeconds],
  );
  return rows.map(({ value }) => JSON.parse(value) as KeyHolder);
}

/**
 * Puts a version of the key-encryption key in force, if the previous one still is.
 * @param root the root key sealed under the new version, as the vault seals it
 */
export async function putKeyInForce(
  db: Queryable,
  { before, root }: { before: number; root: string },
): Promise<void> {
  await db.query(
    `update installation set value = $1::text || ':' || extract(epoch from clock_timestamp())::float8::text
       where name = 'root-key' and split_part(value, ':', 1) = $2::text`,
    [root, String(before)],
  );
}

/** Seconds, by the clock of the database, since the current version was put in force; `null` if it always was. */
export async function secondsInForce(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select (extract(epoch from clock_timestamp()) - nullif(split_part(value, ':', 3), '')::float8)::float8 as seconds
       from installation where name = 'root-key'`,
  );
  return row?.seconds ?? null;
}
