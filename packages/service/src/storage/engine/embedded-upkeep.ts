import type { Logger } from 'pino';
import type { Database } from './database.ts';

const checkpointEveryMs = 3 * 60_000;
/** Dead rows of one table that make a VACUUM worth its pause. */
const deadRowsLimit = 1_000;

/** What the server's background processes would do: the embedded database has none. */
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
 * One round: VACUUM (ANALYZE) where dead rows have gathered, ANALYZE where a tenth of the rows and fifty more have changed since the
 * last one, then a checkpoint. A statement that was planned on a table of few rows reads all of it for as long as the process lives,
 * unless an ANALYZE has it planned anew.
 * @param limit dead rows that make a VACUUM worth its pause
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
