import { type CollectedData, Problem } from '@countersign/contract';
import { nextSession } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { setCollected } from '../../storage/session/attempts.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../../storage/session/idempotency.ts';
import { lockSession, type SessionRow } from '../../storage/session/sessions.ts';
import { actorOf } from './caller.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';
import { claimOf, type Repeatable, repeatedResource } from './repeatable.ts';
import { requireOpenAttempt } from './submit-session.ts';

/** Label under which an attempt's collected data is sealed. */
export const collectedLabel = 'collected';

/** Sessions accept data as long as they can be submitted. @throws Problem session-takes-no-data @see spec/contract.md */
export function requireOpenForInput(session: SessionRow): void {
  if (session.overdue || nextSession(session.status, 'submit') === null)
    throw new Problem('session-takes-no-data');
}

/**
 * Replaces the data collected about the end-user in the current attempt.
 * @throws StaleCaller, Problem not-found, session-takes-no-data
 * @see spec/contract.md A-45
 */
export const collectData =
  ({ database, vault }: ServiceContext) =>
  ({
    caller,
    sessionId,
    data,
    repeatable,
  }: SessionRequest & { data: CollectedData; repeatable: Repeatable | null }) =>
    database.transaction(async (tx) => {
      const { integrationId } = caller;
      const session = requireFound(await lockSession(tx, caller, sessionId));
      const dataKey = dataKeyOf(vault, integrationId, session);
      const claim = repeatable && claimOf(vault, { integrationId, dataKey, repeatable });
      const first = claim && (await findIdempotencyKey(tx, { integrationId, ...claim }));
      if (repeatable && first) return collectedBody(sessionId, repeatedResource(dataKey, repeatable, first));
      requireOpenForInput(session);
      const { attemptId } = await requireOpenAttempt(tx, integrationId, session);
      const collected = sealJson(dataKey, collectedLabel, data);
      await setCollected(tx, { integrationId, sessionId, attemptId, collected });
      await insertAudit(tx, {
        integrationId,
        actor: actorOf(caller),
        action: 'collect-data',
        sessionId,
        attemptId,
      });
      if (claim)
        await insertIdempotencyKey(tx, { integrationId, sessionId, resourceId: attemptId, ...claim });
      return collectedBody(sessionId, attemptId);
    });

const collectedBody = (sessionId: string, attemptId: string) => ({
  status: 'success' as const,
  data: { sessionId, attemptId },
});
