/**
 * Claims jobs and settles what became of them. A job is *ready*, *leased* by one worker, *waiting* for its next try, or *parked* for
 * the operator (`storage/job/jobs.ts`); handlers finish it in the transaction of their result, everything else is settled here.
 *
 * Invariants: each claim is counted before the work, so that a job which ends its process is counted too. A failure that is not the
 * job's own (storage away, lists missing, machine busy, pictures that wait their turn) gives it back and never parks it; one that
 * would repeat itself (stored data damaged) parks it at once. A lost lease changes nothing.
 * Cost: one statement claims for all lanes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@countersign/contract';
import { failpoint } from '../runtime/failpoint.ts';
import { createFairShares, type FairShares } from '../runtime/fair-shares.ts';
import type { ServiceContext } from '../context.ts';
import { StoredDamaged } from '../encryption/unseal-form.ts';
import { claimJobs, type LaneClaim, type LaneShare } from '../storage/job/claim-jobs.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import {
  type JobLaneName,
  killsOf,
  type LeasedJob,
  LeaseLost,
  parkJob,
  returnJob,
  starvedOf,
  wasLate,
} from '../storage/job/jobs.ts';
import { MoveRefused } from '../usecases/session/record-decision.ts';
import { VisionBusy, VisionInterrupted, VisionKilled, VisionLate, VisionStarved } from '../vision/vision.ts';
import { PicturesToRead, ScreeningUnavailable } from './job-errors.ts';
import { keepLease } from './keep-lease.ts';

/** Does one job. It must finish it (`finishJob`) in the transaction that stores its result. `signal` aborts when the lease is lost. */
export type JobHandler = (job: LeasedJob, signal: AbortSignal) => Promise<void>;

/** One queue of jobs and how much of it is done at a time; a full lane never holds up another one. */
export interface JobLane {
  name: JobLaneName;
  /** Jobs at a time. */
  concurrency: number;
  /** Jobs of one integration at a time; all of them by default. */
  perIntegration?: number;
  /** What the lane's work costs, where it is measured elsewhere; the duration of its jobs by default. */
  shares?: FairShares;
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
/** Milliseconds, on average, from a look at the queue that failed to the next one. */
const failurePauseMs = 1_000;
/** Vision processes that a job may end, the second one its own, before it is parked. */
const maximumKills = 2;
/** Looks for which the machine was too busy that do not count; beyond them something else is wrong than load. */
const maximumStarved = 12;
/** Seconds, at most, from such a look to the next one. */
const longestRest = 60;

/** A lane while it works. */
interface WorkingLane extends Required<Omit<JobLane, 'shares'>> {
  /** Of others, who charge it themselves; `null`: jobs are charged here. */
  measured: FairShares | null;
  shares: FairShares;
  /** Jobs in hand and whose they are. */
  running: Map<Promise<void>, LeasedJob>;
}

/** Claims and does jobs until stopped. `stop` resolves when the last one ended. */
export function startJobWorker(
  ctx: ServiceContext,
  { lanes: given, pollMs }: JobWorkerOptions,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const lanes = new Map(given.map((lane) => [lane.name, workingLane(lane)]));
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const since = ctx.wake.hints('job');
      const claimed = await claimSome(ctx, lanes);
      for (const job of claimed) start(ctx, lanes.get(job.lane), job);
      const full = freePlaces(lanes).length === 0;
      if (claimed.length === 0 || full)
        await ctx.wake.wait('job', full ? 1_000 : pollMs, { signal: stopping.signal, since });
    }
  };
  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
      await Promise.all([...lanes.values()].flatMap(({ running }) => [...running.keys()]));
    },
  };
}

const workingLane = ({ shares, ...lane }: JobLane): WorkingLane => ({
  perIntegration: lane.concurrency,
  ...lane,
  measured: shares ?? null,
  shares: shares ?? createFairShares(),
  running: new Map(),
});

type Lanes = ReadonlyMap<JobLaneName, WorkingLane>;

/** What each lane can take now; full ones are left out. */
const freePlaces = (lanes: Lanes): LaneClaim[] =>
  [...lanes.values()]
    .map(({ name, concurrency, perIntegration, running }) => ({
      lane: name,
      places: concurrency - running.size,
      perIntegration,
    }))
    .filter(({ places }) => places > 0);

/** What each integration had of a lane lately, and has in hand. */
function sharesOf({ name, shares, running }: WorkingLane): LaneShare[] {
  const held = new Map<string, number>();
  for (const { integrationId } of running.values())
    held.set(integrationId, (held.get(integrationId) ?? 0) + 1);
  const known = new Set([...held.keys(), ...shares.owners().map(({ owner }) => owner)]);
  return [...known].map((integrationId) => {
    const inHand = held.get(integrationId) ?? 0;
    // What is in hand is going to cost as much as it did so far.
    const used = shares.used(integrationId) + inHand * (shares.mean(integrationId) ?? 1);
    return { lane: name, integrationId, used, held: inHand };
  });
}

function start(ctx: ServiceContext, lane: WorkingLane | undefined, job: LeasedJob): void {
  if (!lane) throw new Error('a job was claimed from a lane that was not requested');
  const started = performance.now();
  const work: Promise<void> = doJob(ctx, lane, job).finally(() => {
    lane.running.delete(work);
    showOwners(ctx, lane);
    if (!lane.measured) lane.shares.charge(job.integrationId, performance.now() - started);
    ctx.wake.notify('job');
  });
  lane.running.set(work, job);
  showOwners(ctx, lane);
}

