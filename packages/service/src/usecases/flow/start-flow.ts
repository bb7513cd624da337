import { randomUUID } from 'node:crypto';
import { emitJson, flowConsentVersion, type FlowStartRequest, type FlowState } from '@countersign/contract';
import { maximumAttempts, nextAttempt, nextSession, type SessionData } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { findAttemptStatus, insertAttempt } from '../../storage/session/attempts.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findFlowTimes, moveAttempt } from '../../storage/flow/flow-sessions.ts';
import { moveSession } from '../../storage/session/sessions.ts';
import { insertWebhook } from '../../storage/webhook/webhooks.ts';
import { sessionDataOf } from '../session/found-session.ts';
import { type Carried, carryPictures, discardCarried, insertCarried } from './carry-pictures.ts';
import {
  change,
  choicesLabel,
  type FlowChoices,
  type FlowPage,
  lockForPage,
  type LockedFlow,
} from './flow-page.ts';
import { FlowRefused, stateChanged } from './flow-refused.ts';
import { flowState, openAttemptOf, requirementsOf, takenSoFar } from './flow-state.ts';

/**
 * The person accepts the first screen, which starts the session or its next attempt. Consents are stored with their proof. Repeating it
 * for an attempt that has started has no effect.
 * @throws FlowRefused state-changed, not-holder, bearer-invalid, request-invalid
 * @see spec/contract.md
 */
export const startFlow =
  (ctx: ServiceContext) =>
  async (page: FlowPage, request: FlowStartRequest): Promise<FlowState> => {
    // Pictures carried over into a redo are stored before the transaction, which only makes them visible.
    const carried = await carryPictures(ctx, page, request.attempt);
    const used = await ctx.database
      .transaction((tx) => startIn(tx, ctx, { page, request, carried }))
      .catch(async (error: unknown) => {
        if (error instanceof FlowRefused) await discardCarried(ctx, carried);
        throw error;
      });
    if (!used) await discardCarried(ctx, carried);
    ctx.wake.notify('webhook');
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };

interface Start {
  page: FlowPage;
  request: FlowStartRequest;
  carried: Carried;
}

/** @returns whether the carried-over pictures are now part of the attempt */
async function startIn(tx: Tx, ctx: ServiceContext, { page, request, carried }: Start): Promise<boolean> {
  const locked = await lockForPage(ctx, tx, page);
  const { session, dataKey } = locked;
  const key = { integrationId: page.caller.integrationId, sessionId: session.id };
  const times = await findFlowTimes(tx, key);
  if (times === null) throw new Error('a locked session has no attempt');
  if (request.attempt === times.ordinal && times.attemptStatus !== 'created' && request.attempt > 0)
    return false;
  const data = sessionDataOf(dataKey, session);
  const taken = await takenSoFar(tx, { page, session, times }, dataKey);
  const missing = requirementsOf({ page, times, data, choices: locked.choices, ...taken }, session.status);
  const start = session.overdue ? undefined : missing.find((requirement) => requirement.kind === 'start');
  if (start?.kind !== 'start') throw stateChanged('attempt: must be the one that the state names');
  requireConsents(start.consents, request);
  const isNext = openAttemptOf(times) === null;
  if (request.attempt !== (isNext ? times.ordinal + 1 : times.ordinal))
    throw stateChanged('attempt: must be the one that the state names');
  const choices = withConsents(locked.choices, { page, request, at: times.now });
  await change(tx, page, { choices: sealJson(dataKey, choicesLabel, choices) });
  if (!isNext) await acceptFirstScreen(tx, { page, locked, data, isFirst: times.ordinal === 1 });
  const attemptId = isNext ? await openRedo(tx, page, locked) : session.attemptId;
  await insertCarried(tx, { ...key, attemptId }, { dataKey, carried });
  return true;
}

/** @throws FlowRefused request-invalid for a consent that is missing, or given to a different text */
function requireConsents(needed: readonly string[], { consents }: FlowStartRequest): void {
  const given = consents
    .filter(({ version }) => version === flowConsentVersion)
    .map(({ type }) => type as string);
  const lacking = needed.find((type) => !given.includes(type));
  if (lacking !== undefined)
    throw new FlowRefused(
      'request-invalid',
      `consents: must hold ${lacking} for the text of version ${flowConsentVersion}`,
    );
}

function withConsents(
  choices: FlowChoices,
  { page, request, at }: { page: FlowPage; request: FlowStartRequest; at: string },
): FlowChoices {
  const proven = request.consents.map((consent) => ({ ...consent, at, address: page.address }));
  const language = request.consents[0]?.language ?? choices.language;
  return { ...choices, language, consents: [...choices.consents, ...proven] };
}

interface FirstScreen {
  page: FlowPage;
  locked: LockedFlow;
  data: SessionData;
  isFirst: boolean;
}

/** Moves an existing attempt to started, and its session with the first attempt. */
async function acceptFirstScreen(tx: Tx, { page, locked, data, isFirst }: FirstScreen): Promise<void> {
  const { session, dataKey } = locked;
  const { integrationId } = page.caller;
  const key = { integrationId, sessionId: session.id, attemptId: session.attemptId };
  const from = await findAttemptStatus(tx, key);
  const to = from && nextAttempt(from, 'accept_first_screen')?.to;
  if (!from || !to || !(await moveAttempt(tx, { integrationId, attemptId: session.attemptId, from, to })))
    throw stateChanged('attempt: must be one that has not started');
  const sessionMove = nextSession(session.status, 'accept_first_screen');
  if (sessionMove?.to)
    await moveSession(tx, { integrationId, id: session.id, from: session.status, to: sessionMove.to });
  const status = sessionMove?.to ?? session.status;
  await insertAudit(tx, { ...key, actor: 'flow', action: 'start-attempt', from: session.status, to: status });
  if (sessionMove?.emit === 'event_started' && isFirst && !page.caller.settings.fullAuto)
    await insertWebhook(tx, { ...key, type: 'event', body: startedEvent(key, data), dataKey });
}

/** Creates the next attempt, begun in the flow. */
async function openRedo(tx: Tx, page: FlowPage, { session }: LockedFlow): Promise<string> {
  const to = nextAttempt(null, 'redo_in_flow')?.to;
  if (session.status !== 'resubmission_requested' || session.attemptCount >= maximumAttempts || !to)
    throw stateChanged('attempt: must not be one more than a session may have');
  const attemptId = randomUUID();
  const key = { integrationId: page.caller.integrationId, sessionId: session.id, attemptId };
  await insertAttempt(tx, { ...key, status: to });
  await insertAudit(tx, { ...key, actor: 'flow', action: 'redo-in-flow', from: null, to });
  return attemptId;
}

/** @see spec/contract.md A-90 */
function startedEvent(
  { sessionId, attemptId }: { sessionId: string; attemptId: string },
  data: SessionData,
): Buffer {
  const { vendorData, endUserId } = data;
  const event = {
    id: sessionId,
    attemptId,
    feature: 'selfid',
    code: 7001,
    action: 'started',
    vendorData,
    endUserId,
  };
  return Buffer.from(emitJson(event));
}
