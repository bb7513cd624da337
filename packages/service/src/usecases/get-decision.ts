import { Problem } from '@countersign/contract';
import type { Shell } from '../shell.ts';
import { open, openJson } from '../signing/seal.ts';
import { type DecisionRow, findDecision } from '../storage/read-decision.ts';
import { dataKeyOf, requireFound, type SessionRequest } from './found-session.ts';

const undecided = Buffer.from('{"status":"success","verification":null,"technicalData":{"ip":null}}');

/** A decision's frozen body is sealed under this label. */
const decisionLabel = (decisionId: string) => `decision:${decisionId}`;

/**
 * The bytes of the newest decision, exactly as they were frozen when it was taken; while there is none, a body that says so.
 * @throws StaleCaller, Problem not-found
 * @see spec/contract.md A-46
 */
export const getDecision =
  ({ database, vault }: Shell) =>
  async ({ caller, sessionId }: SessionRequest): Promise<Buffer> => {
    const row = requireFound(await findDecision(database, caller, sessionId));
    if (caller.settings.fullAuto || !isShown(row)) return undecided;
    return open(dataKeyOf(vault, caller.integrationId, row), decisionLabel(row.decisionId), row.body);
  };

/** A session asked to resubmit shows that decision until the next attempt is submitted. */
const isShown = (row: DecisionRow): row is DecisionRow & { decisionId: string; body: Uint8Array } =>
  row.decisionId !== null && !['created', 'started', 'submitted'].includes(row.status);

/**
 * The decision of a full-auto integration.
 * @throws StaleCaller, Problem not-found, also on an integration without full auto
 * @see spec/contract.md A-57
 */
export const getFullAutoDecision =
  ({ database, vault }: Shell) =>
  async ({ caller, sessionId }: SessionRequest) => {
    const row = requireFound(await findDecision(database, caller, sessionId));
    if (!caller.settings.fullAuto) throw new Problem('not-found');
    if (!isShown(row) || row.fullAuto === null) return { status: 'success' as const, verification: null };
    const dataKey = dataKeyOf(vault, caller.integrationId, row);
    return {
      status: 'success' as const,
      verification: openJson<unknown>(dataKey, `full-auto:${row.decisionId}`, row.fullAuto),
    };
  };
