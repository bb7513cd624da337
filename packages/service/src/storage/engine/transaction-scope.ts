import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reporter } from './database.ts';
import { asUnavailable, isRetryable } from './sql-errors.ts';

const maximumRetries = 3;
/** Milliseconds after which nothing is retried: the retries together must leave time to answer within 10 s (R15). */
const retryLimit = 2_000;

/** Tracks whether the current async context is inside an open transaction, so that misuse fails immediately instead of hanging. */
export interface TransactionScope {
  /** @throws Error when a transaction of this async context is open */
  assertOutside(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createTransactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<{ open: boolean }>();
  let running = 0;
  return {
    assertOutside() {
      if (storage.getStore()?.open)
        throw new Error('the database handle was used inside an open transaction; use the transaction');
    },
    async run(work) {
      // Timers and hints started inside inherit this object and outlive the transaction, hence a flag, not mere presence.
      const scope = { open: true };
      running += 1;
      try {
        return await storage.run(scope, work);
      } finally {
        scope.open = false;
        running -= 1;
        // Tracking every promise of the process costs time, so it is enabled only while it is needed.
        if (running === 0) storage.disable();
      }
    },
  };
}

/** Forwards reports of transactions once they are committed. */
export function createReports() {
  let reporter: Reporter = () => {};
  return {
    setReporter(next: Reporter): void {
      reporter = next;
    },
    /** @param run one attempt of a transaction, which ends with its commit */
    async ofCommitted<T>(run: (report: Reporter) => Promise<T>): Promise<T> {
      const lines: Parameters<Reporter>[] = [];
      const result = await run((...line) => void lines.push(line));
      for (const line of lines) reporter(...line);
      return result;
    },
  };
}

/**
 * Retries `attempt`, at most 3 times and with jitter, if it fails by deadlock, serialisation failure, lock time-out (R4) or
 * a statement name, and less than 2 s have passed. Nothing else is retried: what an unresponsive server has done is unknown.
 * @param noteFailure called with each failure before a retry
 * @throws Unavailable when it still fails, or when the database is unreachable
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  noteFailure: (error: unknown) => void = () => {},
): Promise<T> {
  const started = performance.now();
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      noteFailure(error);
      const over = retries === maximumRetries || performance.now() - started > retryLimit;
      if (over || !isRetryable(error)) throw asUnavailable(error);
      await sleep((5 << retries) * (0.5 + Math.random()));
    }
  }
}