function showOwners({ metrics }: ServiceContext, { name, running }: WorkingLane): void {
  const owners = new Set([...running.values()].map(({ integrationId }) => integrationId));
  metrics.jobOwners.set({ lane: name }, owners.size);
}

/** An unreachable database is waited for, not died of: every other process would die with it. */
async function claimSome(ctx: ServiceContext, all: Lanes): Promise<LeasedJob[]> {
  const lanes = freePlaces(all);
  if (lanes.length === 0) return [];
  const shares = lanes.flatMap(({ lane }) => sharesOf(all.get(lane)!));
  try {
    const claimed = await claimJobs(ctx.database, { lanes, shares, after: randomUUID() });
    for (const { kind, lane, waitedSeconds } of claimed) {
      ctx.metrics.jobClaims.inc({ kind });
      ctx.metrics.jobWaitSeconds.observe({ lane }, waitedSeconds);
    }
    return claimed;
  } catch (error) {
    ctx.log.warn({ err: error }, 'job claim failed');
    // The workers of all processes wait for it: a database that comes back must not meet a crowd.
    await sleep(failurePauseMs * (0.5 + Math.random()));
    return [];
  }
}

async function doJob(ctx: ServiceContext, { handle }: WorkingLane, job: LeasedJob): Promise<void> {
  const { kind } = job;
  const lease = keepLease(ctx, job);
  try {
    // None of those claims gave the job back: the processes that held it ended, and this one must not be the next.
    if (job.claims > maximumClaims)
      return await park(ctx, job, `claimed ${maximumClaims} times without an end`);
    await failpoint('job-claimed');
    await handle(job, lease.signal);
  } catch (error) {
    await settleFailure(ctx, job, error).catch((failure: unknown) =>
      // The lease ends by itself and the job is claimed again.
      ctx.log.error({ err: failure, kind }, 'failed job not released'),
    );
  } finally {
    lease.stop();
  }
}

async function settleFailure(ctx: ServiceContext, job: LeasedJob, error: unknown): Promise<void> {
  const { database, log } = ctx;
  const about = { kind: job.kind, sessionId: job.sessionId, claims: job.claims };
  if (error instanceof LeaseLost) return;
  if (error instanceof VisionBusy) return returnJob(database, job, { delaySeconds: 1, cause: null });
  if (error instanceof VisionInterrupted) return returnJob(database, job, { delaySeconds: 0, cause: null });
  if (error instanceof ScreeningUnavailable) {
    // Not this job's fault: it waits, however long, and is done as soon as lists are there.
    log.debug(about, 'screening postponed: no watchlists loaded');
    return returnJob(database, job, { delaySeconds: 5, cause: null });
  }
  if (error instanceof Unavailable) {
    // Nor is this: the database or the blob store is busy or away, and a job must not be parked for that.
    log.warn({ ...about, err: error }, 'job postponed: storage unavailable');
    return returnJob(database, job, { delaySeconds: error.retryAfter, cause: null });
  }
  if (error instanceof MoveRefused) {
    // The state decides who was right; the next run sees it and ends.
    return returnJob(database, job, { delaySeconds: 0, cause: 'the session had moved on' });
  }
  if (error instanceof PicturesToRead)
    return returnJob(database, job, { delaySeconds: 0, cause: null, lane: 'verify-session' });
  const cause = causeOf(error);
  if (error instanceof VisionStarved && starvedOf(job) < maximumStarved)
    return waitForMachine(ctx, job, cause);
  if (error instanceof StoredDamaged) {
    // It reads the same the next time.
    log.error({ ...about, err: error }, 'job failed');
    return park(ctx, job, cause);
  }
  const alone = job.kind === 'verify-session' ? ({ lane: 'verify-alone' } as const) : {};
  if (error instanceof VisionLate && !wasLate(job) && job.claims < maximumClaims)
    return returnJob(database, job, { delaySeconds: 0, cause, late: true, ...alone });
  log.error({ ...about, err: error }, 'job failed');
  const kills = killsOf(job) + (error instanceof VisionKilled ? 1 : 0);
  const lane = kills > 0 ? alone : {};
  if (job.claims < maximumClaims && kills < maximumKills)
    return returnJob(database, job, { delaySeconds: 2 ** (job.claims - 1), cause, kills, ...lane });
  await park(ctx, job, cause);
}

/** Nothing is known about its pictures, and it must not be parked for the load of a machine: it is tried again, and more patiently. */
async function waitForMachine(
  { database, log }: ServiceContext,
  job: LeasedJob,
  cause: string,
): Promise<void> {
  const { kind, sessionId } = job;
  const starved = starvedOf(job) + 1;
  log.warn({ kind, sessionId, starved, cause }, 'job postponed: machine too busy');
  await returnJob(database, job, {
    delaySeconds: Math.min(longestRest, 2 ** starved),
    cause,
    counts: false,
    starved,
  });
}

async function park(
  { database, metrics, log }: ServiceContext,
  job: LeasedJob,
  cause: string,
): Promise<void> {
  await database.transaction((tx) => parkJob(tx, job, cause));
  metrics.jobsParked.inc({ kind: job.kind });
  const { kind, sessionId, claims } = job;
  log.error({ kind, sessionId, claims }, 'job parked');
}

const isOfPictures = (error: Error): boolean =>
  error instanceof VisionKilled || error instanceof VisionLate || error instanceof VisionStarved;

/** Class and message of our own errors only: those of others may quote their input. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const isOurs =
    error.constructor === Error ||
    error instanceof Problem ||
    error instanceof StoredDamaged ||
    isOfPictures(error);
  return isOurs ? error.message.slice(0, 300) : error.name;
}
