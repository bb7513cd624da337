import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { finishJob, LeaseLost } from '../../storage/job/jobs.ts';
import { queueRegistryCheck } from '../../usecases/session/queue-checks.ts';
import { MoveRefused } from '../../usecases/session/record-decision.ts';
import { decidingRegistryOf } from '../../usecases/session/registry-record.ts';
import type { Vision } from '../../vision/vision.ts';
import type { JobHandler } from '../job-worker.ts';
import { conclude } from './conclude-attempt.ts';
import {
  delayed,
  forcedOf,
  type ClaimedAttempt,
  judgeSession,
  keyOf,
  lockSubmitted,
} from './judge-session.ts';

/**
 * Verifies one submitted attempt: inspects its pictures once (the findings are stored as a checkpoint), decides, and commits
 * decision, move, audit, webhook and the end of the job together. If a registry has the last word and nothing else objects, the job
 * of the registry is queued instead, and the attempt stays submitted.
 * @see spec/contract.md
 */
export const verifySession =
  (ctx: ServiceContext, vision: Vision): JobHandler =>
  async (job, signal) => {
    const key = keyOf(job);
    const opened = await ctx.database.transaction((tx) => lockSubmitted(ctx, tx, { key, job }));
    if (!opened || (await delayed(ctx, job, opened))) return;
    const judged = { key, job, opened };
    const forced = forcedOf(opened);
    const verdict = forced ? { conclusion: forced, traces: null } : await judgeSession(ctx, vision, judged);
    if (signal.aborted) throw new LeaseLost();
    const needsRegistry = !forced && verdict.conclusion.sessionEvent === 'pass_checks';
    if (needsRegistry && opened.settings.registry !== null) return enqueueRegistryCheck(ctx, { key, job });
    await conclude(ctx, judged, verdict);
  };

/** The registry decides: its job takes the place of this one. */
async function enqueueRegistryCheck(ctx: ServiceContext, { key, job }: ClaimedAttempt): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const current = await lockSubmitted(ctx, tx, { key, job });
    if (!current) return;
    const registry = decidingRegistryOf(current.settings.registry);
    if (registry === null) throw new MoveRefused(); // the settings changed meanwhile: the next run decides without it
    await queueRegistryCheck(tx, key, { registry, mode: current.row.mode });
    await finishJob(tx, job);
  });
  await failpoint('registry-handed-over');
  ctx.wake.notify('job');
}
