import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../../runtime/unavailable.ts';

/** How long a client waits for PostgreSQL before it abandons the connection, in milliseconds. @see docs/decisions/0022 */
export interface ClientLimits {
  /** For a connection, either from the pool or new. */
  connection: number;
  /**
   * For a new connection and its sign-in, which takes about five round trips. This is longer than any caller waits for it; the next caller
   * then uses it. With the shorter limit, a database a fifth of a second away could never be reached.
   */
  connecting: number;
  /** For the result of one statement outside a transaction. */
  query: number;
  /** For a whole transaction, from the first statement to the result of its commit. */
  transaction: number;
}

/** A connection that can be abandoned at once, without the goodbye that a silent server would never answer. */
class BoundedClient extends pg.Client {
  readonly #socket: net.Socket;
  /** `performance.now()` when the server was last heard from. */
  answeredAt = performance.now();
  /** Why it was abandoned; `null` while it may be used. */
  abandoned: Unavailable | null = null;
  /** Since the last check, a commit finished without the confirmation of its standby. */
  unconfirmed = false;

  constructor(config?: string | pg.ClientConfig) {
    const socket = new net.Socket();
    super({ ...(typeof config === 'string' ? { connectionString: config } : config), stream: () => socket });
    this.#socket = socket;
    // If the connection is lost during a transaction, no other listener exists and the error would end the process; its statements fail
    // anyway.
    this.on('error', () => {});
    // The language of the message is configurable; the name of the routine is not.
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
  /** @throws Unavailable if no connection or no result comes in time; the statement may have been executed all the same */
  query<R extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<R>>;
  /**
   * Lends a connection to `work` for `limitMs` milliseconds at most (default `limits.transaction`), then destroys it. One on which a
   * transaction is still open when `work` ends is destroyed too.
   * @throws Unavailable if no connection comes in time, or `work` takes longer
   */
  lend<T>(work: Work<T>, limitMs?: number): Promise<T>;
  /** Resolves when all connections are closed; those to a silent server are closed without its answer. */
  end(): Promise<void>;
}

/** A pool in which every wait has a limit of this process: a server, a pooler or the network may fall silent at any time (R15). */
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

/** How long the server may take to answer goodbyes, in milliseconds: a silent one would keep the process running for ever. */
const goodbyeMs = 1_000;
const lookMs = 10;

interface Lender {
  pool: pg.Pool;
  /**
   * When a connection last fell silent, by `performance.now()`. Those not heard from since are suspect: each could cost a request its whole
   * time limit.
   */
  silentAt: number;
  /** Milliseconds that work may wait for a connection. */
  waitMs: number;
}

/** Uses callbacks, because one more promise per statement is measurable. */
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
        // Before it is returned to the pool: a connection abandoned because of the error loses its cause.
        const reason = client.abandoned ?? error ?? unconfirmed;
        giveBack(lender, client, error);
        if (reason) reject(reason);
        else resolve(result as T);
      };
      const timer = setTimeout(() => {
        client.abandon(new Unavailable(`the database did not answer within ${limitMs / 1_000} s`));
        // Work that waits for something else would not end with the loss of its connection.
        end(client.abandoned);
      }, limitMs);
      begin(client, end);
    });
  });
}

/**
 * If the wait for a synchronous standby is cancelled, the commit succeeds with a warning. It is then on this server alone, and lost if the
 * standby takes over, so it must not be acknowledged.
 */
function takeUnconfirmed(client: PooledClient): Unavailable | null {
  if (!client.unconfirmed) return null;
  client.unconfirmed = false;
  const cause = Object.assign(new Error('canceling wait for synchronous replication'), { code: '01000' });
  return new Unavailable('no standby confirmed the commit', { cause });
}

type Taken = (failure: Error | undefined, client?: PooledClient) => void;

/** Calls back with a trusted connection, or without one if none comes in time; one that arrives later stays in the pool. */
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
 * A server that shuts down, or ends this session, sends an error before it closes the connection. A server that became a standby keeps its
 * connections; a new one reaches the server that replaced it.
 */
function endsSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(08|57P|25006)/.test(error.code ?? '');
}

function discard(client: PooledClient, reason: Unavailable): void {
  client.abandon(reason);
  client.release(true);
}
