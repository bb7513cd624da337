import type { FlowState } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { endHandoffs, findHandoff, moveHandoff, withdrawOffers } from '../../storage/flow/flow-handoffs.ts';
import { recordStep } from './flow-handoff.ts';
import { bearerInvalid, change, type FlowPage, isHolder, lockFlow } from './flow-page.ts';
import { flowState } from './flow-state.ts';

/**
 * Makes a page the holder of its session; the previous holder is shown this in its state. A phone that continues the session does so alone
 * once its computer has left, and loses the session if another page takes over.
 * @throws FlowRefused bearer-invalid
 * @see spec/contract.md
 */
export const takeOver =
  (ctx: ServiceContext) =>
  async (page: FlowPage): Promise<FlowState> => {
    await ctx.database.transaction(async (tx) => {
      const { flow } = await lockFlow(ctx, tx, page);
      const isChanged = await (page.handoffId === null
        ? takeBack(tx, ctx, page)
        : goOnAlone(tx, ctx, { page, id: page.handoffId }));
      if (isChanged || !isHolder(flow, page)) await change(tx, page, { holder: page.hash });
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };

/** @returns whether a phone was involved in the session */
async function takeBack(tx: Tx, ctx: ServiceContext, { caller, sessionId }: FlowPage): Promise<boolean> {
  const key = { integrationId: caller.integrationId, sessionId };
  await withdrawOffers(tx, key);
  const ended = await endHandoffs(tx, key, ['claimed', 'confirmed']);
  if (ended.includes('confirmed')) await recordStep(tx, ctx, { key, step: 'taken-back' });
  return ended.length > 0;
}

/** @returns whether the phone continues alone from now on */
async function goOnAlone(
  tx: Tx,
  ctx: ServiceContext,
  { page, id }: { page: FlowPage; id: string },
): Promise<boolean> {
  const { integrationId } = page.caller;
  const row = await findHandoff(tx, { integrationId, id });
  if (row === null || row.state === 'ended') throw bearerInvalid();
  if (row.state !== 'confirmed' || row.origin !== null) return false;
  await moveHandoff(tx, { integrationId, id, from: 'confirmed', to: 'alone' });
  await recordStep(tx, ctx, { key: { integrationId, sessionId: page.sessionId }, step: 'alone' });
  return true;
}
