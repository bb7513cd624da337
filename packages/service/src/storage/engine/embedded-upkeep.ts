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

/** One round: VACUUM (ANALYZE) where dead rows have gathered, then a checkpoint. Exported for its test. */
export async function upkeep(database: Database, limit = deadRowsLimit): Promise<{ vacuumed: string[] }> {
  const tables = await database.query<{ relname: string }>(
    `select relname from pg_stat_user_tables where n_dead_tup > greatest($1::int, n_live_tup / 5) order by n_dead_tup desc`,
    [limit],
  );
  for (const { relname } of tables) await database.query(`vacuum (analyze) "${relname}"`);
  await database.query('checkpoint');
  return { vacuumed: tables.map(({ relname }) => relname) };
}
