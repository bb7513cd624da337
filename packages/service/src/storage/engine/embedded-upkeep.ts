import type { Logger } from 'pino';
import type { Database } from './database.ts';

const checkpointEveryMs = 3 * 60_000;
/** Dead rows in one table at which a VACUUM is worth its pause. */
const deadRowsLimit = 1_000;

/** Does what the server's background processes would do: the embedded database has none. */
export function startEmbeddedUpkeep(database: Database, log: Logger): { stop(): void } {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    upkeep(database)
      .catch((error: unknown) => log.error({ error }, 'embedded database upkeep failed'))
      .finally(() => (running = false));
  }, checkpointEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * One round: VACUUM (ANALYZE) for tables with enough dead rows, ANALYZE where a tenth of the rows plus fifty have changed since the
 * last one, then a checkpoint. A statement planned when a table was small would scan all of it for the life of the process,
 * unless an ANALYZE makes it be planned again.
 * @param limit dead rows at which a VACUUM is worth its pause
 * @returns names of the tables
 */
export async function upkeep(
  database: Database,
  limit = deadRowsLimit,
): Promise<{ vacuumed: string[]; analyzed: string[] }> {
  const tables = await database.query<{ name: string; dead: boolean; changed: boolean }>(
    `select relname as name, n_dead_tup > greatest($1::int, n_live_tup / 5) as dead,
       n_mod_since_analyze > 50 + n_live_tup / 10 as changed
     from pg_stat_user_tables order by n_dead_tup desc, relname`,
    [limit],
  );
  const vacuumed = tables.filter(({ dead }) => dead).map(({ name }) => name);
  const analyzed = tables.filter(({ dead, changed }) => changed && !dead).map(({ name }) => name);
  for (const name of vacuumed) await database.query(`vacuum (analyze) "${name}"`);
  for (const name of analyzed) await database.query(`analyze "${name}"`);
  await database.query('checkpoint');
  return { vacuumed, analyzed };
}
