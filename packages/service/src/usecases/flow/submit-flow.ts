import type { FlowState, FlowSubmitRequest } from '@countersign/contract';
import type { SessionData } from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { findFlowTimes } from '../../storage/flow/flow-sessions.ts';
import { sessionDataOf } from '../session/found-session.ts';
import { queueChecks } from '../session/queue-checks.ts';
import { submitOpenAttempt } from '../session/submit-session.ts';
import { type FlowPage, lockForPage, type LockedFlow } from './flow-page.ts';
import { stateChanged } from './flow-refused.ts';
import { flowState, requirementsOf, takenSoFar } from './flow-state.ts';
import { requireStarted } from './require-started.ts';

/** Label under which a decision's end-user address is sealed. */
const addressLabel = 'address';

/**
 * Submits the attempt, as the public API does. Repeating it for a submitted attempt changes nothing, so that a lost answer never causes
 * another attempt.
 * @throws FlowRefused state-changed while anything is missing, not-holder, bearer-invalid
 * @see spec/contract.md
 */
export const submitFlow =
  (ctx: ServiceContext) =>
  async (page: FlowPage, request: FlowSubmitRequest): Promise<FlowState> => {
    const submitted = await ctx.database.transaction((tx) => submitIn(tx, ctx, { page, request }));
    await failpoint('flow-submit-committed');
    if (submitted) for (const topic of ['job', 'webhook', 'flow'] as const) ctx.wake.notify(topic);
    return flowState(ctx)(page);
  };

interface Submitting {
  page: FlowPage;
  request: FlowSubmitRequest;
}

/** @returns false if the attempt was already submitted */
async function submitIn(tx: Tx, ctx: ServiceContext, { page, request }: Submitting): Promise<boolean> {
  const locked = await lockForPage(ctx, tx, page);
  const { session, dataKey } = locked;
  const key = { integrationId: page.caller.integrationId, sessionId: session.id };
  const before = await findFlowTimes(tx, key);
  const isPast = before !== null && (before.ordinal > request.attempt || !isOpen(before.attemptStatus));
  if (before !== null && request.attempt <= before.ordinal && isPast) return false;
  const times = await requireStarted(tx, page, locked);
  if (request.attempt !== times.ordinal) throw stateChanged('attempt: must be the one that the state names');
  const data = sessionDataOf(dataKey, session);
  await requireComplete(tx, { page, locked, data, still: request.still });
  const fed = { by: 'flow' as const, address: sealText(dataKey, addressLabel, page.address) };
  const { caller } = page;
  const attempt = await submitOpenAttempt(tx, { caller, session, data, dataKey, fed });
  await queueChecks(tx, caller, { key: attempt, data });
  return true;
}

const isOpen = (status: string) => status === 'created' || status === 'started';

interface Complete {
  page: FlowPage;
  locked: LockedFlow;
  data: SessionData;
  still: boolean;
}

/**
 * Requires that nothing is missing. If a film is required, only the person's own choice can replace it.
 * @throws FlowRefused state-changed
 */
async function requireComplete(tx: Tx, { page, locked, data, still }: Complete): Promise<void> {
  const { session, dataKey, choices } = locked;
  const times = await findFlowTimes(tx, {
    integrationId: page.caller.integrationId,
    sessionId: session.id,
  });
  if (times === null) throw new Error('a locked session has no attempt');
  const taken = await takenSoFar(tx, { page, session, times }, dataKey);
  const missing = requirementsOf({ page, times, data, choices, ...taken }, session.status);
  if (missing.some(({ kind }) => kind !== 'submit'))
    throw stateChanged('missing: must name nothing but submit');
  const { livenessChallenge, stillAlternative } = page.caller.settings;
  const needsFilm = livenessChallenge && taken.pictures.some(({ context }) => context === 'face');
  if (needsFilm && !taken.film && !(still && stillAlternative))
    throw stateChanged('still: must be true where no film was taken');
}
