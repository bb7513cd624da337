import type { ServiceContext } from '../../context.ts';
import { findSessionOfAttempt } from '../../storage/session/attempts.ts';
import { listAttemptMedia as findAttemptMedia } from '../../storage/session/media.ts';
import type { Caller } from '../session/caller.ts';
import { requireFound } from '../session/found-session.ts';
import { addressesOf } from '../session/session-link.ts';
import { mediaListBody } from './list-media.ts';

/**
 * The media of one attempt.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-42
 */
export const listAttemptMedia =
  ({ database, config }: ServiceContext) =>
  async ({ caller, attemptId }: { caller: Caller; attemptId: string }) =>
    mediaListBody(addressesOf(config).api, requireFound(await findAttemptMedia(database, caller, attemptId)));

/** Session whose id may have been signed instead of the attempt's; `null` when there is none. @see spec/contract.md A-15 */
export const sessionOfAttempt =
  ({ database }: ServiceContext) =>
  (attempt: { integrationId: string; attemptId: string }): Promise<string | null> =>
    findSessionOfAttempt(database, attempt);
