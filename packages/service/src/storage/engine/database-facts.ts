import type { Database } from './database.ts';

/** What the database reports about itself. */
export interface DatabaseFacts {
  /** Such as `17.2`. */
  version: string;
  /** Total size of its tables and indexes. */
  bytes: number;
  /** Milliseconds from a statement to its response. */
  latencyMs: number;
  /** Milliseconds by which its clock is ahead of this process, negative if behind; accurate to half the latency. */
  skewMs: number;
}

export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const [about] = await database.query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  );
  // On an existing connection, so that the response time is typical.
  const started = performance.now();
  const before = Date.now();
  const [clock] = await database.query<{ ms: number }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const latencyMs = performance.now() - started;
  if (!about || !clock) throw new Error('database: must answer');
  return { ...about, latencyMs, skewMs: clock.ms - (before + latencyMs / 2) };
}
