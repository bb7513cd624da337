import type { ServiceContext } from '../../../context.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import { giveIntegration } from '../../../storage/portal/organisations.ts';
import { lockHeldOrganisation } from '../../../storage/portal/suspensions.ts';

export interface AssignIntegration {
  integrationId: string;
  /** Name of the receiving organisation. */
  organisation: string;
  actor: string;
}

/** Moves an integration to another organisation: from the commit on, only the people of that one can see it. */
export const assignIntegration =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  ({
    integrationId,
    organisation,
    actor,
  }: AssignIntegration): Promise<{
    outcome: 'assigned' | 'unknown-organisation' | 'unknown-integration' | 'organisation-suspended';
  }> =>
    database.transaction(async (tx) => {
      const found = await lockHeldOrganisation(tx, organisation);
      if (!found) return { outcome: 'unknown-organisation' };
      // It would be running, but none of them could see it.
      if (found.suspendedAt !== null) return { outcome: 'organisation-suspended' };
      if (!(await giveIntegration(tx, { integrationId, organisationId: found.id })))
        return { outcome: 'unknown-integration' };
      const details = { organisationId: found.id };
      await insertAudit(tx, { integrationId, actor, action: 'assign-integration', sessionId: null, details });
      return { outcome: 'assigned' };
    });
