import type { FlowState } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import { change, type FlowPage, isHolder, lockFlow } from './flow-page.ts';
import { flowState } from './flow-state.ts';

/** Makes a page the one that holds its session; the other one sees it in its state. @see spec/contract.md A-181 */
export const takeOver =
  (ctx: ServiceContext) =>
  async (page: FlowPage): Promise<FlowState> => {
    await ctx.database.transaction(async (tx) => {
      const { flow } = await lockFlow(ctx, tx, page);
      if (!isHolder(flow, page)) await change(tx, page, { holder: page.hash });
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };
