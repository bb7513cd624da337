import { randomUUID } from 'node:crypto';
import type {
  PortalAcceptRequest,
  PortalInvitation,
  PortalInvited,
  PortalInviteRequest,
  PortalRole,
} from '@countersign/contract';
import { givenRoles } from '@countersign/core';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import type { Mail } from '../../../outbound/mail-sender.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import {
  deleteInvitation,
  findInvitation,
  insertInvitation,
  takeInvitation,
} from '../../../storage/portal/invitations.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { findOrMakeOrganisation } from '../../../storage/portal/organisations.ts';
import { findUserByEmail, insertUser, lockUser } from '../../../storage/portal/portal-users.ts';
import { mailWords } from '../mail/mail-words.ts';
import { portalActor, type PortalContext, portalUrlOf } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { countInvitation, takeInvitationBack } from '../mail/invitation-budget.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { accountOf, type Knock, openSignIn, type SignedIn } from '../sign-in/start-sign-in.ts';
import { requireFreeWay, ssoOffer } from '../sign-in/sso-offer.ts';
import { isWithinReach, reachOf, requireMay, requireStepUp, type Viewer, viewerNow } from '../viewer.ts';

const alreadyMember = () =>
  new PortalRefused('already-member', 'An account with this e-mail address already exists.');

interface Invite {
  organisationId: string;
  email: string;
  role: PortalRole;
  integrations: readonly string[] | null;
  grantReveal: boolean | null;
  actor: string;
}

