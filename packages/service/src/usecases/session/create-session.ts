import { randomUUID } from 'node:crypto';
import { type CreateSession, Problem } from '@countersign/contract';
import type { SessionData } from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { type AuditEntry, movedWords, moveLine } from '../../storage/audit-chain/audit.ts';
import type { IdempotencyClaim } from '../../storage/session/idempotency.ts';
import {
  createSessionInserter,
  insertSessionOnce,
  type NewSession,
  type WrittenOnce,
} from '../../storage/session/sessions.ts';
import { actorOf, type Caller, StaleCaller } from './caller.ts';
import { dataKeyOf, sessionLabel } from './found-session.ts';
import { claimOf, type Repeatable, repeatedResource } from './repeatable.ts';
import { searchHashes } from './search-hashes.ts';
import { sessionLimitReached } from './session-limit.ts';
import { nameTokens, suppliedNames } from './session-names.ts';
import { sessionBody, type SessionToken } from './session-link.ts';

export interface CreateSessionRequest {
  caller: Caller;
  session: CreateSession;
  repeatable: Repeatable | null;
}

/**
 * Creates a session with its first attempt.
 * @throws StaleCaller, Problem idempotency-key-reused, idempotency-key-in-use, too-many-requests
 * @see spec/contract.md
 */
export const createSession = (ctx: ServiceContext) => {
  const insert = createSessionInserter(ctx.database);
  return async ({ caller, session, repeatable }: CreateSessionRequest) => {
    const { row, claim } = newSession(ctx, { caller, session, repeatable });
    const { vendorData, endUserId } = session;
    const written = await (claim ? insertSessionOnce(ctx.database, row, claim) : insert(row));
    const made = await sessionMade(ctx, { row, repeatable, written });
    await failpoint('session-inserted');
    return sessionBody(ctx, { ...made, settings: caller.settings, vendorData, endUserId, status: 'created' });
  };
};

/**
 * The row of a session, with its data sealed under the session's own key, and what is stored of the request if it may be repeated.
 */
export function newSession(
  { vault }: ServiceContext,
  { caller, session, repeatable }: CreateSessionRequest,
): { row: NewSession; claim: IdempotencyClaim | null } {
  const id = randomUUID();
  const { integrationId } = caller;
  const { dataKey, wrapped, kekVersion } = vault.newDataKey({ integrationId, sessionId: id });
  const row: NewSession = {
    caller,
    actor: actorOf(caller),
    id,
    attemptId: randomUUID(),
    lifetimeSeconds: caller.settings.sessionLifetimeSeconds,
    dataKey: wrapped,
    kekVersion,
    sealed: sealJson(dataKey, sessionLabel, session satisfies SessionData),
    ...searchHashes(vault, integrationId, session),
    nameTokens: Buffer.concat(nameTokens(vault, integrationId, suppliedNames(session))),
  };
  return { row, claim: repeatable && claimOf(vault, { integrationId, dataKey, repeatable }) };
}

/** The outcome of creating a session. */
export interface WrittenSession {
  row: NewSession;
  repeatable: Repeatable | null;
  written: WrittenOnce | 'busy';
}

const createdEntry = ({ caller, id, attemptId, actor }: NewSession): AuditEntry => ({
  integrationId: caller.integrationId,
  sessionId: id,
  attemptId,
  actor,
  action: 'create-session',
  to: 'created',
});

/**
 * The session that this request, or the first one with the same key, created. The same body has the same `vendorData` and `endUserId`, so
 * the first answer can be rebuilt from id and time alone.
 * @throws StaleCaller, Problem idempotency-key-reused, idempotency-key-in-use, too-many-requests; not-found if that session was deleted
 */
export async function sessionMade(
  ctx: ServiceContext,
  { row, repeatable, written }: WrittenSession,
): Promise<SessionToken> {
  const { vault, log } = ctx;
  if (written === 'stale') throw new StaleCaller();
  if (written === 'limited') throw await sessionLimitReached(ctx, row.caller);
  if (written === 'busy') throw new Problem('idempotency-key-in-use', { retryAfter: 1 });
  if (typeof written === 'number') {
    log.info(moveLine(createdEntry(row)), movedWords);
    return { sessionId: row.id, issuedAt: written };
  }
  const { resourceId: id, dataKey, kekVersion, tokenIssuedAt } = written;
  if (dataKey === null || !repeatable) throw new Problem('not-found');
  const key = dataKeyOf(vault, row.caller.integrationId, { id, dataKey, kekVersion });
  return { sessionId: repeatedResource(key, repeatable, written), issuedAt: tokenIssuedAt };
}
