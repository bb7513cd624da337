import type { FlowDocumentRequest, FlowState } from '@countersign/contract';
import { isOffered } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { requireStarted } from './require-started.ts';
import { change, choicesLabel, type FlowPage, lockForPage } from './flow-page.ts';
import { FlowRefused } from './flow-refused.ts';
import { flowState } from './flow-state.ts';

/**
 * The person chooses a document, at any time before submission; pictures already taken are kept.
 * @throws FlowRefused request-invalid for one that is not offered, state-changed, not-holder, bearer-invalid
 * @see spec/contract.md A-183
 */
export const chooseDocument =
  (ctx: ServiceContext) =>
  async (page: FlowPage, { country, type }: FlowDocumentRequest): Promise<FlowState> => {
    if (!isOffered(page.caller.settings, { country, type }))
      throw new FlowRefused('request-invalid', 'type and country: must be one of rules.documents');
    await ctx.database.transaction(async (tx) => {
      const locked = await lockForPage(ctx, tx, page);
      await requireStarted(tx, page, locked);
      const { choices, dataKey } = locked;
      await change(tx, page, {
        choices: sealJson(dataKey, choicesLabel, { ...choices, document: { country, type } }),
      });
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };
