/**
 * Claims jobs and handles their results. A job is *ready*, *leased* by one worker, *waiting* for its next attempt, or *parked* for
 * the operator (`storage/job/jobs.ts`); handlers finish it in the transaction of their result, everything else is handled here.
 *
 * Invariants: each claim is counted before the work, so that a job which crashes its process is counted too. A failure that is not the
 * job's own (storage unavailable, lists missing, machine busy, pictures waiting their turn) returns it and never parks it; one that
 * would repeat itself (stored data damaged) parks it immediately. A lost lease changes nothing.
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

/** Runs one job. It must finish it (`finishJob`) in the transaction that stores its result. `signal` aborts when the lease is lost. */
export type JobHandler = (job: LeasedJob, signal: AbortSignal) => Promise<void>;

/** One queue of jobs and its concurrency; a full lane never delays another one. */
export interface JobLane {
  name: JobLaneName;
  /** Maximum concurrent jobs. */
  concurrency: number;
  /** Maximum concurrent jobs of one integration; by default all of them. */
  perIntegration?: number;
  /** Cost of the lane's work, if it is measured elsewhere; by default the duration of its jobs. */
  shares?: FairShares;
  handle: JobHandler;
}

export interface JobWorkerOptions {
  /** Claimed in one statement, so that many idle lanes cost as much as one. */
  lanes: readonly JobLane[];
  /** Milliseconds between polls when nothing wakes the worker. */
  pollMs: number;
}

/** Claims after which a job is parked for the operator (R8). */
const maximumClaims = 8;
/** Average milliseconds from a failed poll to the next one. */
const failurePauseMs = 1_000;
/** Vision processes that a job may crash, the second one running it alone, before it is parked. */
const maximumKills = 2;
/** Inspections starved by a busy machine that do not count; beyond them, load is not the cause. */
const maximumStarved = 12;
/** Maximum seconds from such an inspection to the next one. */
const longestRest = 60;

/** State of a running lane. */
interface WorkingLane extends Required<Omit<JobLane, 'shares'>> {
  /** Charged elsewhere; `null`: jobs are charged here. */
  measured: FairShares | null;
  shares: FairShares;
  /** Running jobs and their owners. */
  running: Map<Promise<void>, LeasedJob>;
}

/** Claims and runs jobs until stopped. `stop` resolves when the last one has ended. */
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

/** Capacity of each lane; full ones are omitted. */
const freePlaces = (lanes: Lanes): LaneClaim[] =>
  [...lanes.values()]
    .map(({ name, concurrency, perIntegration, running }) => ({
      lane: name,
      places: concurrency - running.size,
      perIntegration,
    }))
    .filter(({ places }) => places > 0);

/** Each integration's recent use of a lane, and its running jobs. */
function sharesOf({ name, shares, running }: WorkingLane): LaneShare[] {
  const held = new Map<string, number>();
  for (const { integrationId } of running.values())
    held.set(integrationId, (held.get(integrationId) ?? 0) + 1);
  const known = new Set([...held.keys(), ...shares.owners().map(({ owner }) => owner)]);
  return [...known].map((integrationId) => {
    const inHand = held.get(integrationId) ?? 0;
    // Running jobs are expected to cost as much as previous ones.
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

/** Waits for an unreachable database instead of exiting: every other process would exit too. */
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
    // The workers of all processes wait for it, and must not reconnect all at once.
    await sleep(failurePauseMs * (0.5 + Math.random()));
    return [];
  }
}

async function doJob(ctx: ServiceContext, { handle }: WorkingLane, job: LeasedJob): Promise<void> {
  const { kind } = job;
  const lease = keepLease(ctx, job);
  try {
    // None of those claims returned the job: the processes that held it crashed, and this one must not be the next.
    if (job.claims > maximumClaims)
      return await park(ctx, job, `claimed ${maximumClaims} times without an end`);
    await failpoint('job-claimed');
    await handle(job, lease.signal);
  } catch (error) {
    await settleFailure(ctx, job, error).catch((failure: unknown) =>
      // The lease expires and the job is claimed again.
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
    // Not this job's fault: it waits as long as necessary, and runs as soon as lists are loaded.
    log.debug(about, 'screening postponed: no watchlists loaded');
    return returnJob(database, job, { delaySeconds: 5, cause: null });
  }
  if (error instanceof Unavailable) {
    // Nor is this: database or blob store are busy or unavailable, which must not park a job.
    log.warn({ ...about, err: error }, 'job postponed: storage unavailable');
    return returnJob(database, job, { delaySeconds: error.retryAfter, cause: null });
  }
  if (error instanceof MoveRefused) {
    // The state decides which one was right; the next run reads it and ends.
    return returnJob(database, job, { delaySeconds: 0, cause: 'the session had moved on' });
  }
  if (error instanceof PicturesToRead)
    return returnJob(database, job, { delaySeconds: 0, cause: null, lane: 'verify-session' });
  const cause = causeOf(error);
  if (error instanceof VisionStarved && starvedOf(job) < maximumStarved)
    return waitForMachine(ctx, job, cause);
  if (error instanceof StoredDamaged) {
    // Reading it again would give the same result.
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

/** Nothing is known about its pictures, and the load of a machine must not park it: it is retried with more patience. */
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

/** Class and message only for our own errors: messages of others may quote their input. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const isOurs =
    error.constructor === Error ||
    error instanceof Problem ||
    error instanceof StoredDamaged ||
    isOfPictures(error);
  return isOurs ? error.message.slice(0, 300) : error.name;
}
