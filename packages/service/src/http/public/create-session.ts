import { createHash } from 'node:crypto';
import { parseCreateSession, type ReadOptions } from '@countersign/contract';
import type { Caller } from '../../usecases/session/caller.ts';
import { jsonAnswer } from './answer.ts';
import { type Handler, repeatableOf } from './call.ts';

/** What the parsers of the contract need of an integration and the day. */
export const readOptionsOf = ({ mode, settings }: Pick<Caller, 'mode' | 'settings'>): ReadOptions => ({
  today: new Date().toISOString().slice(0, 10),
  mexico: settings.registry === 'MX_INE',
  registryAlone: settings.identityVerification ? null : settings.registry,
  allowLoopbackHttpCallback: mode === 'test',
});

/** POST /sessions. @see spec/contract.md */
export const createSession: Handler = async (useCases, { caller, exchange, body, rawBody }) => {
  const session = parseCreateSession(body, readOptionsOf(caller));
  const repeatable = repeatableOf(exchange, () => createHash('sha256').update(rawBody).digest());
  return jsonAnswer(201, await useCases.createSession({ caller, session, repeatable }));
};
