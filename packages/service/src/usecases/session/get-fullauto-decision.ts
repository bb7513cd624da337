import { Problem } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { unsealJson } from '../../encryption/seal.ts';
import { findDecision } from '../../storage/session/read-decision.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';
import { isShown } from './get-decision.ts';

/**
 * The decision of a full-auto integration.
 * @throws StaleCaller, Problem not-found, also on an integration without full auto
 * @see spec/contract.md A-57
 */
export const getFullAutoDecision =
  ({ database, vault }: ServiceContext) =>
  async ({ caller, sessionId }: SessionRequest) => {
    const row = requireFound(await findDecision(database, caller, sessionId));
    if (!caller.settings.fullAuto) throw new Problem('not-found');
    if (!isShown(row) || row.fullAuto === null) return { status: 'success' as const, verification: null };
    const dataKey = dataKeyOf(vault, caller.integrationId, row);
    return {
      status: 'success' as const,
      verification: unsealJson<unknown>(dataKey, `full-auto:${row.decisionId}`, row.fullAuto),
    };
  };
