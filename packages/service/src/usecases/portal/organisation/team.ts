import type { PortalMemberChange, PortalTeam } from '@countersign/contract';
import { givenRoles } from '@countersign/core';
import type { Tx } from '../../../storage/engine/database.ts';
import { listInvitations } from '../../../storage/portal/invitations.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import {
  listTeam,
  lockTeam,
  type PortalUserRow,
  removeUser,
  setRights,
} from '../../../storage/portal/portal-users.ts';
import { deleteSignIns } from '../../../storage/portal/sign-ins.ts';
import { endInvitations } from './end-invitations.ts';
import { requireGivable } from './invite-person.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { ssoOffer } from '../sign-in/sso-offer.ts';
import {
  grantsOf,
  isWithinReach,
  mustEnrol,
  reachOf,
  requireMay,
  requireStepUp,
  type Viewer,
  viewerNow,
} from '../viewer.ts';

/** All people of the organisation and open invitations. @throws PortalRefused not-allowed */
export const showTeam =
  ({ database }: PortalContext) =>
  async (viewer: Viewer): Promise<PortalTeam> => {
    requireMay(viewer, 'manage-team', null);
    const roles = givenRoles(viewer.role);
    const members = await listTeam(database, viewer.organisation.id);
    const invitations = await listInvitations(database, viewer.organisation.id);
    return {
      members: members.map((member) => ({
        id: member.id,
        email: member.email,
        name: member.name,
        role: member.role,
        integrations: member.integrations,
        grants: grantsOf(member),
        totp: member.totpSealed !== null,
        createdAt: member.createdAt,
        lastSeenAt: member.seenAt,
        version: member.version,
        changeable: roles.includes(member.role) && isWithinReach(member.integrations, reachOf(viewer)),
        you: member.id === viewer.userId,
      })),
      invitations: invitations.map(({ id, email, role, integrations, createdAt, expiresAt }) => ({
        id,
        email,
        role,
        integrations,
        createdAt,
        expiresAt,
      })),
      roles: [...roles],
    };
  };

/** The member, with all others locked, and the viewer's own row as found under the lock. @throws PortalRefused not-found, not-allowed, signed-out */
async function lockMember(tx: Tx, caller: Viewer, userId: string) {
  const team = await lockTeam(tx, caller.organisation.id);
  const viewer = viewerNow(
    caller,
    team.find(({ id }) => id === caller.userId),
  );
  requireMay(viewer, 'manage-team', null);
  const member = team.find(({ id }) => id === userId);
  if (!member) throw notFound();
  if (!givenRoles(viewer.role).includes(member.role))
    throw new PortalRefused(
      'not-allowed',
      `The role ${viewer.role} may not change people with the role ${member.role}.`,
    );
  if (!isWithinReach(member.integrations, reachOf(viewer)))
    throw new PortalRefused('not-allowed', 'The person sees integrations that you do not see yourself.');
  return { team, member, viewer };
}

function requireOwnerLeft(team: readonly PortalUserRow[], member: PortalUserRow): void {
  // An owner with access to only some integrations could not restore the others.
  // An owner without a password cannot sign in while the single sign-on provider is unavailable.
  const isFullOwner = ({ role, integrations, passwordHash }: PortalUserRow) =>
    role === 'owner' && integrations === null && passwordHash !== null;
  if (isFullOwner(member) && team.filter(isFullOwner).length === 1)
    throw new PortalRefused('last-owner', 'The last owner stays: make another person an owner first.');
}

/**
 * Changes a person's role, access or grants, with effect from the next request. Open invitations that the person may no longer
 * make end with it.
 * @throws PortalRefused not-allowed, step-up, not-found, changed-meanwhile, last-owner, signed-out
 */
export const changeMember =
  (ctx: PortalContext) =>
  (caller: Viewer, userId: string, change: PortalMemberChange): Promise<void> => {
    requireMay(caller, 'manage-team', null);
    requireStepUp(caller);
    return ctx.database.transaction(async (tx) => {
      const { team, member, viewer } = await lockMember(tx, caller, userId);
      const role = change.role ?? member.role;
      const integrations = change.integrations === undefined ? member.integrations : change.integrations;
      if (change.role !== undefined || change.integrations !== undefined)
        requireGivable(viewer, { role, integrations });
      if (role !== 'owner' || integrations !== null) requireOwnerLeft(team, member);
      const grants = change.grants ?? grantsOf(member);
      const rights = { userId, role, integrations, grantReveal: grants.reveal, grantExport: grants.export };
      if (!(await setRights(tx, rights, change.version))) throw changedMeanwhile();
      if (await mustSignInAnew(tx, ctx, { member, role })) await deleteSignIns(tx, { userId });
      await endInvitations(tx, viewer, { userId, rights });
      const before = { role: member.role, integrations: member.integrations, grants: grantsOf(member) };
      await insertOrganisationAudit(tx, {
        organisationId: viewer.organisation.id,
        actor: viewer.actor,
        action: 'change-member',
        details: { userId, from: before, to: { role, integrations, grants } },
      });
    });
  };

/**
 * Whether a person must sign in again after a change of role: an owner's password sign-in is not valid for other roles if single
 * sign-on is required, and a password alone is not sufficient for a role that needs codes.
 * @see spec/contract.md A-395
 */
async function mustSignInAnew(
  tx: Tx,
  ctx: PortalContext,
  { member, role }: { member: PortalUserRow; role: PortalUserRow['role'] },
): Promise<boolean> {
  if (member.role === 'owner' && (await ssoOffer(tx, { ...member, role })) === 'required') return true;
  return member.passwordHash !== null && !mustEnrol(ctx, member) && mustEnrol(ctx, { ...member, role });
}

/**
 * Removes a person, ending all their sign-ins and open invitations.
 * @throws PortalRefused not-allowed, step-up, not-found, last-owner, signed-out
 */
export const removeMember =
  ({ database }: PortalContext) =>
  (caller: Viewer, userId: string): Promise<void> => {
    requireMay(caller, 'manage-team', null);
    requireStepUp(caller);
    return database.transaction(async (tx) => {
      const { team, member, viewer } = await lockMember(tx, caller, userId);
      requireOwnerLeft(team, member);
      await removeUser(tx, userId);
      await endInvitations(tx, viewer, { userId, rights: null });
      await insertOrganisationAudit(tx, {
        organisationId: viewer.organisation.id,
        actor: viewer.actor,
        action: 'remove-member',
        details: { userId, role: member.role },
      });
    });
  };
