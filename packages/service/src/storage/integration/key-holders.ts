import type { Queryable } from './live-caller.ts';

/** A process that serves, and the key-encryption keys it holds. */
export interface KeyHolder {
  /** `api`, `worker` or `api,worker`. */
  roles: string;
  host: string;
  pid: number;
  /** By version, what tells two keys of it apart. */
  marks: Record<string, string>;
}

/** Seconds after which a process that did not repeat its announcement has ended, or is cut off and answers nothing. */
const silentSeconds = 20;

/**
 * Writes which key-encryption keys a process holds, with the time of the database's clock, and removes what processes left that ended
 * long ago.
 * @param id of the process, a UUID of this start
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

/** A process that ends in order holds nothing any more. */
export async function removeKeyHolder(db: Queryable, id: string): Promise<void> {
  await db.query('delete from installation where name = $1', [`key-holder/${id}`]);
}

/** Processes that serve now. */
export async function listKeyHolders(db: Queryable): Promise<KeyHolder[]> {
  const rows = await db.query<{ value: string }>(
    `select value from installation where name like 'key-holder/%'
       and (value::jsonb ->> 'at')::float8 > extract(epoch from clock_timestamp()) - $1::float8 order by value`,
    [silentSeconds],
  );
  return rows.map(({ value }) => JSON.parse(value) as KeyHolder);
}

/**
 * Puts a version of the key-encryption key in force, if the one before still is.
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

/** Seconds, by the clock of the database, since the version in force was put in force; `null` where it always was. */
export async function secondsInForce(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ seconds: number | null }>(
    `select (extract(epoch from clock_timestamp()) - nullif(split_part(value, ':', 3), '')::float8)::float8 as seconds
       from installation where name = 'root-key'`,
  );
  return row?.seconds ?? null;
}
