import type { Database } from './database.ts';

/** Seconds since 1970, by the clock of the database. */
export async function readClock(database: Database): Promise<number> {
  const [row] = await database.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp())::float8 as seconds`,
  );
  if (!row) throw new Error('database clock not readable');
  return row.seconds;
}

/**
 * Seconds by which this process's clock is ahead of the database's (negative: behind). Stored times, leases and deadlines use only the
 * database's clock. Half of the round trip is subtracted; that is also the maximum error.
 */
export async function measureClockSkew(database: Database): Promise<number> {
  const sent = performance.now();
  const there = await readClock(database);
  const halfWay = (performance.now() - sent) / 2_000;
  return Date.now() / 1_000 - halfWay - there;
}
