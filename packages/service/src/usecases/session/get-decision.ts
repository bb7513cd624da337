import type { ServiceContext } from '../../context.ts';
import { unseal } from '../../encryption/seal.ts';
import { createDecisionFinder, type FrozenRow } from '../../storage/session/read-decision.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';

const undecided = Buffer.from('{"status":"success","verification":null,"technicalData":{"ip":null}}');

/** Label under which a decision's frozen body is sealed. */
const decisionLabel = (decisionId: string) => `decision:${decisionId}`;

/**
 * The bytes of the newest decision, exactly as frozen when it was made; without one, the body for that case.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-46
 */
export const getDecision = ({ database, vault }: ServiceContext) => {
  const find = createDecisionFinder(database);
  return async ({ caller, sessionId }: SessionRequest): Promise<Buffer> => {
    const row = requireFound(await find(caller, sessionId));
    if (caller.settings.fullAuto || !isShown(row)) return undecided;
    return unseal(dataKeyOf(vault, caller.integrationId, row), decisionLabel(row.decisionId), row.body);
  };
};

/** Whether there is a decision to show. A session with a requested resubmission shows that decision until its next submission. */
export const isShown = <Row extends FrozenRow>(
  row: Row,
): row is Row & { decisionId: string; body: Uint8Array } =>
  row.decisionId !== null && !['created', 'started', 'submitted'].includes(row.status);
