import { createHash } from 'node:crypto';
import { parseCreateSession, type ReadOptions } from '@countersign/contract';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import { jsonAnswer } from './answer.ts';
import { type Handler, repeatableOf } from './call.ts';

/** What the parsers of the contract need of an integration and the day. */
export const readOptionsOf = ({ registry }: IntegrationSettings): ReadOptions => ({
  today: new Date().toISOString().slice(0, 10),
  mexico: registry === 'MX_INE',
  allowLoopbackHttpCallback: false,
});

/** POST /sessions. @see spec/contract.md */
export const createSession: Handler = async (useCases, { caller, exchange, body, rawBody }) => {
  const session = parseCreateSession(body, readOptionsOf(caller.settings));
  const repeatable = repeatableOf(exchange, () => createHash('sha256').update(rawBody).digest());
  return jsonAnswer(201, await useCases.createSession({ caller, session, repeatable }));
};
