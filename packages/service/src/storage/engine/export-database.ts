import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import type { Database, Row, Tx } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { blockedFace, sessionLink } from '../schema/link-tables.ts';
import { watchlistRun } from '../schema/monitor-tables.ts';
import { registryCheck } from '../schema/registry-tables.ts';
import { idempotency } from '../schema/request-tables.ts';
import * as schema from '../schema/schema.ts';
import {
  watchlistChange,
  watchlistDecision,
  watchlistHit,
  watchlistMonitor,
  watchlistReview,
  watchlistScreening,
} from '../schema/watchlist-tables.ts';

/** Rows per statement; the values of a batch must fit the 65 535 parameters a statement may have. */
const batchRows = 200;

export interface ExportTarget {
  /** PostgreSQL address of an empty database. */
  url: string;
  log: Logger;
}

/** Rows copied, by table. */
export type Exported = Record<string, number>;

/** The database to export to has rows. */
export class TargetNotEmpty extends Error {
  override name = 'TargetNotEmpty';
}

/** Milliseconds; a day. */
const exportLimit = 86_400_000;

/**
 * Copies every table into an empty PostgreSQL database, in one transaction there, and compares the counts before it commits.
 * Media files and the key-encryption key are not part of the database: the new installation needs the same ones.
 * @throws TargetNotEmpty, Error when the counts differ
 */
export async function exportDatabase(source: Database, { url, log }: ExportTarget): Promise<Exported> {
  const target = await openDatabase({ url, log, connections: 2, connectionWaitMs: 15_000 });
  try {
    await migrate(target);
    return await target.transaction(
      async (tx) => {
        await tx.query(`set local statement_timeout = 0`);
        await tx.query(`set local idle_in_transaction_session_timeout = 0`);
        const exported: Exported = {};
        for (const table of tablesInOrder())
          exported[getTableName(table)] = await copyTable(source, tx, table);
        return exported;
      },
      { limitMs: exportLimit },
    );
  } finally {
    await target.close();
  }
}

const others = {
  sessionLink,
  blockedFace,
  watchlistScreening,
  watchlistHit,
  watchlistReview,
  watchlistDecision,
  watchlistChange,
  watchlistMonitor,
  watchlistRun,
  registryCheck,
  idempotency,
};

/** Tables before those that refer to them. */
function tablesInOrder(): PgTable[] {
  const waiting = Object.values<unknown>({ ...schema, ...others }).filter((value) => is(value, PgTable));
  const ordered: PgTable[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((table) =>
      referredBy(table).every((other) => other === table || ordered.includes(other)),
    );
    if (next < 0) throw new Error('the tables refer to each other in a circle');
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function referredBy(table: PgTable): PgTable[] {
  return getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable);
}

async function copyTable(source: Database, tx: Tx, table: PgTable): Promise<number> {
  const { name, columns } = getTableConfig(table);
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  const [found] = await tx.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
  if (found?.count !== 0)
    throw new TargetNotEmpty(`refusing to export: the target already has rows in ${name}`);
  const key = keyColumns(table)
    .map((column) => `"${column}"`)
    .join(', ');
  let copied = 0;
  for (;;) {
    // There are no writes meanwhile: the embedded database has one process, and this is it.
    const rows = await source.query(
      `select ${names} from "${name}" order by ${key} limit ${batchRows} offset $1`,
      [copied],
    );
    if (rows.length === 0) break;
    await insertRows(tx, {
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.getSQLType() })),
      rows,
    });
    copied += rows.length;
  }
  await verifyCount(source, tx, name);
  await continueSequences(
    tx,
    name,
    columns.filter((column) => column.getSQLType() === 'bigserial').map((column) => column.name),
  );
  return copied;
}

interface InsertRows {
  name: string;
  columns: { name: string; type: string }[];
  rows: Row[];
}

async function insertRows(tx: Tx, { name, columns, rows }: InsertRows): Promise<void> {
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const cells = columns.map((column) => {
      const value = row[column.name];
      values.push(column.type === 'jsonb' ? JSON.stringify(value) : value);
      return `$${values.length}`;
    });
    return `(${cells.join(', ')})`;
  });
  await tx.query(
    `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')}) values ${tuples.join(', ')}`,
    values,
  );
}

function keyColumns(table: PgTable): string[] {
  const { primaryKeys, columns } = getTableConfig(table);
  const composite = primaryKeys[0]?.columns.map((column) => column.name);
  return composite ?? columns.filter((column) => column.primary).map((column) => column.name);
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

/** New rows of the target continue after the copied ones. */
async function continueSequences(tx: Tx, name: string, columns: string[]): Promise<void> {
  for (const column of columns) {
    await tx.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 1), max("${column}") is not null) from "${name}"`,
      [`"${name}"`, column],
    );
  }
}
