import { randomBytes, randomUUID } from 'node:crypto';
import {
  type FlowOfferAnswer,
  type FlowOfferRequest,
  type FlowState,
  handoffLimits,
} from '@countersign/contract';
import { nextSession } from '@countersign/core';
import { tokenHash } from '../../signing/opaque-token.ts';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  endHandoffs,
  findHandoffs,
  forgetMisses,
  insertHandoff,
  withdrawOffers,
} from '../../storage/flow/flow-handoffs.ts';
import { flowUrlOf } from '../session/session-link.ts';
import { type HandoffFacts, handoffLabel, type HandoffSide, modeOf } from './flow-handoff.ts';
import { change, type FlowPage, lockForPage } from './flow-page.ts';
import { stateChanged } from './flow-refused.ts';
import { flowState } from './flow-state.ts';

/** A page's offer, and where it comes from. */
export interface Offering extends FlowOfferRequest {
  side: HandoffSide;
}

const secondsOf = { scan: handoffLimits.scanSeconds, link: handoffLimits.linkSeconds } as const;

/**
 * Creates a code that one phone can claim. Only its hash is stored, and it cannot be derived from the session link.
 * @throws FlowRefused state-changed if no handoff is offered (any more) or a phone has claimed a code, not-holder, bearer-invalid
 * @see spec/contract.md A-290
 */
export const offerHandoff =
  (ctx: ServiceContext) =>
  async (page: FlowPage, offering: Offering): Promise<FlowOfferAnswer> => {
    const code = randomBytes(16).toString('base64url');
    await ctx.database.transaction((tx) => offerIn(tx, ctx, { page, offering, code }));
    const url = `${flowUrlOf(ctx.config, page.caller.settings)}/v/${code}`;
    return { url, seconds: secondsOf[offering.kind] };
  };

async function offerIn(
  tx: Tx,
  ctx: ServiceContext,
  { page, offering, code }: { page: FlowPage; offering: Offering; code: string },
): Promise<void> {
  const { session, dataKey } = await lockForPage(ctx, tx, page);
  const key = { integrationId: page.caller.integrationId, sessionId: session.id };
  const handoffs = await findHandoffs(tx, key);
  if (modeOf(page, handoffs) === 'off') throw stateChanged('rules.handoff: must not be off');
  if (session.overdue || nextSession(session.status, 'submit') === null)
    throw stateChanged('the session must take input');
  if (handoffs.current !== null && handoffs.current.state !== 'missed')
    throw stateChanged('handoff: must be withdrawn before another code is offered');
  await forgetMisses(tx, key);
  const { kind, language, side } = offering;
  const facts: HandoffFacts = { kind, language, computer: side, phone: null, numbers: [], number: null };
  await insertHandoff(tx, {
    ...key,
    id: randomUUID(),
    code: tokenHash(code),
    origin: page.hash,
    facts: sealJson(dataKey, handoffLabel, facts),
    seconds: secondsOf[kind],
    most: handoffLimits.codes,
  });
  // A page that shows a wrong number shows the new code from now on.
  if (handoffs.current !== null) await change(tx, page, {});
}

/**
 * Withdraws all codes of the session, and a claim whose number was not confirmed; the state then no longer reports a wrong number.
 * @throws FlowRefused not-holder, bearer-invalid
 * @see spec/contract.md A-290
 */
export const withdrawHandoff =
  (ctx: ServiceContext) =>
  async (page: FlowPage): Promise<FlowState> => {
    await ctx.database.transaction(async (tx) => {
      const { session } = await lockForPage(ctx, tx, page);
      const key = { integrationId: page.caller.integrationId, sessionId: session.id };
      await withdrawOffers(tx, key);
      const { current } = await findHandoffs(tx, key);
      await endHandoffs(tx, key, ['claimed']);
      await forgetMisses(tx, key);
      if (current !== null) await change(tx, page, {});
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };
