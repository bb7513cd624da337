import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { flowLimits } from '@countersign/contract';
import type { ServiceContext } from '../context.ts';
import { eachAlone } from '../storage/operator/each-alone.ts';
import { sweepBlobs } from '../storage/blobs/sweep-blobs.ts';
import { knownBlobs } from '../storage/session/attempt-pictures.ts';
import { listDueSessions, purgeIdempotencyKeys } from '../storage/session/due-sessions.ts';
import { oldestSessions } from '../storage/operator/list-sessions.ts';
import { restoreMissingErasures } from '../storage/session/erasures.ts';
import { purgeBearers } from '../storage/flow/flow-bearers.ts';
import { purgeHandoffs } from '../storage/flow/flow-handoffs.ts';
import { purgeUploads } from '../storage/flow/flow-uploads.ts';
import { correctFutureTimes } from '../storage/job/future-times.ts';
import { reportOverdueAttempts, restoreMissingJobs } from '../storage/job/jobs.ts';
import { countJobs, countWaiting, longestWaits } from '../storage/job/queue-metrics.ts';
import { restoreMissingQueries } from '../storage/registry/registry-checks.ts';
import { sweepPortal } from '../storage/portal/lockouts.ts';
import { reportOverdueScreenings, restoreMissingScreenings } from '../storage/watchlist/watchlist.ts';
import {
  applyDueProposals,
  endOldSettingProposals,
  reopenUnapprovedPlans,
} from '../usecases/integration/apply-proposals.ts';
import { backupFaults, readBackupState } from '../usecases/operator/backup-state.ts';
import { sealAudit } from '../usecases/operator/seal-audit.ts';
import { mailAlerts } from '../usecases/portal/mail/mail-alerts.ts';
import { mailLimits } from '../usecases/portal/mail/mail-limits.ts';
import { endOldProposals } from '../usecases/portal/organisation/review-rules.ts';
import { sendMails } from '../usecases/portal/mail/send-mails.ts';
import { sweepExports, writeExports } from '../usecases/portal/session/write-exports.ts';
import { deleteOldRequests } from '../usecases/request/record-requests.ts';
import { deleteOutlived, eraseOldBodies, eraseOldDescriptors } from '../usecases/session/delete-outlived.ts';
import { indexNames } from '../usecases/session/session-names.ts';
import { endSession } from '../usecases/session/end-session.ts';

/** Number of sessions ended at a time. */
const batch = 200;
/** Number of rows deleted at a time from the request log and from idempotency keys. */
const deletionBatch = 5_000;

/** Number of sessions whose names are added at a time. */
const namesBatch = 100;

interface Task {
  name: string;
  everyMs: number;
  run(ctx: ServiceContext, signal: AbortSignal): Promise<void>;
}

/**
 * Everything that has to be done because time has passed. Each task may run in several processes at once: rows are locked, not the task.
 * After a start they begin in this order: what ends, restores and deletes data, what people wait for, then figures and cleaning up.
 */
const tasks: readonly Task[] = [
  { name: 'restore-jobs', everyMs: 20_000, run: restoreJobs },
  { name: 'end-sessions', everyMs: 5_000, run: endDueSessions },
  { name: 'seal-audit', everyMs: 2_000, run: async (ctx, signal) => void (await sealAudit(ctx)(signal)) },
  { name: 'apply-settings', everyMs: 5_000, run: applySettings },
  { name: 'delete-outlived', everyMs: 60_000, run: deleteAllOutlived },
  { name: 'sweep-exports', everyMs: 60_000, run: (ctx, signal) => sweepExports(ctx)(signal) },
  { name: 'purge-flow', everyMs: 60_000, run: purgeFlow },
  { name: 'write-exports', everyMs: 1_000, run: (ctx, signal) => writeExports(ctx)(signal) },
  { name: 'send-mails', everyMs: 5_000, run: (ctx, signal) => sendMails(ctx)(signal) },
  { name: 'end-proposals', everyMs: 60_000, run: endProposals },
  { name: 'measure-queues', everyMs: 10_000, run: measureQueues },
  { name: 'mail-alerts', everyMs: 60_000, run: (ctx) => mailAlerts(ctx)() },
  { name: 'mail-limits', everyMs: 60_000, run: (ctx) => mailLimits(ctx)() },
  { name: 'index-names', everyMs: 5_000, run: indexMissingNames },
  { name: 'sweep-portal', everyMs: 10 * 60_000, run: ({ database }) => sweepPortal(database) },
  {
    name: 'purge-requests',
    everyMs: 10 * 60_000,
    run: (ctx, signal) => inPortions(deleteOldRequests(ctx), signal),
  },
  {
    name: 'purge-idempotency-keys',
    everyMs: 60 * 60_000,
    run: ({ database }, signal) => inPortions((limit) => purgeIdempotencyKeys(database, limit), signal),
  },
  { name: 'sweep-blobs', everyMs: 15 * 60_000, run: sweep },
];

/** Milliseconds between the first runs of two tasks: all at once would take every connection while the first requests come in. */
const spacingMs = 250;

/** Starts the periodic tasks of a worker process, one after the other. `stop` resolves once no task is running. */
export function startUpkeep(ctx: ServiceContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  // One pause per task; Node warns of more than ten listeners, suspecting a leak.
  setMaxListeners(tasks.length + 1, stopping.signal);
  const loops = tasks.map(async (task, place) => {
    if (place > 0) await pause(place * spacingMs, stopping.signal);
    await loop(ctx, task, stopping.signal);
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Ends early when the tasks are to stop. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});

async function loop(ctx: ServiceContext, { name, everyMs, run }: Task, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(ctx, signal);
    } catch (error) {
      ctx.log.warn({ err: error, kind: name }, 'upkeep task failed; will be retried');
    }
    await pause(everyMs, signal);
  }
}

async function endDueSessions(ctx: ServiceContext): Promise<void> {
  await eachAlone(ctx, {
    task: 'end-sessions',
    portion: (except) => listDueSessions(ctx.database, { limit: batch, except }),
    idOf: ({ sessionId }) => sessionId,
    integrationOf: ({ integrationId }) => integrationId,
    work: async (session) => void (await endSession(ctx)(session)),
  });
}

/** Deletes all of it in portions, so that a new setting does not delay anything else for long. */
async function deleteAllOutlived(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  const look = deleteOutlived(ctx);
  const steps = [
    () => look('session', batch),
    () => look('pictures', batch),
    () => eraseOldDescriptors(ctx)(batch),
    () => eraseOldBodies(ctx)(batch),
  ];
  await allOf(
    steps.map((step) => async () => {
      // Does not stop at the first portion that is not full: several pictures of one session are one deletion.
      let count = 1;
      while (count > 0 && !signal.aborted) count = await step();
    }),
  );
}

/** Takes each step, whatever becomes of those before it. @throws the first error, once all steps were taken */
async function allOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Adds names of sessions stored by an earlier release, if there are any. */
async function indexMissingNames(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  const index = indexNames(ctx);
  let count = 1;
  while (count > 0 && !signal.aborted) count = await index(namesBatch);
}

async function endProposals(ctx: ServiceContext, signal: AbortSignal): Promise<void> {
  const look = endOldProposals(ctx);
  let count: number = batch;
  while (count === batch && !signal.aborted) count = await look(batch);
}

async function applySettings(ctx: ServiceContext): Promise<void> {
  await allOf([
    () => reopenUnapprovedPlans(ctx)(),
    () => applyDueProposals(ctx)(batch),
    () => endOldSettingProposals(ctx)(batch),
  ]);
}

/** Deletes until a portion is not full: deleting all of a busy hour at once would take longer than a statement may. */
async function inPortions(look: (limit: number) => Promise<number>, signal: AbortSignal): Promise<void> {
  let count = deletionBatch;
  while (count === deletionBatch && !signal.aborted) count = await look(deletionBatch);
}

async function restoreJobs({ database, log, wake }: ServiceContext): Promise<void> {
  const overdue = await reportOverdueAttempts(database);
  if (overdue > 0) log.error({ count: overdue }, 'attempts overdue');
  const unscreened = await reportOverdueScreenings(database);
  if (unscreened > 0) log.error({ count: unscreened }, 'screenings overdue');
  const corrected = await correctFutureTimes(database);
  if (corrected > 0) {
    log.warn({ count: corrected }, 'work was due only in a future that the clock has left; due now');
    wake.notify('job');
    wake.notify('webhook');
  }
  const restored =
    (await restoreMissingJobs(database)) +
    (await restoreMissingScreenings(database)) +
    (await restoreMissingQueries(database)) +
    (await restoreMissingErasures(database));
  if (restored === 0) return;
  log.error({ count: restored }, 'orphaned work requeued');
  wake.notify('job');
}

/** Removes uploads that were not finished in time, expired bearers, and codes that no phone claimed. */
async function purgeFlow({ database }: ServiceContext): Promise<void> {
  await purgeUploads(database, flowLimits.uploadSeconds);
  await purgeBearers(database, flowLimits.bearerSeconds);
  await purgeHandoffs(database);
}

async function measureQueues(ctx: ServiceContext): Promise<void> {
  const { database, metrics } = ctx;
  const rows = await countJobs(database);
  const sum = (some: typeof rows) => some.reduce((total, row) => total + row.count, 0);
  for (const state of ['ready', 'waiting', 'leased', 'parked'])
    metrics.queueDepth.set({ queue: `jobs-${state}` }, sum(rows.filter((row) => row.state === state)));
  const later = rows.filter(({ kind, state }) => state === 'waiting' && kind.startsWith('check-'));
  metrics.queueDepth.set({ queue: 'registry-retries' }, sum(later));
  const { dueWebhooks, operatorEntries } = await countWaiting(database);
  metrics.queueDepth.set({ queue: 'webhooks-due' }, dueWebhooks);
  metrics.queueDepth.set({ queue: 'operator-entries' }, operatorEntries);
  const { jobs, webhooks, submissions } = await longestWaits(database);
  metrics.queueOldest.set({ queue: 'jobs-ready' }, jobs);
  metrics.queueOldest.set({ queue: 'webhooks-due' }, webhooks);
  metrics.queueOldest.set({ queue: 'submissions' }, submissions);
  const { held, other } = await oldestSessions(database);
  metrics.oldestSession.set({ hold: 'yes' }, held);
  metrics.oldestSession.set({ hold: 'no' }, other);
  await measureBackups(ctx);
}

async function measureBackups(ctx: ServiceContext): Promise<void> {
  const state = await readBackupState(ctx)();
  if (state === null) return;
  ctx.metrics.backupAge.set({ state: 'written' }, state.writtenSeconds);
  ctx.metrics.backupAge.set({ state: 'verified' }, state.verifiedSeconds);
  for (const fault of backupFaults)
    ctx.metrics.backupFault.set({ fault }, state.faults.includes(fault) ? 1 : 0);
}

/** Milliseconds between the two passes of a sweep: longer than a transaction that may still commit a blob's row. */
const secondLookMs = 10_000;

/** Checks twice if anything is suspect, so that a clock that jumps costs no picture whose row is about to be committed (F23). */
async function sweep({ database, blobs }: ServiceContext, signal: AbortSignal): Promise<void> {
  const suspects = new Set<string>();
  const findReferenced = (names: string[]) => knownBlobs(database, names);
  const look = () => sweepBlobs({ blobs, findReferenced, ageMs: 60 * 60_000, now: Date.now(), suspects });
  await look();
  if (suspects.size === 0) return;
  await sleep(secondLookMs, undefined, { signal }).then(look, () => {});
}
