import { givenRoles } from '@countersign/core';
import type { Tx } from '../../../storage/engine/database.ts';
import { deleteInvitation, listInvitationsBy } from '../../../storage/portal/invitations.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import type { PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { portalActor } from '../portal-context.ts';
import { isWithinReach, type Viewer } from '../viewer.ts';

/** A person whose permissions were changed or removed. */
export interface Inviter {
  userId: string;
  /** Current permissions; `null`: none any more. */
  rights: Pick<PortalUserRow, 'role' | 'integrations'> | null;
}

/**
 * Withdraws the open invitations of a person who may no longer make them: otherwise the person could return with such a link.
 * @see spec/contract.md A-394
 */
export async function endInvitations(
  tx: Tx,
  { organisation: { id: organisationId }, actor }: Viewer,
  { userId, rights }: Inviter,
): Promise<void> {
  const made = await listInvitationsBy(tx, { organisationId, invitedBy: portalActor(userId) });
  for (const { id: invitationId, email, role, integrations } of made) {
    const mayStay =
      rights !== null &&
      givenRoles(rights.role).includes(role) &&
      isWithinReach(integrations, rights.integrations);
    if (mayStay) continue;
    await deleteInvitation(tx, { organisationId, invitationId });
    await insertOrganisationAudit(tx, {
      organisationId,
      actor,
      action: 'revoke-invitation',
      details: { email, role },
    });
  }
}
