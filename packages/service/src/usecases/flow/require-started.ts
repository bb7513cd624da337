import { nextSession } from '@countersign/core';
import type { Tx } from '../../storage/engine/database.ts';
import { findFlowTimes, type FlowTimes } from '../../storage/flow/flow-sessions.ts';
import type { FlowPage, LockedFlow } from './flow-page.ts';
import { stateChanged } from './flow-refused.ts';

/**
 * Requires that the attempt has started: all actions of the person belong to it.
 * @returns the attempt's number
 * @throws FlowRefused state-changed
 */
export async function requireStarted(
  tx: Tx,
  { caller }: FlowPage,
  { session }: LockedFlow,
): Promise<FlowTimes> {
  const times = await findFlowTimes(tx, { integrationId: caller.integrationId, sessionId: session.id });
  const takesInput = !session.overdue && nextSession(session.status, 'submit') !== null;
  if (!takesInput || times?.attemptStatus !== 'started')
    throw stateChanged('the session must have an attempt that has started');
  return times;
}
