import type { PortalReviewRules } from '@countersign/contract';
import type { ServiceContext } from '../../../context.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import { expireProposals } from '../../../storage/session/proposals.ts';
import { configureIntegration } from '../../integration/configure-integration.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound } from '../portal-refused.ts';
import { requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/**
 * Sets whether decisions of an integration require two people. Existing proposals stay open until they end.
 * @throws PortalRefused not-found, not-allowed, step-up
 */
export const changeReviewRules =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string, { fourEyes }: PortalReviewRules): Promise<void> => {
    const integration = requireIntegration(viewer, integrationId);
    requireMay(viewer, 'configure-reviews', integration);
    requireStepUp(viewer);
    const { outcome } = await configureIntegration(ctx)({
      integrationId: integration.id,
      settings: { fourEyes },
      approval: 'client',
      actor: viewer.actor,
    });
    if (outcome !== 'configured') throw notFound();
  };

/** Ends proposals that were not confirmed in time, each with an entry in the audit log. @returns how many */
export const endOldProposals =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (limit: number): Promise<number> =>
    database.transaction(async (tx) => {
      const ended = await expireProposals(tx, limit);
      for (const { id, integrationId, sessionId, attemptId } of ended)
        await insertAudit(tx, {
          integrationId,
          sessionId,
          attemptId,
          actor: 'worker',
          action: 'expire-proposal',
          details: { proposalId: id },
        });
      return ended.length;
    });
