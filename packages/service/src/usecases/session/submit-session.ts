import { randomUUID } from 'node:crypto';
import { emitJson, Problem } from '@countersign/contract';
import {
  type AttemptStatus,
  maximumAttempts,
  type Emission,
  nextAttempt,
  nextSession,
  type SessionData,
} from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import {
  type FedBy,
  findAttemptStatus,
  insertAttempt,
  submitAttempt,
  wasDecidedWithin,
} from '../../storage/session/attempts.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../../storage/session/idempotency.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { lockSession, moveSession, type SessionRow } from '../../storage/session/sessions.ts';
import { insertWebhook, withdrawHeld } from '../../storage/webhook/webhooks.ts';
import { actorOf, type Caller } from './caller.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from './found-session.ts';
import { queueChecks } from './queue-checks.ts';
import { claimOf, type Repeatable, repeatedResource } from './repeatable.ts';
import { sessionBody } from './session-link.ts';

/**
 * Submits a session for verification: move, job, event webhook and audit row commit together or not at all. A repetition while the
 * attempt is still submitted changes nothing and gets the same answer; after the decision it does so too, if it has the key of the
 * first request or arrived before the decision.
 * @throws StaleCaller, Problem not-found, idempotency-key-reused, status-change-refused
 * @see spec/contract.md
 */
export const submitSession =
  (ctx: ServiceContext) =>
  async ({ caller, sessionId, repeatable, sinceArrivalMs }: SubmitRequest) => {
    const { integrationId } = caller;
    const { session, data, isNew } = await ctx.database.transaction(async (tx) => {
      const found = requireFound(await lockSession(tx, caller, sessionId));
      const dataKey = dataKeyOf(ctx.vault, integrationId, found);
      const supplied = sessionDataOf(dataKey, found);
      const claim = repeatable && claimOf(ctx.vault, { integrationId, dataKey, repeatable });
      const first = claim && (await findIdempotencyKey(tx, { integrationId, ...claim }));
      if (repeatable && first) repeatedResource(dataKey, repeatable, first);
      const moves = !first && !(await isSubmitted(tx, found, { integrationId, sessionId, sinceArrivalMs }));
      let { attemptId } = found;
      if (moves) {
        const key = await submitOpenAttempt(tx, { caller, session: found, data: supplied, dataKey });
        await queueChecks(tx, caller, { key, data: supplied });
        ({ attemptId } = key);
      }
      if (claim && !first)
        await insertIdempotencyKey(tx, { integrationId, sessionId, resourceId: attemptId, ...claim });
      return { session: found, data: supplied, isNew: moves };
    });
    await failpoint('submit-committed');
    if (isNew) {
      ctx.wake.notify('job');
      ctx.wake.notify('webhook');
    }
    const { vendorData, endUserId } = data;
    return sessionBody(ctx, {
      settings: caller.settings,
      sessionId,
      issuedAt: session.tokenIssuedAt,
      vendorData,
      endUserId,
      status: 'submitted',
    });
  };

export interface SubmitRequest extends SessionRequest {
  repeatable: Repeatable | null;
  /** How long ago the request arrived. */
  sinceArrivalMs: () => number;
}

/** Whether another call had submitted the session when this one arrived. Checks that take a few milliseconds may be over by now. */
async function isSubmitted(
  tx: Tx,
  { status }: SessionRow,
  { sinceArrivalMs, ...key }: Omit<AttemptKey, 'attemptId'> & Pick<SubmitRequest, 'sinceArrivalMs'>,
): Promise<boolean> {
  if (status === 'created' || status === 'started') return false;
  // Measured as late as possible, but before the statement: a request that arrived after the decision must never count as earlier.
  return status === 'submitted' || wasDecidedWithin(tx, key, sinceArrivalMs());
}

export interface Submission {
  caller: Caller;
  /** Locked. */
  session: SessionRow;
  data: SessionData;
  dataKey: DataKey;
  /** `flow` if the flow submits; by default the API. */
  fed?: FedBy;
}

/**
 * Moves a session and its attempt to `submitted`, with event webhook and audit row; the caller queues the work that follows.
 * @returns the attempt that was submitted
 * @throws Problem status-change-refused
 * @see spec/contract.md
 */
export async function submitOpenAttempt(
  tx: Tx,
  { caller, session, data, dataKey, fed = { by: 'api', address: null } }: Submission,
): Promise<AttemptKey> {
  const { integrationId } = caller;
  const sessionId = session.id;
  const move = session.overdue ? null : nextSession(session.status, 'submit');
  if (move?.to !== 'submitted') throw new Problem('status-change-refused');
  const { attemptId, emit } = await attemptToSubmit(tx, caller, { session, fed });
  const moved = await moveSession(tx, { integrationId, id: sessionId, from: session.status, to: move.to });
  if (!moved) throw new Error('a locked session moved by itself');
  await withdrawHeld(tx, { integrationId, sessionId });
  if (emit === 'event_submitted' && !caller.settings.fullAuto) {
    const body = submittedEvent({ sessionId, attemptId, data });
    await insertWebhook(tx, { integrationId, sessionId, attemptId, type: 'event', body, dataKey });
  }
  const actor = actorOf(caller);
  await insertAudit(tx, {
    integrationId,
    actor,
    action: 'submit-session',
    sessionId,
    attemptId,
    from: session.status,
    to: move.to,
  });
  return { integrationId, sessionId, attemptId };
}

/**
 * The open attempt, or a new one if the last one ended with a request to resubmit; and the event that its submission emits.
 */
async function attemptToSubmit(
  tx: Tx,
  { integrationId }: Caller,
  { session, fed }: { session: SessionRow; fed: FedBy },
): Promise<{ attemptId: string; emit: Emission | null }> {
  const open = await requireOpenAttempt(tx, integrationId, session);
  const attempt = { integrationId, sessionId: session.id, attemptId: open.attemptId };
  const move = nextAttempt(open.status, 'submit');
  if (move?.to !== 'submitted' || !(await submitAttempt(tx, { ...attempt, from: open.status, fed }))) {
    throw new Error('the newest attempt of an open session cannot be submitted');
  }
  return { attemptId: open.attemptId, emit: move.emit };
}

/**
 * The attempt to which new input belongs. It is created here if the last one ended with a request to resubmit. The caller holds the lock on
 * the session.
 * @see spec/contract.md
 */
export async function requireOpenAttempt(
  tx: Tx,
  integrationId: string,
  session: SessionRow,
): Promise<{ attemptId: string; status: AttemptStatus }> {
  const newest = { integrationId, sessionId: session.id, attemptId: session.attemptId };
  const status = await findAttemptStatus(tx, newest);
  if (status === 'created' || status === 'started') return { attemptId: session.attemptId, status };
  const opened = nextAttempt(null, 'redo_over_api')?.to;
  if (!opened || session.attemptCount >= maximumAttempts) throw new Problem('status-change-refused');
  const attemptId = randomUUID();
  await insertAttempt(tx, { ...newest, attemptId, status: opened });
  return { attemptId, status: opened };
}

/** @see spec/contract.md A-90 */
function submittedEvent({
  sessionId,
  attemptId,
  data,
}: {
  sessionId: string;
  attemptId: string;
  data: SessionData;
}): Buffer {
  const { vendorData, endUserId } = data;
  return Buffer.from(
    emitJson({
      id: sessionId,
      attemptId,
      feature: 'selfid',
      code: 7002,
      action: 'submitted',
      vendorData,
      endUserId,
    }),
  );
}
