import type { Logger } from 'pino';
import { ConfigError } from '../../runtime/config-error.ts';
import { causesOf, sqlState } from '../../runtime/sql-state.ts';
import { Unavailable } from '../../runtime/unavailable.ts';

/** Milliseconds between attempts, and between log lines, while there is no response. */
const attemptMs = 2_000;
const lineMs = 60_000;

/** `database "countersign" at db.internal:5432`: never includes the user or the password. */
export function nameDatabase(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  const host = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname;
  return `database ${JSON.stringify(name)} at ${host}:${port === '' ? '5432' : port}`;
}

/** Descriptions of failures of the server. */
const causes: Readonly<Record<string, string>> = {
  '01000': 'no standby confirmed a commit',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EMFILE: 'this process may open no more files; raise its limit (ulimit -n, LimitNOFILE)',
  ENFILE: 'this machine may open no more files; raise fs.file-max',
  '3D000': 'no such database',
  '28P01': 'user or password rejected',
  '28000': 'user rejected',
  '53300': 'too many connections',
  '53100': 'its volume is full',
  '57014': 'a statement was cancelled, by its time limit or by a person',
  '57P01': 'session ended by the server',
  '57P02': 'session ended by the server',
  '57P03': 'starting up',
  '25006': 'read-only: a standby, or default_transaction_read_only is on',
};

function causeOf(error: unknown): string {
  // A name with several addresses fails with one error per address.
  const errors = [...causesOf(error)].flatMap((one) => (one instanceof AggregateError ? one.errors : [one]));
  for (const { code, message } of errors as { code?: unknown; message?: unknown }[]) {
    if (typeof code !== 'string') continue;
    const words = causes[code];
    if (words !== undefined) return words;
    // Class 08: a pooler reports a failed connection. Its message describes the connection.
    if (code.startsWith('08')) return `connection refused with "${String(message)}"`;
  }
  return 'no answer';
}

/** The same error with the database's name and the cause in its message; errors other than `Unavailable` are unchanged. */
export function nameUnavailable(error: unknown, url: string | null): unknown {
  return error instanceof Unavailable && url !== null
    ? new Unavailable(`${nameDatabase(url)}: ${causeOf(error)}`, { cause: error })
    : error;
}

/** SQL states with which a server rejects this user: waiting would not help. */
const rejected = /^(28|3D000|42501)/;
/** A pooler's rejection, in a class that outages also use. */
const unsupported = /unsupported startup parameter/;

/**
 * The same error as a configuration error, with the database's name and the server's message, if it rejected this user:
 * the message distinguishes an unknown user from a missing line in `pg_hba.conf`, and contains no password.
 */
export function nameRejected(error: unknown, url: string): unknown {
  const state = sqlState(error);
  const pooler = [...causesOf(error)].find(({ message }) => unsupported.test(String(message)));
  if (pooler !== undefined)
    return new ConfigError(
      `DATABASE_URL: must lead to a server, or to a pooler that admits the startup parameters of the service; ${nameDatabase(url)}: ${String(pooler.message)}; with pgbouncer: ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options`,
    );
  if (state === null || !rejected.test(state)) return error;
  const refusal = [...causesOf(error)].find(({ code }) => code === state);
  const named = new ConfigError(
    `DATABASE_URL: must name a database, and a user that may connect to it; ${nameDatabase(url)}: ${String(refusal?.message)}`,
  );
  named.cause = error;
  return named;
}

/**
 * Opens a resource that may be unavailable for a while, e.g. while a machine starts. Logs the first failure and then one line a minute.
 * @throws errors of `open` other than `Unavailable`
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  { url, log }: { url: string | null; log: Logger },
): Promise<T> {
  const beganAt = performance.now();
  for (let line = 0; ;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof Unavailable) || url === null) throw error;
      const waited = performance.now() - beganAt;
      if (waited >= line * lineMs) {
        line = Math.floor(waited / lineMs) + 1;
        log.error(
          { reason: (nameUnavailable(error, url) as Error).message, seconds: Math.round(waited / 1_000) },
          'waiting for the database',
        );
      }
      await new Promise((resolve) => setTimeout(resolve, attemptMs));
    }
  }
}
