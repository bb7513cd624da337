import { randomInt, randomUUID } from 'node:crypto';
import { type FlowChallengeAnswer, flowLimits } from '@countersign/contract';
import { drawChallenge } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import { sealJson } from '../../encryption/seal.ts';
import { change, type FlowPage, lockForPage } from './flow-page.ts';
import { stateChanged } from './flow-refused.ts';
import { requireStarted } from './require-started.ts';

/** Label the movements of a challenge are sealed under. */
export const stepsLabel = (challengeId: string): string => `flow-challenge:${challengeId}`;

/**
 * Draws the head movements that a film of this attempt must show; only the most recent ones count.
 * @throws FlowRefused state-changed where no film is taken, not-holder, bearer-invalid
 * @see spec/contract.md A-186
 */
export const drawFlowChallenge =
  (ctx: ServiceContext) =>
  async (page: FlowPage): Promise<FlowChallengeAnswer> => {
    const id = randomUUID();
    const steps = [...drawChallenge((count) => randomInt(count))];
    const expiresAt = await ctx.database.transaction(async (tx) => {
      const locked = await lockForPage(ctx, tx, page);
      await requireStarted(tx, page, locked);
      if (!page.caller.settings.livenessChallenge)
        throw stateChanged('the session must be one that takes a film');
      const { attemptId } = locked.session;
      const sealed = sealJson(locked.dataKey, stepsLabel(id), steps);
      const drawn = { id, attemptId, steps: sealed, seconds: flowLimits.challengeSeconds };
      return (await change(tx, page, { challenge: drawn })).challengeEndsAt;
    });
    return { id, steps, expiresAt: expiresAt ?? '' };
  };
