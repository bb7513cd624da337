import net from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { type BoundedPool, type ClientLimits, createBoundedPool } from './bounded-pool.ts';
import type { Database, Reporter, Row, Tx } from './database.ts';
import { createOutageLog, type OutageLog } from './outage-log.ts';
import { requireSessionSettings, sessionParameters } from './session-settings.ts';
import { createStatementNames, type StatementNames } from './statement-names.ts';
import { createReports, createTransactionScope, withRetries } from './transaction-scope.ts';
import { nameRejected, nameUnavailable } from './wait-for-database.ts';

/**
 * How long anything may wait for the database, in milliseconds (R15). The server times out first, so that only a server that does
 * not respond costs a connection. Together less than the 10 s within which every request is answered.
 * @see docs/decisions/0022-set-a-time-limit-on-every-wait-for-the-database.md
 */
const limits: ClientLimits = { connection: 1_000, connecting: 4_000, query: 6_000, transaction: 6_500 };
/** A start may wait longer than a request. */
const startLimit = 15_000;
/** Milliseconds for closing the connection used to check the server. */
const endLimitMs = 2_000;

export interface PostgresOptions {
  url: string;
  log: Logger;
  /** Connections of this process; default 16. */
  connections?: number;
  /** How long a statement may wait for a connection, in milliseconds. Default 1 s; tests on busy machines allow more. */
  connectionWaitMs?: number;
  /** Tests only: accepts a server that may lose acknowledged commits. */
  relaxDurability?: boolean;
}

// int8 and timestamps: the same values as from the embedded engine, as `Row` declares.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
for (const type of [pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP, pg.types.builtins.DATE]) {
  pg.types.setTypeParser(type, (text: string) => text);
}

/**
 * Opens a pool.
 * @throws Unavailable when the server is unreachable; ConfigError when it rejects this user, or a pooler rejects the session
 * settings; Error when it would lose acknowledged commits (R14)
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await withRetries(() => checkServer(options)).catch((error: unknown) => {
    throw nameRejected(error, options.url);
  });
  const pool = createBoundedPool(
    {
      connectionString: options.url,
      max: options.connections ?? 16,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      ...sessionParameters,
    },
    {
      ...limits,
      connection: options.connectionWaitMs ?? limits.connection,
      connecting: Math.max(limits.connecting, options.connectionWaitMs ?? 0),
    },
    (error) => options.log.warn({ error }, 'idle database connection lost'),
  );
  const outages = createOutageLog(
    options.log,
    (error) => (nameUnavailable(error, options.url) as Error).message,
  );
  return databaseOver(pool, { outages, names: createStatementNames(options.log) });
}

interface DatabaseParts {
  outages: OutageLog;
  names: StatementNames;
}

function databaseOver(pool: BoundedPool, { outages, names }: DatabaseParts): Database {
  const scope = createTransactionScope();
  const reports = createReports();
  return {
    engine: 'postgres',
    async query<T extends Row>(text: string, values: unknown[] = []) {
      scope.assertOutside();
      return outages.note(
        withRetries(
          async () => (await pool.query<T>({ ...names.of(text), text, values })).rows,
          names.noteFailure,
        ),
      );
    },
    async transaction(work, { limitMs } = {}) {
      scope.assertOutside();
      const inScope = (report: Reporter) => (client: pg.ClientBase) =>
        scope.run(() => work({ ...transactionOver(client, names), report }));
      const once = (report: Reporter) =>
        pool.lend((client) => runTransaction(client, inScope(report)), limitMs);
      return outages.note(withRetries(() => reports.ofCommitted(once), names.noteFailure));
    },
    copyFiles: null,
    setReporter: reports.setReporter,
    close: () => pool.end(),
  };
}

async function runTransaction<T>(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  await client.query('begin');
  try {
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // If this fails too, the transaction is still open, and the pool destroys the connection.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

function transactionOver(client: pg.ClientBase, names: StatementNames): Pick<Tx, 'query'> {
  return {
    query: async <T extends Row>(text: string, values: unknown[] = []) =>
      (await client.query<T>({ ...names.of(text), text, values })).rows,
  };
}

/** On a separate connection, which may wait longer. */
async function checkServer({ url, relaxDurability }: PostgresOptions): Promise<void> {
  const socket = new net.Socket();
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: startLimit,
    query_timeout: startLimit,
    ...sessionParameters,
  });
  // If a connection is lost between its statements, there is no other listener, and the error would end the process; the next statement fails anyway.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings',
    );
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
    assertDurable(settings, relaxDurability ?? false);
    requireSessionSettings(settings, url);
  } finally {
    // A server that has gone away does not answer the goodbye either.
    const timer = setTimeout(() => socket.destroy(), endLimitMs);
    await client.end().catch(() => {});
    clearTimeout(timer);
  }
}

function assertDurable(settings: ReadonlyMap<string, string>, relaxed: boolean): void {
  if (Number(settings.get('server_version_num')) < 150_000)
    throw new Error('PostgreSQL 15 or newer is needed');
  if (relaxed) return;
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    if (settings.get(name) === 'off')
      throw new Error(`refusing a database with ${name} = off: acknowledged writes could be lost`);
  }
}
