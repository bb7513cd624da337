import type { UserDefinedData } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { listAttempts as findAttempts } from '../../storage/session/attempts.ts';
import { findSession } from '../../storage/session/sessions.ts';
import { listStatusEntries } from '../../storage/session/user-statuses.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';
import { userDefinedData } from './status-entry.ts';

/**
 * The attempts of a session, newest first, with the statuses that people added to them.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md
 */
export const listAttempts = (ctx: ServiceContext) => async (request: SessionRequest) => {
  const attempts = requireFound(await findAttempts(ctx.database, request.caller, request.sessionId));
  const statusesOf = await readStatuses(ctx, request);
  return {
    status: 'success' as const,
    verifications: attempts.map((attempt) => {
      const userDefined = statusesOf(attempt.id);
      return userDefined.length === 0 ? attempt : { ...attempt, userDefinedData: userDefined };
    }),
  };
};

/** Reads the current statuses of a session. @returns those of an attempt, newest first */
async function readStatuses(
  { database, vault }: ServiceContext,
  { caller, sessionId }: SessionRequest,
): Promise<(attemptId: string) => UserDefinedData[]> {
  const { integrationId } = caller;
  const entries = await listStatusEntries(database, { integrationId, sessionId });
  const inForce = entries.filter(({ removedAt }) => removedAt === null);
  if (inForce.length === 0) return () => [];
  const session = requireFound(await findSession(database, caller, sessionId));
  const dataKey = dataKeyOf(vault, integrationId, session);
  return (attemptId) =>
    inForce.filter((entry) => entry.attemptId === attemptId).map((entry) => userDefinedData(dataKey, entry));
}
