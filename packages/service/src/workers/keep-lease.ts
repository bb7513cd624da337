import type { ServiceContext } from '../context.ts';
import { type LeasedJob, leaseSeconds, renewLease } from '../storage/job/jobs.ts';

/** Milliseconds of this process's monotonic clock; the database's clock determines who holds a lease. */
export interface LeaseTimes {
  /** From the claim to the end of the lease, minus the time the claim's response may have taken. */
  held: number;
  renewEvery: number;
  /** After a failed renewal. */
  retryAfter: number;
}

const times: LeaseTimes = {
  held: (leaseSeconds - 8) * 1_000,
  renewEvery: (leaseSeconds * 1_000) / 3,
  retryAfter: 2_000,
};

/**
 * Renews a job's lease until `stop`. `signal` aborts when another worker has the job, and when the lease has expired without a
 * renewal, for any reason: from then on another worker may begin (R6).
 */
export function keepLease(
  { database, log }: Pick<ServiceContext, 'database' | 'log'>,
  job: LeasedJob,
  { held, renewEvery, retryAfter }: LeaseTimes = times,
): { signal: AbortSignal; stop(): void } {
  const lost = new AbortController();
  let stopped = false;
  let end: NodeJS.Timeout | undefined;
  let next: NodeJS.Timeout | undefined;
  const stop = () => {
    stopped = true;
    clearTimeout(end);
    clearTimeout(next);
  };
  const abort = () => {
    stop();
    lost.abort();
  };
  const holdFor = (ms: number) => {
    clearTimeout(end);
    end = setTimeout(abort, ms);
  };
  const renew = async () => {
    const sent = performance.now();
    const kept = await renewLease(database, job);
    if (stopped) return;
    if (!kept) return abort();
    holdFor(held - (performance.now() - sent));
    renewIn(renewEvery);
  };
  const renewIn = (ms: number) => {
    next = setTimeout(() => {
      renew().catch((error: unknown) => {
        log.warn({ err: error, kind: job.kind }, 'lease not renewed');
        if (!stopped) renewIn(retryAfter);
      });
    }, ms);
  };
  holdFor(held);
  renewIn(renewEvery);
  return { signal: lost.signal, stop };
}
