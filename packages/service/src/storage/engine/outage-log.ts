import type { Logger } from 'pino';
import { KeyVersionMissing } from '../../encryption/key-version-missing.ts';
import { sqlState } from '../../runtime/sql-state.ts';
import { Unavailable } from '../../runtime/unavailable.ts';

/** Milliseconds between lines while an outage lasts. */
const lineMs = 60_000;

/** Read-only, or a full volume: reads are answered all the while, so an answer ends such an outage only after so long without a failure. */
const writesOnly = /^(25006|53100)$/;
const quietMs = 5_000;

/** What the database's answers, and those that did not come, amount to in the log. */
export interface OutageLog {
  /** Notes what became of one statement or transaction. */
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
 * Writes one line when the database goes away, one a minute while it is away, and one when it answers again. Contention between
 * transactions is no outage.
 * @param nameCause the database and the cause, in words
 */
export function createOutageLog(
  log: Logger,
  nameCause: (error: Unavailable) => string,
  now: () => number = () => performance.now(),
): OutageLog {
  let outage: Outage | null = null;
  const fail = (error: unknown) => {
    if (!(error instanceof Unavailable) || error.message === 'database contention') return;
    // Thrown by work in a transaction: the database did answer.
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
