import type { ServiceContext } from '../../context.ts';
import {
  insertClaimedSession,
  insertSession,
  lockSession,
  orUndone,
} from '../../storage/session/sessions.ts';
import { type CreateSessionRequest, newSession, sessionMade } from '../session/create-session.ts';
import { dataKeyOf, requireFound } from '../session/found-session.ts';
import { queueRegistryCheck } from '../session/queue-checks.ts';
import { sessionBody } from '../session/session-link.ts';
import { submitOpenAttempt } from '../session/submit-session.ts';

/**
 * Creates and submits a session about a Social Security number in one step: session, attempt, event webhook and the job that
 * calls the registry commit together or not at all.
 * @throws StaleCaller, Problem idempotency-key-reused, idempotency-key-in-use, too-many-requests
 * @see spec/contract.md
 */
export const validateRegistry = (ctx: ServiceContext) => async (request: CreateSessionRequest) => {
  const { caller, session, repeatable } = request;
  const { integrationId, mode } = caller;
  const { row, claim } = newSession(ctx, request);
  const written = await orUndone(() =>
    ctx.database.transaction(async (tx) => {
      const inserted = await (claim ? insertClaimedSession(tx, row, claim) : insertSession(tx, row));
      if (typeof inserted !== 'number') return inserted;
      const created = requireFound(await lockSession(tx, caller, row.id));
      const dataKey = dataKeyOf(ctx.vault, integrationId, created);
      const key = await submitOpenAttempt(tx, { caller, session: created, data: session, dataKey });
      await queueRegistryCheck(tx, key, { registry: 'us', mode });
      return inserted;
    }),
  );
  const made = await sessionMade(ctx, { row, repeatable, written });
  ctx.wake.notify('job');
  ctx.wake.notify('webhook');
  const { vendorData, endUserId } = session;
  return sessionBody(ctx, { ...made, settings: caller.settings, vendorData, endUserId, status: 'submitted' });
};
