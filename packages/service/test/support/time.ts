import type { Database } from '../../src/storage/engine/database.ts';

/**
 * Lets time pass for everything stored: moves every point in time of every table into the past. Only for the embedded database of
 * another process, whose clock cannot be advanced; `clock.ts` has the clock of all others.
 */
export async function timePasses(database: Database, seconds: number): Promise<void> {
  const columns = await database.query<{ table: string; column: string }>(
    `select c.table_name as "table", c.column_name as "column"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
     order by 1, 2`,
  );
  const movesOf = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const move = `"${column}" = "${column}" - make_interval(secs => $1::float8)`;
    movesOf.set(table, [...(movesOf.get(table) ?? []), move]);
  }
  await database.transaction(async (tx) => {
    for (const [table, moves] of movesOf)
      await tx.query(`update "${table}" set ${moves.join(', ')}`, [seconds]);
  });
}
