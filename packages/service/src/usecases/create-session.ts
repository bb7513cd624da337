import { randomUUID } from 'node:crypto';
import { type CreateSession, Problem } from '@countersign/contract';
import type { SessionData } from '@countersign/core';
import type { Shell } from '../shell.ts';
import { sealJson } from '../signing/seal.ts';
import {
  createSessionInserter,
  insertSessionOnce,
  type NewSession,
  type WrittenOnce,
} from '../storage/sessions.ts';
import { actorOf, type Caller, StaleCaller } from './caller.ts';
import { sessionLabel } from './found-session.ts';
import { sessionBody, type SessionToken } from './session-link.ts';

/** A request with an `Idempotency-Key`. */
export interface Repeatable {
  /** Method and path. */
  path: string;
  key: string;
  bodySha256: Uint8Array;
}

export interface CreateSessionRequest {
  caller: Caller;
  session: CreateSession;
  repeatable: Repeatable | null;
}

/**
 * Creates a session with its first attempt.
 * @throws StaleCaller, Problem idempotency-key-reused, idempotency-key-in-use
 * @see spec/contract.md
 */
export const createSession = (shell: Shell) => {
  const insert = createSessionInserter(shell.database);
  return async ({ caller, session, repeatable }: CreateSessionRequest) => {
    const row = newSession(shell, caller, session);
    const { vendorData, endUserId } = session;
    const written = repeatable ? insertSessionOnce(shell.database, row, repeatable) : insert(row);
    const made = sessionMade(row, await written);
    return sessionBody(shell, { ...made, vendorData, endUserId, status: 'created' });
  };
};

/** A session's row with its data sealed under a key of its own. */
export function newSession({ vault }: Shell, caller: Caller, session: CreateSession): NewSession {
  const id = randomUUID();
  const { dataKey, wrapped, kekVersion } = vault.newDataKey({
    integrationId: caller.integrationId,
    sessionId: id,
  });
  return {
    caller,
    actor: actorOf(caller),
    id,
    attemptId: randomUUID(),
    lifetimeSeconds: caller.settings.sessionLifetimeSeconds,
    dataKey: wrapped,
    kekVersion,
    sealed: sealJson(dataKey, sessionLabel, session satisfies SessionData),
  };
}

/**
 * The session that was written, now or by the first request with the same key. The same body has the same `vendorData` and
 * `endUserId`, so that the first answer is rebuilt from id and time alone.
 * @throws StaleCaller, Problem idempotency-key-reused, idempotency-key-in-use
 */
export function sessionMade({ id }: NewSession, written: WrittenOnce | 'busy'): SessionToken {
  if (written === 'stale') throw new StaleCaller();
  if (written === 'busy') throw new Problem('idempotency-key-in-use', { retryAfter: 1 });
  if (typeof written === 'number') return { sessionId: id, issuedAt: written };
  if (!written.sameBody) throw new Problem('idempotency-key-reused');
  return { sessionId: written.id, issuedAt: written.tokenIssuedAt };
}
