import type { Logger } from 'pino';
import { KeyVersionMissing } from '../../encryption/key-version-missing.ts';
import { sqlState } from '../../runtime/sql-state.ts';
import { Unavailable } from '../../runtime/unavailable.ts';

/** Milliseconds between log lines during an outage. */
const lineMs = 60_000;

/** Read-only server or full volume: reads still succeed, so a success ends such an outage only after this long without a failure. */
const writesOnly = /^(25006|53100)$/;
const quietMs = 5_000;

/** Logs outages of the database from the results of its statements. */
export interface OutageLog {
  /** Records the result of one statement or transaction. */
  note<T>(work: Promise<T>): Promise<T>;
}

/** All times by `now`, in milliseconds. */
interface Outage {
  beganAt: number;
  lineAt: number;
  failedAt: number;
  failed: number;
  endsAfterMs: number;
}

/**
 * Logs one line when the database becomes unavailable, one a minute while it is, and one when it recovers. Contention between
 * transactions is not an outage.
 * @param nameCause describes the database and the cause
 */
export function createOutageLog(
  log: Logger,
  nameCause: (error: Unavailable) => string,
  now: () => number = () => performance.now(),
): OutageLog {
  let outage: Outage | null = null;
  const fail = (error: unknown) => {
    if (!(error instanceof Unavailable) || error.message === 'database contention') return;
    // Thrown by code inside a transaction: the database did respond.
    if (error instanceof KeyVersionMissing) return;
    const at = now();
    outage ??= { beganAt: at, lineAt: Number.NEGATIVE_INFINITY, failedAt: at, failed: 0, endsAfterMs: 0 };
    outage.failed += 1;
    outage.failedAt = at;
    outage.endsAfterMs = writesOnly.test(sqlState(error) ?? '') ? quietMs : 0;
    if (at - outage.lineAt < lineMs) return;
    outage.lineAt = at;
    const seconds = Math.round((at - outage.beganAt) / 1_000);
    log.error({ reason: nameCause(error), seconds, count: outage.failed }, 'database unavailable');
  };
  const answer = () => {
    if (outage === null || now() - outage.failedAt < outage.endsAfterMs) return;
    const { beganAt, failed } = outage;
    outage = null;
    log.info({ seconds: Math.round((now() - beganAt) / 1_000), count: failed }, 'database available again');
  };
  return {
    note: async (work) => {
      try {
        const result = await work;
        answer();
        return result;
      } catch (error) {
        fail(error);
        throw error;
      }
    },
  };
}
