import { Problem } from '@countersign/contract';
import type { SessionData } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealJson } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import { findSession, type Found, type SessionRow } from '../../storage/session/sessions.ts';
import { type Caller, StaleCaller } from './caller.ts';

/** Label under which a session's supplied data are sealed. */
export const sessionLabel = 'session';

/** Identifies the session of a caller. */
export interface SessionRequest {
  caller: Caller;
  /** Lower case. */
  sessionId: string;
}

/**
 * The row. Its absence always gets the same answer, whether it is unknown, deleted, or belongs to another integration.
 * @throws StaleCaller, Problem not-found
 */
export function requireFound<T>(found: Found<T>): T {
  if (found === 'stale') throw new StaleCaller();
  if (found === 'absent') throw new Problem('not-found');
  return found;
}

/** Checks only that the session exists: for answers about a request whose members are wrong. */
export const requireSession =
  ({ database }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest): Promise<void> => {
    requireFound(await findSession(database, caller, sessionId));
  };

/** The session's data key. */
export function dataKeyOf(
  vault: Vault,
  integrationId: string,
  session: { id: string; dataKey: Uint8Array; kekVersion: number },
): DataKey {
  return vault.openDataKey({
    integrationId,
    sessionId: session.id,
    wrapped: session.dataKey,
    kekVersion: session.kekVersion,
  });
}

/** The data supplied when the session was created. */
export function sessionDataOf(dataKey: DataKey, session: Pick<SessionRow, 'sealed'>): SessionData {
  return unsealJson<SessionData>(dataKey, sessionLabel, session.sealed);
}
