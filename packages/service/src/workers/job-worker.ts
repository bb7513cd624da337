import { Problem } from '@countersign/contract';
import type { Shell } from '../shell.ts';
import {
  type ClaimLimits,
  claimJobs,
  type JobKind,
  killsOf,
  type LeasedJob,
  LeaseLost,
  leaseSeconds,
  parkJob,
  renewLease,
  returnJob,
} from '../storage/jobs.ts';
import { Unavailable } from '../storage/unavailable.ts';
import { MoveRefused } from '../usecases/record-decision.ts';
import { ScreeningUnavailable } from './screening.ts';
import { VisionBusy, VisionInterrupted, VisionKilled } from './vision.ts';

/** Does one job. It must finish it (`finishJob`) in the transaction that stores its result. `signal` aborts when the lease is lost. */
export type JobHandler = (job: LeasedJob, signal: AbortSignal) => Promise<void>;

/** One kind of job and how much of it is done at a time; a full lane never holds up another one. */
export interface JobLane {
  kind: JobKind;
  /** Jobs at a time. */
  concurrency: number;
  handle: JobHandler;
}

export interface JobWorkerOptions {
  /** Claimed in one statement, so that many idle lanes cost as much as one. */
  lanes: readonly JobLane[];
  /** Milliseconds between looks at the queue when nothing wakes us. */
  pollMs: number;
}

/** Claims after which a job is parked for the operator (R8). */
const maximumClaims = 8;
/** Vision processes that a job may end, the second one its own, before it is parked. */
const maximumKills = 2;

/** A lane while it works. */
interface WorkingLane extends JobLane {
  running: Set<Promise<void>>;
}

/** Claims and does jobs until stopped. `stop` resolves when the last one ended. */
export function startJobWorker(
  shell: Shell,
  { lanes: given, pollMs }: JobWorkerOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lanes = new Map<JobKind, WorkingLane>(
    given.map((lane) => [lane.kind, { ...lane, running: new Set() }]),
  );
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const since = shell.wake.hints('job');
      const limits = freePlaces(lanes);
      const claimed = await claimSome(shell, limits);
      for (const job of claimed) start(shell, lanes.get(job.kind), job);
      const full = freePlaces(lanes).size === 0;
      if (claimed.length === 0 || full)
        await shell.wake.wait('job', full ? 1_000 : pollMs, { signal: stopping.signal, since });
    }
  };
  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
      await Promise.all([...lanes.values()].flatMap(({ running }) => [...running]));
    },
  };
}

/** How many jobs each lane can take now; full ones are left out. */
function freePlaces(lanes: ReadonlyMap<JobKind, WorkingLane>): Map<JobKind, number> {
  const places = [...lanes].map(
    ([kind, { concurrency, running }]) => [kind, concurrency - running.size] as const,
  );
  return new Map(places.filter(([, free]) => free > 0));
}

function start(shell: Shell, lane: WorkingLane | undefined, job: LeasedJob): void {
  if (!lane) throw new Error('a job was claimed of a kind that nobody asked for');
  const work: Promise<void> = doJob(shell, lane, job).finally(() => {
    lane.running.delete(work);
    shell.wake.notify('job');
  });
  lane.running.add(work);
}

/** An unreachable database is waited for, not died of: every other process would die with it. */
async function claimSome(shell: Shell, limits: ClaimLimits): Promise<LeasedJob[]> {
  if (limits.size === 0) return [];
  try {
    const claimed = await claimJobs(shell.database, limits);
    for (const { kind } of claimed) shell.metrics.jobClaims.inc({ kind });
    return claimed;
  } catch (error) {
    shell.log.warn({ err: error, kinds: [...limits.keys()] }, 'jobs could not be claimed');
    return [];
  }
}

async function doJob(shell: Shell, { kind, handle }: JobLane, job: LeasedJob): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      renewLease(shell.database, job).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => shell.log.warn({ err: error, kind }, 'a lease could not be renewed'),
      );
    },
    (leaseSeconds * 1_000) / 3,
  );
  try {
    // None of those claims gave the job back: the processes that held it ended, and this one must not be the next.
    if (job.claims > maximumClaims)
      return await park(shell, job, `claimed ${maximumClaims} times without an end`);
    await handle(job, lost.signal);
  } catch (error) {
    await settleFailure(shell, job, error).catch((failure: unknown) =>
      // The lease ends by itself and the job is claimed again.
      shell.log.error({ err: failure, kind }, 'a failed job could not be given back'),
    );
  } finally {
    clearInterval(renewal);
  }
}

async function settleFailure(shell: Shell, job: LeasedJob, error: unknown): Promise<void> {
  const { database, log } = shell;
  const about = { kind: job.kind, sessionId: job.sessionId, claims: job.claims };
  if (error instanceof LeaseLost) return;
  if (error instanceof VisionBusy) return returnJob(database, job, { delaySeconds: 1, cause: null });
  if (error instanceof VisionInterrupted) return returnJob(database, job, { delaySeconds: 0, cause: null });
  if (error instanceof ScreeningUnavailable) {
    // Not this job's fault: it waits, however long, and is done as soon as lists are there.
    log.debug(about, 'a screening waits: no watchlists are loaded');
    return returnJob(database, job, { delaySeconds: 5, cause: null });
  }
  if (error instanceof Unavailable) {
    // Nor is this: the database or the blob store is busy or away, and a job must not be parked for that.
    log.warn({ ...about, err: error }, 'a job waits: storage is not available');
    return returnJob(database, job, { delaySeconds: error.retryAfter, cause: null });
  }
  if (error instanceof MoveRefused) {
    // The state says who was right; the next run sees it and ends.
    return returnJob(database, job, { delaySeconds: 0, cause: 'the session had moved on' });
  }
  const cause = causeOf(error);
  log.error({ ...about, err: error }, 'a job failed');
  const kills = killsOf(job) + (error instanceof VisionKilled ? 1 : 0);
  if (job.claims < maximumClaims && kills < maximumKills)
    return returnJob(database, job, { delaySeconds: 2 ** (job.claims - 1), cause, kills });
  await park(shell, job, cause);
}

async function park({ database, metrics, log }: Shell, job: LeasedJob, cause: string): Promise<void> {
  await database.transaction((tx) => parkJob(tx, job, cause));
  metrics.jobsParked.inc({ kind: job.kind });
  const { kind, sessionId, claims } = job;
  log.error({ kind, sessionId, claims }, 'a job was parked for the operator');
}

/** Class and message of our own errors only: those of others may quote their input. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const isOurs = error.constructor === Error || error instanceof Problem || error instanceof VisionKilled;
  return isOurs ? error.message.slice(0, 300) : error.name;
}
