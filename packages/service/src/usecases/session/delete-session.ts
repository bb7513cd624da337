import { emitJson, limits, Problem } from '@countersign/contract';
import {
  decisionBody,
  fullAutoBody,
  fullAutoVerification,
  lifetimeEvent,
  nextSession,
} from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import {
  type DeletionQuota,
  findSubmissionTime,
  lockDeletionQuota,
  tombstoneSession,
} from '../../storage/session/deletions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { insertErasure } from '../../storage/session/erasures.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import { insertWebhook, withdrawAll } from '../../storage/webhook/webhooks.ts';
import { actorOf, type Caller } from './caller.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from './found-session.ts';

/**
 * Deletes a session: it is inaccessible to every endpoint from the commit on, and a job erases the stored data. An operator needs neither
 * the setting nor a share of the quota.
 * @throws StaleCaller, Problem not-found, feature-not-enabled, session-being-processed, session-not-completed, too-many-requests
 * @see spec/contract.md A-33
 */
export const deleteSession =
  (ctx: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest) => {
    await ctx.database.transaction(async (tx) => {
      await deleteIn(tx, ctx, { caller, sessionId });
      await failpoint('deletion-uncommitted');
    });
    await failpoint('deletion-committed');
    ctx.wake.notify('job');
    ctx.wake.notify('webhook');
    return { status: 'success' as const, verification: { id: sessionId } };
  };

async function deleteIn(tx: Tx, ctx: ServiceContext, { caller, sessionId }: SessionRequest): Promise<void> {
  const { integrationId } = caller;
  // The integration before the session: the lock order of every transaction.
  const quota = await lockDeletionQuota(tx, integrationId);
  const session = requireFound(await lockSession(tx, caller, sessionId));
  const isOperator = caller.operator !== undefined;
  if (!caller.settings.deletion && !isOperator) throw new Problem('feature-not-enabled');
  requireDeletable(session);
  if (!isOperator) requireQuota(quota);
  const time = await tombstoneSession(tx, integrationId, session);
  await withdrawAll(tx, { integrationId, sessionId });
  await insertFinalWebhook(tx, ctx, { caller, session, time });
  await insertErasure(tx, { integrationId, sessionId, scope: 'session', actor: actorOf(caller) });
  await insertJob(tx, { integrationId, kind: 'erase-session', sessionId, attemptId: null });
  await insertAudit(tx, {
    integrationId,
    actor: actorOf(caller),
    action: 'delete-session',
    sessionId,
    from: session.status,
  });
}

function requireDeletable({ status, held }: SessionRow): void {
  if (held) throw new Problem('status-change-refused');
  if (status === 'submitted') throw new Problem('session-being-processed');
  if (status === 'review') throw new Problem('session-not-completed');
  if (!nextSession(status, 'delete')) throw new Problem('status-change-refused');
}

function requireQuota({ hour, day, hourFreeIn, dayFreeIn }: DeletionQuota): void {
  const retryAfter = Math.max(
    hour >= limits.deletionsPerHour ? hourFreeIn : 0,
    day >= limits.deletionsPerDay ? dayFreeIn : 0,
  );
  if (retryAfter > 0) throw new Problem('too-many-requests', { retryAfter });
}

/** A session being deleted, and when. */
interface Deleted {
  caller: Caller;
  session: SessionRow;
  time: string;
}

/** Records the last webhook of a session without a final decision, without any personal data. */
async function insertFinalWebhook(tx: Tx, ctx: ServiceContext, deleted: Deleted): Promise<void> {
  const { caller, session } = deleted;
  const { integrationId, settings } = caller;
  const event = lifetimeEvent(session.status, session.opened);
  const move = event && nextSession(session.status, event);
  const status = move?.emit === 'decision' ? move.to : null;
  if (status !== 'expired' && status !== 'abandoned') return;
  const body = settings.fullAuto
    ? lastFullAuto(ctx, deleted, status)
    : await lastDecision(tx, ctx, { ...deleted, status });
  // In clear, because the session's data key is deleted before it is delivered, and it contains only identifiers.
  await insertWebhook(tx, {
    integrationId,
    sessionId: session.id,
    attemptId: session.attemptId,
    type: settings.fullAuto ? 'full-auto' : 'decision',
    body: Buffer.from(emitJson(body)),
    dataKey: null,
  });
}

/** All members of person and document are `null`. */
async function lastDecision(
  tx: Tx,
  { vault }: ServiceContext,
  { caller: { integrationId, settings }, session, status }: Deleted & { status: 'expired' | 'abandoned' },
) {
  return decisionBody({
    sessionId: session.id,
    attemptId: session.attemptId,
    session: sessionDataOf(dataKeyOf(vault, integrationId, session), session),
    status,
    reasonCode: null,
    reason: null,
    decisionTime: session.createdAt,
    acceptanceTime: session.createdAt,
    submissionTime: await findSubmissionTime(tx, integrationId, session.attemptId),
    reading: null,
    registry: null,
    onlyScreened: false,
    risk: { score: null, labels: [] },
    ip: null,
    features: settings,
  });
}

/** Full-auto integrations get no decision webhook: fields as if nothing had been read. @see spec/contract.md A-301 */
function lastFullAuto(
  { vault }: ServiceContext,
  { caller: { integrationId }, session, time }: Deleted,
  status: 'expired' | 'abandoned',
) {
  const { vendorData, endUserId } = sessionDataOf(dataKeyOf(vault, integrationId, session), session);
  const { id: sessionId, attemptId, createdAt: acceptanceTime } = session;
  return fullAutoBody(
    { sessionId, attemptId, vendorData, endUserId, acceptanceTime, time },
    fullAutoVerification({ status, seen: null }),
  );
}
