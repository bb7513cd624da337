import type { ServiceContext } from '../../context.ts';
import { listAttempts as findAttempts } from '../../storage/attempts.ts';
import { requireFound, type SessionRequest } from './found-session.ts';

/**
 * The attempts of a session, newest first.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-44
 */
export const listAttempts =
  ({ database }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest) => ({
    status: 'success' as const,
    verifications: requireFound(await findAttempts(database, caller, sessionId)),
  });
