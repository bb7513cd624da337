import { createHash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Db, Row, Tx } from './database.ts';
import { createTransactionScope, type TransactionScope, withRetries } from './transaction-scope.ts';

/** How long anything may wait for the database, in milliseconds (R15). */
const waits = { start: 15_000, connection: 1_000, statement: 10_000, lock: 5_000, idleInTransaction: 15_000 };

export interface PostgresOptions {
  url: string;
  log: Logger;
  /** Connections of this process; default 16. */
  connections?: number;
  /** How long a statement may wait for a connection, in milliseconds. Default 1 s; tests on busy machines allow more. */
  connectionWaitMs?: number;
  /** Tests only: run on a server that may lose acknowledged commits. */
  relaxDurability?: boolean;
}

// int8 and timestamps: the same values as the embedded engine gives, and the ones `Row` promises.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
for (const type of [pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.TIMESTAMP, pg.types.builtins.DATE]) {
  pg.types.setTypeParser(type, (text: string) => text);
}

/** Opens a pool. @throws Unavailable when the server is away; Error when it would lose acknowledged commits (R14) */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  await withRetries(() => checkServer(options));
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 16,
    connectionTimeoutMillis: options.connectionWaitMs ?? waits.connection,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: waits.statement,
    lock_timeout: waits.lock,
    idle_in_transaction_session_timeout: waits.idleInTransaction,
    options: '-c timezone=UTC -c datestyle=ISO',
    application_name: 'countersign',
  });
  // A connection lost while a transaction holds it has no other listener, and would end the process; its statements fail anyway.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => options.log.warn({ error }, 'idle database connection lost'));
  return databaseOver(pool);
}

function databaseOver(pool: pg.Pool): Database {
  const scope = createTransactionScope();
  const names = createStatementNames();
  return {
    engine: 'postgres',
    db: handleOver(pool, scope),
    async query<T extends Row>(text: string, values: unknown[] = []) {
      scope.assertOutside();
      return withRetries(async () => (await pool.query<T>({ ...names(text), text, values })).rows);
    },
    async transaction(work) {
      scope.assertOutside();
      return withRetries(() => runTransaction(pool, names, (tx) => scope.run(() => work(tx))));
    },
    close: () => pool.end(),
  };
}

/** Drizzle on the pool; every use is checked against the scope, and its own `transaction` is refused in favour of ours. */
function handleOver(pool: pg.Pool, scope: TransactionScope): Db {
  const guarded = {
    query: (...input: Parameters<typeof pool.query>) => {
      scope.assertOutside();
      return pool.query(...input);
    },
  };
  const db = drizzle({ client: guarded as unknown as pg.Pool });
  db.transaction = () => Promise.reject(new Error('use Database.transaction'));
  return db as unknown as Db;
}

type StatementNames = (text: string) => { name?: string };

async function runTransaction<T>(
  pool: pg.Pool,
  names: StatementNames,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(transactionOver(client, names));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

function transactionOver(client: pg.PoolClient, names: StatementNames): Tx {
  return Object.assign(drizzle({ client }), {
    query: async <T extends Row>(text: string, values: unknown[] = []) =>
      (await client.query<T>({ ...names(text), text, values })).rows,
  }) as unknown as Tx;
}

/** Texts used again become server-side prepared statements; bounded, so that generated texts cannot fill the server. */
function createStatementNames(limit = 500): StatementNames {
  const known = new Map<string, { name: string }>();
  return (text) => {
    const name = known.get(text);
    if (name) return name;
    if (known.size >= limit) return {};
    const made = { name: createHash('sha256').update(text).digest('base64url').slice(0, 32) };
    known.set(text, made);
    return made;
  };
}

/** On a connection of its own: a start may be more patient than a request. */
async function checkServer({ url, relaxDurability }: PostgresOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waits.start });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
    );
    assertDurable(new Map(rows.map(({ name, setting }) => [name, setting])), relaxDurability ?? false);
  } finally {
    await client.end();
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
