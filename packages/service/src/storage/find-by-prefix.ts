import type { Database } from './engine/database.ts';
import type { Queryable } from './integration/live-caller.ts';

/** Tables whose rows can be named by the beginning of their id. */
export type NamedTable =
  | 'session'
  | 'webhook'
  | 'operator_entry'
  | 'shared_secret'
  | 'watchlist_hit'
  | 'blocked_face'
  | 'setting_proposal';

/** First and last identifier of a range. */
export interface IdRange {
  first: string;
  last: string;
}

/** Maximum candidates named if more than one matches. */
const shown = 5;

/** Rows in a range of identifiers, of one integration or of all, at most five. */
export function findByPrefix(
  database: Database,
  { table, integrationId, within }: { table: NamedTable; integrationId: string | null; within: IdRange },
): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(
    `select distinct id from ${table}
     where id between $2 and $3 and ($1::uuid is null or integration_id = $1) order by id limit ${shown}`,
    [integrationId, within.first, within.last],
  );
}

/** Names of integrations, newest first, at most a thousand: candidates for correcting a misspelt name. */
export async function listIntegrationNames(database: Database): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    'select name from integration order by created_at desc limit 1000',
  );
  return rows.map(({ name }) => name);
}

/** Integrations with a name in any case, or otherwise in a range of identifiers, at most five. */
export async function findIntegrations(
  database: Queryable,
  name: string,
  within: IdRange | null,
): Promise<{ id: string; name: string }[]> {
  const named = await database.query<{ id: string; name: string }>(
    `select id, name from integration where lower(name) = lower($1) order by created_at limit ${shown}`,
    [name],
  );
  if (named.length > 0 || within === null) return named;
  return database.query<{ id: string; name: string }>(
    `select id, name from integration where id between $1 and $2 order by id limit ${shown}`,
    [within.first, within.last],
  );
}
