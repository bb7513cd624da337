import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../../runtime/unavailable.ts';

/** How long a client waits for PostgreSQL before abandoning the connection, in milliseconds. @see docs/decisions/0022 */
export interface ClientLimits {
  /** For a connection, from the pool or a new one. */
  connection: number;
  /**
   * For a new connection with authentication, which takes about five round trips: longer than any caller waits, so the next caller
   * gets it. If it were abandoned earlier, a database a fifth of a second away could never be connected to.
   */
  connecting: number;
  /** For the response to one statement outside a transaction. */
  query: number;
  /** For a whole transaction, from the first statement to the response to its commit. */
  transaction: number;
}

/** A connection that can be abandoned immediately: without a goodbye, which an unresponsive server would never answer. */
class BoundedClient extends pg.Client {
  readonly #socket: net.Socket;
  /** `performance.now()` when the server was last heard from. */
  answeredAt = performance.now();
  /** Why it was abandoned; `null` while it is usable. */
  abandoned: Unavailable | null = null;
  /** Since the last check, a commit ended without confirmation by the standby. */
  unconfirmed = false;

  constructor(config?: string | pg.ClientConfig) {
    const socket = new net.Socket();
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), stream: () => socket });
    this.#socket = socket;
    // If a connection is lost while a transaction holds it, there is no other listener, and the error would end the process; its statements fail anyway.
    this.on('error', () => {});
    // The language of the message is configurable, the name of the routine is not.
    this.on('notice', ({ routine }) => (this.unconfirmed ||= routine === 'SyncRepWaitForLSN'));
  }

  declare getTransactionStatus: () => 'I' | 'T' | 'E' | null;

  abandon(reason: Unavailable): void {
    this.abandoned ??= reason;
    this.#socket.destroy();
  }
}

type PooledClient = BoundedClient & pg.PoolClient;

/** Work on a borrowed connection. */
type Work<T> = (client: pg.ClientBase) => Promise<T>;
type Callback<T> = (error: Error | null, result?: T) => void;

export interface BoundedPool {
  /** @throws Unavailable when no connection or response arrives in time; the statement may still have been executed */
  query<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /**
   * Lends a connection to `work` for at most `limitMs` milliseconds (default `limits.transaction`), then destroys it. It is also destroyed
   * if a transaction is still open when `work` ends.
   * @throws Unavailable when no connection arrives in time, or `work` takes longer
   */
  lend<T>(work: Work<T>, limitMs?: number): Promise<T>;
  /** Resolves when all connections are closed, those of an unresponsive server without waiting for it. */
  end(): Promise<void>;
}

/** A pool in which every wait has our own limit: a server, a pooler or the network may stop responding at any time (R15). */
export function createBoundedPool(
  config: pg.PoolConfig,
  limits: ClientLimits,
  onIdleLoss: (error: Error) => void,
): BoundedPool {
  const pool = new pg.Pool({ ...config, Client: BoundedClient, connectionTimeoutMillis: limits.connecting });
  pool.on('error', onIdleLoss);
  const connected = new Set<BoundedClient>();
  pool.on('connect', (client) => {
    connected.add(client as PooledClient);
    client.once('end', () => connected.delete(client as PooledClient));
  });
  const lender: Lender = { pool, silentAt: Number.NEGATIVE_INFINITY, waitMs: limits.connection };
  return {
    query: <R extends pg.QueryResultRow>(statement: pg.QueryConfig) =>
      lend<pg.QueryResult<R>>(lender, (client, end) => client.query<R>(statement, end), limits.query),
    lend: <T>(work: Work<T>, limitMs = limits.transaction) => {
      const begin: Begin<T> = (client, end) => void work(client).then((result) => end(null, result), end);
      return lend(lender, begin, limitMs);
    },
    async end() {
      await pool.end();
      for (const end = performance.now() + goodbyeMs; connected.size > 0 && performance.now() < end;)
        await sleep(lookMs);
      for (const client of connected)
        client.abandon(new Unavailable('a closing database connection was not answered'));
    },
  };
}

/** Milliseconds for the server to answer goodbyes: an unresponsive one would keep the process alive forever. */
const goodbyeMs = 1_000;
const lookMs = 10;

interface Lender {
  pool: pg.Pool;
  /**
   * When a connection last stopped responding, by `performance.now()`. Those without a response since are suspect: each would cost a
   * request its full time limit.
   */
  silentAt: number;
  /** Milliseconds that work may wait for a connection. */
  waitMs: number;
}

/** Callbacks, because an extra promise per statement is measurable. */
type Begin<T> = (client: PooledClient, end: Callback<T>) => void;

function lend<T>(lender: Lender, begin: Begin<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    take(lender, (failure, client) => {
      if (!client) return reject(failure ?? new Error('no database connection available'));
      let ended = false;
      const end: Callback<T> = (error, result) => {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        const unconfirmed = takeUnconfirmed(client);
        // Determined before returning it: a connection abandoned because of the error has lost its cause.
        const reason = client.abandoned ?? error ?? unconfirmed;
        giveBack(lender, client, error);
        if (reason) reject(reason);
        else resolve(result as T);
      };
      const timer = setTimeout(() => {
        client.abandon(new Unavailable(`the database did not answer within ${limitMs / 1_000} s`));
        // Work that waits for something else would never notice the loss of its connection.
        end(client.abandoned);
      }, limitMs);
      begin(client, end);
    });
  });
}

/**
 * A cancelled wait for a synchronous standby ends with a warning and the response of a successful commit. The commit exists only on this
 * server, and is lost when the standby takes over, so it must not be acknowledged.
 */
function takeUnconfirmed(client: PooledClient): Unavailable | null {
  if (!client.unconfirmed) return null;
  client.unconfirmed = false;
  const cause = Object.assign(new Error('canceling wait for synchronous replication'), { code: '01000' });
  return new Unavailable('no standby confirmed the commit', { cause });
}

type Taken = (failure: Error | undefined, client?: PooledClient) => void;

/** Calls back with a reliable connection, or without one if it does not arrive in time; a late one stays in the pool. */
function take(lender: Lender, done: Taken): void {
  let waiting = true;
  const timer = setTimeout(() => {
    waiting = false;
    // The pool's own message, which is recognised as an outage.
    done(new Error('timeout exceeded when trying to connect'));
  }, lender.waitMs);
  takeTrusted(lender, (failure, client) => {
    clearTimeout(timer);
    if (waiting) done(failure, client);
    else client?.release();
  });
}

function takeTrusted(lender: Lender, done: Taken): void {
  lender.pool.connect((failure, connected) => {
    const client = connected as PooledClient | undefined;
    if (failure || !client) return done(failure);
    if (client.answeredAt > lender.silentAt) return done(undefined, client);
    discard(client, new Unavailable('another database connection stopped answering'));
    takeTrusted(lender, done);
  });
}

function giveBack(lender: Lender, client: PooledClient, error: unknown): void {
  if (client.abandoned) lender.silentAt = performance.now();
  else client.answeredAt = performance.now();
  const isUsable = client.abandoned === null && client.getTransactionStatus() === 'I' && !endsSession(error);
  if (isUsable) client.release();
  else discard(client, new Unavailable('a database connection could not be used again'));
}

/**
 * A server that shuts down, or ends this session, sends an error before it closes the connection. A server that became a standby keeps
 * the connection open; a new connection reaches its successor.
 */
function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P|25006)/.test(error.code ?? '');
}

function discard(client: PooledClient, reason: Unavailable): void {
  client.abandon(reason);
  client.release(true);
}
