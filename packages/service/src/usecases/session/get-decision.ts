import type { ServiceContext } from '../../context.ts';
import { unseal } from '../../encryption/seal.ts';
import { createDecisionFinder, type FrozenRow } from '../../storage/session/read-decision.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';

const undecided = Buffer.from('{"status":"success","verification":null,"technicalData":{"ip":null}}');

/** A decision's frozen body is sealed under this label. */
const decisionLabel = (decisionId: string) => `decision:${decisionId}`;

/**
 * The bytes of the newest decision, exactly as they were frozen when it was taken; while there is none, the body for that.
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

/** Whether there is a decision to show. A session with a resubmission requested shows that one until its next submission. */
export const isShown = <Row extends FrozenRow>(
  row: Row,
): row is Row & { decisionId: string; body: Uint8Array } =>
  row.decisionId !== null && !['created', 'started', 'submitted'].includes(row.status);
