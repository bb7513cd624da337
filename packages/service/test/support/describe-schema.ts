import type { Row } from '../../src/storage/engine/database.ts';

/** Runs one statement. */
export type RunStatement = (text: string) => Promise<Row[]>;

const here = `current_schema()::regnamespace`;

/**
 * One line per fact, as the server spells it. Names of keys and foreign keys are left out, because no statement uses them; those of
 * checks and indexes are compared, because errors and plans show them.
 */
const facts = [
  `select format('%s %s (kind %s, options %s, row security %s)', 'relation', relname, relkind, reloptions, relrowsecurity)
     from pg_class where relnamespace = ${here} and relkind not in ('i', 'I')`,
  `select format('column %s.%s %s%s default %s (identity "%s", generated "%s", collation %s)', attrelid::regclass, attname,
            format_type(atttypid, atttypmod), case when attnotnull then ' not null' end, pg_get_expr(adbin, adrelid),
            attidentity, attgenerated, attcollation)
     from pg_attribute join pg_class t on t.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = ${here} and relkind = 'r' and attnum > 0 and not attisdropped`,
  `select format('constraint of %s: %s%s', conrelid::regclass, case when contype not in ('p', 'f') then conname || ' ' end,
            pg_get_constraintdef(oid))
     from pg_constraint where connamespace = ${here} and contype <> 'n'`,
  `select pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' (not valid)' end
     from pg_index join pg_class t on t.oid = indrelid
    where relnamespace = ${here} and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`,
  `select pg_get_triggerdef(g.oid) from pg_trigger g join pg_class t on t.oid = tgrelid
    where relnamespace = ${here} and not tgisinternal`,
  `select pg_get_functiondef(oid) from pg_proc where pronamespace = ${here} and prokind = 'f'`,
  `select format('type %s (kind %s)', typname, typtype) from pg_type where typnamespace = ${here} and typtype not in ('c', 'b')`,
];

/** Everything a migration can make in the current schema: tables, columns, constraints, indexes, triggers, functions, types; sorted. */
export async function describeSchema(run: RunStatement): Promise<string[]> {
  const lines = [];
  for (const fact of facts) {
    const rows = await run(`select fact from (${fact}) found (fact)`);
    lines.push(...rows.map((row) => String(row['fact'])));
  }
  return lines.toSorted();
}
