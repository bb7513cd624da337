import { isUuid4 } from '@countersign/contract';
import { isFinal } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { findStatusByToken } from '../../storage/session/sessions.ts';
import { readSessionToken } from './session-link.ts';

/**
 * The content of a session URL: that the session can continue, or that there is nothing to do. Final, deleted,
 * unknown and forged sessions look the same.
 * @see spec/contract.md A-28
 */
export const viewSession =
  ({ database, keyRing }: ServiceContext) =>
  async (token: string): Promise<'open' | 'closed'> => {
    const read = readSessionToken(await keyRing.sessionLinkKeys(), token);
    if (!read || !isUuid4(read.sessionId)) return 'closed';
    const status = await findStatusByToken(database, read.sessionId, read.issuedAt);
    return status === null || isFinal(status) ? 'closed' : 'open';
  };