/** An invitation with its link, which is shown only once. */
export interface Invited {
  id: string;
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

async function invite(
  tx: Tx,
  { config }: Pick<PortalContext, 'config'>,
  { actor, ...given }: Invite,
): Promise<Invited> {
  const email = accountOf(given.email);
  const [id, token] = [randomUUID(), newToken()];
  const expiresAt = await insertInvitation(tx, {
    ...given,
    email,
    id,
    tokenHash: tokenHash(token),
    invitedBy: actor,
  });
  const { organisationId, role, integrations } = given;
  await insertOrganisationAudit(tx, {
    organisationId,
    actor,
    action: 'invite',
    details: { email, role, integrations },
  });
  return { id, url: `${portalUrlOf(config)}/invitations/${token}`, expiresAt };
}

/**
 * Invites a person into the viewer's organisation: by e-mail if the installation sends any, so that only the owner of the mailbox can
 * accept, otherwise by a link for the inviter to pass on. The invited person creates an account with their own password and codes, so this requires
 * a confirmation, as does any other assignment of a role.
 * @throws PortalRefused not-allowed, not-found, step-up, already-member, signed-out; where it goes by e-mail too-many
 * @see spec/contract.md
 */
export const invitePerson =
  (ctx: PortalContext) =>
  (caller: Viewer, { email, role, integrations }: PortalInviteRequest): Promise<PortalInvited> => {
    requireMay(caller, 'manage-team', null);
    requireGivable(caller, { role, integrations });
    requireStepUp(caller);
    return ctx.database.transaction(async (tx) => {
      const viewer = viewerNow(caller, await lockUser(tx, caller.userId));
      requireGivable(viewer, { role, integrations });
      const organisationId = viewer.organisation.id;
      await requireNoMember(tx, ctx, { email, organisationId });
      if (ctx.config.mail !== null)
        await countInvitation(tx, ctx, { organisationId, email: accountOf(email) });
      const { actor } = viewer;
      const invited = await invite(tx, ctx, {
        organisationId,
        email,
        role,
        integrations,
        grantReveal: null,
        actor,
      });
      if (ctx.config.mail === null) return invited;
      const mail = invitationMail(invited, { email, viewer });
      await queueMail(tx, ctx.vault, {
        organisationId,
        kind: 'invitation',
        subjectId: invited.id,
        hours: 72,
        mail,
      });
      return { ...invited, url: null };
    });
  };

/**
 * Does not reveal whether a person has an account in another organisation, if the answer needs no link: the invited person learns it from the e-mail.
 * @throws PortalRefused already-member
 */
async function requireNoMember(
  tx: Tx,
  { config }: Pick<PortalContext, 'config'>,
  { email, organisationId }: { email: string; organisationId: string },
): Promise<void> {
  const found = await findUserByEmail(tx, accountOf(email));
  if (found && (config.mail === null || found.organisationId === organisationId)) throw alreadyMember();
}

/** In the inviter's language, because that of the invited person is not known yet. */
function invitationMail(
  { url, expiresAt }: Invited,
  {
    email,
    viewer: { name, language, organisation },
  }: { email: string; viewer: Pick<Viewer, 'name' | 'language'> & { organisation: { name: string } } },
): Mail {
  const words = mailWords[language].invitation;
  const about = { name, organisation: organisation.name, expiresAt, url };
  return {
    to: accountOf(email),
    subject: words.subject({ organisation: organisation.name }),
    text: [...words.lines(about), ''].join('\n'),
  };
}

/** People can only give permissions that they have. @throws PortalRefused not-allowed, not-found */
export function requireGivable(
  viewer: Viewer,
  { role, integrations }: { role: PortalRole; integrations: readonly string[] | null },
): void {
  if (!givenRoles(viewer.role).includes(role))
    throw new PortalRefused('not-allowed', `The role ${viewer.role} may not give the role ${role}.`);
  if (integrations === null && viewer.isNarrowed)
    throw new PortalRefused('not-allowed', 'Choose some of the integrations that you see yourself.');
  const known = new Set(viewer.integrations.map(({ id }) => id));
  if (integrations?.some((id) => !known.has(id))) throw notFound();
}

export interface OperatorInvite {
  email: string;
  organisation: string;
  role: PortalRole;
  /** Whether the person may reveal personal data, if the role requires a grant. */
  reveal: boolean;
  /** Also sends the link to the address. */
  byMail?: boolean;
  actor: string;
}

/** Invites a person from the command line, which is how the first one gets in. @throws PortalRefused already-member */
export const inviteFirst =
  (ctx: Pick<PortalContext, 'database' | 'config' | 'vault'>) =>
  ({ email, organisation, role, reveal, byMail = false, actor }: OperatorInvite): Promise<Invited> =>
    ctx.database.transaction(async (tx) => {
      if (await findUserByEmail(tx, accountOf(email))) throw alreadyMember();
      const { id } = await findOrMakeOrganisation(tx, organisation);
      const grantReveal = reveal ? true : null;
      const invited = await invite(tx, ctx, {
        organisationId: id,
        email,
        role,
        integrations: null,
        grantReveal,
        actor,
      });
      if (!byMail) return invited;
      const viewer = { name: 'Countersign', language: 'en', organisation: { name: organisation } } as const;
      await queueMail(tx, ctx.vault, {
        organisationId: id,
        kind: 'invitation',
        subjectId: invited.id,
        hours: 72,
        mail: invitationMail(invited, { email, viewer }),
      });
      return invited;
    });

/** Withdraws an invitation. @throws PortalRefused not-allowed, not-found */
export const revokeInvitation =
  ({ database }: PortalContext) =>
  (viewer: Viewer, invitationId: string): Promise<void> => {
    requireMay(viewer, 'manage-team', null);
    return database.transaction(async (tx) => {
      const key = { organisationId: viewer.organisation.id, invitationId };
      const found = await deleteInvitation(tx, key);
      if (!found) throw notFound();
      const mayGive =
        givenRoles(viewer.role).includes(found.role) && isWithinReach(found.integrations, reachOf(viewer));
      if (!mayGive) throw new PortalRefused('not-allowed', `The role ${viewer.role} may not do this.`);
      await insertOrganisationAudit(tx, {
        organisationId: key.organisationId,
        actor: viewer.actor,
        action: 'revoke-invitation',
        details: { email: found.email, role: found.role },
      });
    });
  };

/** The content of an invitation. @throws PortalRefused not-found */
export const viewInvitation =
  ({ database }: PortalContext) =>
  async (token: string): Promise<PortalInvitation> => {
    const found = await findInvitation(database, tokenHash(token));
    if (!found) throw notFound();
    const { email, organisation, role, expiresAt } = found;
    return { email, organisation, role, expiresAt, sso: await ssoOffer(database, found) };
  };

/** Creates the account of an invitation and signs the person in; works once. @throws PortalRefused not-found, already-member, sso-required, address-refused */
export const acceptInvitation =
  (ctx: PortalContext) =>
  async (
    token: string,
    { name, password, language }: PortalAcceptRequest,
    knock: Knock,
  ): Promise<SignedIn> => {
    const hash = tokenHash(token);
    const found = await findInvitation(ctx.database, hash);
    if (!found) throw notFound();
    await requireFreeWay(ctx.database, found);
    const passwordHash = await ctx.passwords.hash(password);
    return ctx.database.transaction(async (tx) => {
      const taken = await takeInvitation(tx, hash);
      if (!taken) throw notFound();
      const { organisationId, email, role, integrations, grantReveal } = taken;
      const person = { organisationId, email, role, integrations, grantReveal };
      const id = randomUUID();
      if (!(await insertUser(tx, { ...person, id, name: name.trim(), language, passwordHash })))
        throw alreadyMember();
      await takeInvitationBack(tx, ctx, { organisationId, email });
      await insertOrganisationAudit(tx, {
        organisationId,
        actor: portalActor(id),
        action: 'accept-invitation',
        details: { email, role },
      });
      const user = await lockUser(tx, id);
      if (!user) throw new Error('a person who was just added is missing');
      return openSignIn(tx, ctx, { user, knock });
    });
  };
