import type { Logger } from 'pino';
import { failpoint } from '../../runtime/failpoint.ts';
import { listTables, type Table } from './catalog.ts';
import type { Database, Row, Tx } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

/** Rows per statement; a batch's values must fit the 65 535 parameters a statement may have. */
const batchRows = 200;

export interface ExportTarget {
  /** PostgreSQL address of an empty database. */
  url: string;
  log: Logger;
  /** Reports progress: rows of a table copied, and their total. */
  onRows?: (table: string, done: number, total: number) => void;
}

/** Rows copied, by table. */
export type Exported = Record<string, number>;

/** The two databases are incompatible: the target has rows, or lacks tables or columns of the source. */
export class ExportRejected extends Error {
  override name = 'ExportRejected';
}

/** Milliseconds; a day. */
const exportLimit = 86_400_000;

/**
 * Copies every table into an empty PostgreSQL database, in one transaction there, and compares the counts before it commits.
 * Media files and the key-encryption key are not in the database: the new installation needs the same ones.
 * @throws ExportRejected, Error when the counts differ
 */
export async function exportDatabase(
  source: Database,
  { url, log, onRows }: ExportTarget,
): Promise<Exported> {
  const target = await openDatabase({ url, log, connections: 2, connectionWaitMs: 15_000 });
  try {
    await migrate(target);
    return await target.transaction(
      async (tx) => {
        await tx.query(`set local statement_timeout = 0`);
        await tx.query(`set local idle_in_transaction_session_timeout = 0`);
        const tables = await listTables(source);
        assertRoom(tables, await listTables(tx));
        const exported: Exported = {};
        for (const table of tables) {
          await failpoint('export-table');
          exported[table.name] = await copyTable({ source, tx, onRows }, table);
        }
        return exported;
      },
      { limitMs: exportLimit },
    );
  } finally {
    await target.close();
  }
}

/** A newer release may have added something to the source for which this release has no tables or columns: nothing is dropped silently. */
function assertRoom(tables: readonly Table[], there: readonly Table[]): void {
  const columns = (all: readonly Table[]) =>
    all.flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column.name} (${column.type})`));
  const has = new Set(columns(there));
  const lacking = columns(tables).filter((column) => !has.has(column));
  if (lacking.length > 0)
    throw new ExportRejected(
      `refusing to export: the target has no place for ${lacking.join(', ')}; export with the release that added it`,
    );
}

async function copyTable(
  { source, tx, onRows }: { source: Database; tx: Tx; onRows: ExportTarget['onRows'] },
  table: Table,
): Promise<number> {
  const { name, columns, key } = table;
  const [found] = await tx.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
  if (found?.count !== 0)
    throw new ExportRejected(`refusing to export: the target already has rows in ${name}`);
  // JSON is copied as text: parsed into values, a number of more than 53 bits would lose some.
  const values = columns.map((column) =>
    column.type === 'jsonb' ? `"${column.name}"::text as "${column.name}"` : `"${column.name}"`,
  );
  const batch = `select ${values.join(', ')} from "${name}" order by ${quoted(key)} limit ${batchRows} offset $1`;
  const [{ total } = { total: 0 }] = await source.query<{ total: number }>(
    `select count(*)::int as total from "${name}"`,
  );
  let copied = 0;
  for (;;) {
    // There are no concurrent writes: the embedded database has one process, and this is it.
    const rows = await source.query(batch, [copied]);
    if (rows.length === 0) break;
    await insertRows(tx, table, rows);
    copied += rows.length;
    onRows?.(name, copied, total);
  }
  await verifyCount(source, tx, name);
  await continueSequences(tx, table);
  return copied;
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

async function insertRows(tx: Tx, { name, columns }: Table, rows: Row[]): Promise<void> {
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const cells = columns.map((column) => `$${values.push(row[column.name])}`);
    return `(${cells.join(', ')})`;
  });
  const names = quoted(columns.map((column) => column.name));
  await tx.query(`insert into "${name}" (${names}) values ${tuples.join(', ')}`, values);
}

async function verifyCount(source: Database, tx: Tx, name: string): Promise<void> {
  const count = `select count(*)::int as count from "${name}"`;
  const [[here], [there]] = [
    await source.query<{ count: number }>(count),
    await tx.query<{ count: number }>(count),
  ];
  if (here?.count !== there?.count)
    throw new Error(`the export of ${name} is not complete: ${there?.count} of ${here?.count} rows`);
}

/** New rows in the target are numbered after the copied ones. */
async function continueSequences(tx: Tx, { name, columns }: Table): Promise<void> {
  for (const { name: column, isSerial } of columns) {
    if (!isSerial) continue;
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 1), max("${column}") is not null) from "${name}"`,
      [`"${name}"`, column],
    );
  }
}
