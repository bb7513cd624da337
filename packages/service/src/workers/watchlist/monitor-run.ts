import { setTimeout as sleep } from 'node:timers/promises';
import {
  changesBetween,
  type CustomerThreads,
  type LayeredSnapshot,
  type Snapshot,
} from '@countersign/screening';
import type { ServiceContext } from '../../context.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { LeaseLost, leaseSeconds } from '../../storage/job/jobs.ts';
import { readMonitored } from '../../storage/watchlist/monitor-customers.ts';
import {
  claimRun,
  differInListsAlone,
  finishRun,
  type MonitoredKey,
  type MonitorRun,
  plannedState,
  planListRun,
  queuePage,
  renewRun,
  returnRun,
  snapshotOfState,
} from '../../storage/watchlist/monitor-runs.ts';
import { comparedAnew, type Screen } from '../../usecases/watchlist/compare-anew.ts';
import { customerKey, pages, sessionOf } from '../../usecases/watchlist/monitor-customers.ts';
import { ScreeningUnavailable } from '../job-errors.ts';
import { concernedCustomers } from './concerned-customers.ts';
import { MonitoredCustomers } from './monitor-customers.ts';
import { type ListsInUse, type MonitoredLists, stateOf } from './monitor-lists.ts';
import { screenAgain, type ScreeningEngine } from '../../usecases/watchlist/run-screening.ts';

export interface MonitoringOptions {
  engine: ScreeningEngine;
  lists: MonitoredLists;
  /** Searches for customers when much has changed; null: the calling thread does. */
  threads: CustomerThreads | null;
}

const tickMs = 5_000;
/** Seconds until a run that failed is continued. */
const restSeconds = 60;
/** Errors after which a run is continued at once. */
const notOfRun = [LeaseLost, ScreeningUnavailable, Unavailable];
/** Sessions between two checkpoints. */
const touchedPage = 500;
const comparedPage = 100;

/** Keeps monitored results up to date until stopped. Several processes may do this at once: runs are planned and executed once. */
export function startMonitoring(ctx: ServiceContext, options: MonitoringOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const tick = monitorLists(ctx, options);
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await tick(stopping.signal);
      } catch (error) {
        if (!(error instanceof LeaseLost))
          ctx.log.error({ err: error }, 'monitoring failed; will be retried');
      }
      await sleep(tickMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const looping = loop();
  return {
    async stop() {
      stopping.abort();
      await looping;
    },
  };
}

/**
 * Checks the lists once: if they differ from those that monitored results were compared with, plans a run, once, and executes waiting
 * runs. A run queues the screening of sessions that the change may affect; each of those compares, stores and notifies by
 * itself, so that repeating it finds no difference.
 * @see spec/contract.md
 */
export function monitorLists(ctx: ServiceContext, options: MonitoringOptions) {
  const { lists } = options;
  const customers = new MonitoredCustomers(ctx);
  return async (signal: AbortSignal): Promise<void> => {
    const inUse = lists.current();
    if (inUse === null) return;
    const state = stateOf(inUse);
    await planListRun(ctx.database, state, inUse.builtAt);
    await customers.forgetOthers(inUse.policies);
    // Processes switch lists one after the other; those with the newest do the work.
    if ((await plannedState(ctx.database)) !== state) return;
    while (!signal.aborted) {
      const run = await claimRun(ctx.database);
      if (run === null) return;
      await underLease(ctx, { run, stopping: signal }, (lost) =>
        doRun({ ctx, ...options, customers, inUse, lost }, run),
      );
    }
  };
}

/** Works while the run's lease holds and no stop is requested; releases the run on failure. */
async function underLease(
  ctx: ServiceContext,
  { run, stopping }: { run: MonitorRun; stopping: AbortSignal },
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const renewal = setInterval(
    () => {
      renewRun(ctx.database, run).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => ctx.log.warn({ err: error }, 'monitoring lease not renewed'),
      );
    },
    (leaseSeconds * 1_000) / 3,
  );
  try {
    await work(AbortSignal.any([lost.signal, stopping]));
  } catch (error) {
    // A run that fails by itself would be the oldest one again: others are executed first.
    const isOthers = stopping.aborted || notOfRun.some((kind) => error instanceof kind);
    await returnRun(ctx.database, run, isOthers ? 0 : restSeconds);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

interface Working extends MonitoringOptions {
  ctx: ServiceContext;
  customers: MonitoredCustomers;
  inUse: ListsInUse;
  /** Aborts when the work must stop immediately. */
  lost: AbortSignal;
}

async function doRun(working: Working, run: MonitorRun): Promise<void> {
  const { ctx, lost } = working;
  let queued = 0;
  for await (const page of await pagesOf(working, run)) {
    if (lost.aborted) throw new LeaseLost();
    queued += await queuePage(ctx.database, run, page);
    ctx.wake.notify('job');
  }
  await finishRun(ctx.database, run);
  ctx.log.info({ count: queued }, 'monitoring run queued its sessions');
}

interface Page {
  sessions: MonitoredKey[];
  cursor: string;
}

async function pagesOf(working: Working, run: MonitorRun): Promise<AsyncIterable<Page>> {
  const { fromState, toState } = run;
  if (fromState === null || !differInListsAlone(fromState, toState)) return comparedPages(working, run);
  const [before, after] = [await stateAt(working, fromState), await stateAt(working, toState)];
  if (before === null || after === null) return comparedPages(working, run);
  return concernedPages(working, run, { before, after });
}

async function stateAt({ lists, inUse }: Working, state: string): Promise<Snapshot | LayeredSnapshot | null> {
  const id = snapshotOfState(state);
  return inUse.snapshot.manifest.id === id ? inUse.snapshot : await lists.open(id);
}

/** Selects sessions by the changes in the lists. */
async function* concernedPages(
  { customers, inUse, lost, threads }: Working,
  { cursor }: MonitorRun,
  { before, after }: { before: Snapshot | LayeredSnapshot; after: Snapshot | LayeredSnapshot },
): AsyncGenerator<Page> {
  const index = await customers.synced(inUse.policies);
  const concerned = new Set<string>();
  for await (const keys of concernedCustomers(index, changesBetween(before, after), threads)) {
    for (const key of keys) concerned.add(key);
    if (lost.aborted) throw new LeaseLost();
  }
  const keys = [...concerned].filter((key) => key > cursor).sort();
  for (let at = 0; at < keys.length; at += touchedPage) {
    const page = keys.slice(at, at + touchedPage);
    yield { sessions: page.map(sessionOf), cursor: page.at(-1) ?? '' };
  }
}

/** Screens all sessions again, and selects those whose hits differ. */
async function* comparedPages({ ctx, engine }: Working, run: MonitorRun): AsyncGenerator<Page> {
  const screen: Screen = (question, stored) => {
    const screener = engine.screener();
    if (screener === null) throw new ScreeningUnavailable();
    return screenAgain(screener, question, stored).hits;
  };
  for await (const page of pages(ctx, {
    integrationId: run.integrationId,
    limit: comparedPage,
    after: run.cursor,
  })) {
    const sessions: MonitoredKey[] = [];
    for (const sealed of await readMonitored(ctx.database, page)) {
      const compared = await comparedAnew(ctx, screen, sealed);
      if (compared === null || compared.differences.length > 0) sessions.push(sealed);
    }
    const last = page.at(-1);
    if (last) yield { sessions, cursor: customerKey(last) };
  }
}
