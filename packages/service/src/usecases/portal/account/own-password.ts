import type { PortalPasswordChange } from '@countersign/contract';
import type { Tx } from '../../../storage/engine/database.ts';
import { endEmailChange } from '../../../storage/portal/email-changes.ts';
import { forgetTries } from '../../../storage/portal/lockouts.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { findUserByEmail, lockUser, setPasswordHash } from '../../../storage/portal/portal-users.ts';
import { deleteSignIns } from '../../../storage/portal/sign-ins.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { PortalContext } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';
import { lockoutKey } from '../portal-tokens.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { knownBrowser } from '../sign-in/known-browser.ts';
import { requireFreeWay } from '../sign-in/sso-offer.ts';
import { requireTry } from '../sign-in/start-sign-in.ts';
import { mustEnrol, requireStepUp, type Viewer } from '../viewer.ts';

/**
 * For a signed-in person. Attempts are counted separately from sign-ins, whose limit strangers can exhaust: they must not be able to prevent
 * the person from confirming.
 * @throws PortalRefused too-many, wrong-credentials
 * @see spec/contract.md A-405
 */
export async function requirePassword(
  { database, vault, passwords }: PortalContext,
  { email, userId }: Viewer,
  password: string,
): Promise<void> {
  const key = lockoutKey(vault, 'confirmation-password', userId);
  await requireTry({ database }, key);
  const user = await findUserByEmail(database, email);
  if (!(await passwords.verify(password, user?.passwordHash ?? null)))
    throw new PortalRefused('wrong-credentials', 'The password is wrong.');
  await forgetTries(database, key);
}

/**
 * Changes the person's own password, or sets the first one of an account without any; all other sign-ins and an unconfirmed change of address
 * end, and the account's mailbox is notified. Setting the first one requires a stepped-up sign-in, and codes if the role needs them: otherwise anyone
 * who knows the password could set up the codes.
 * @returns what the browser keeps for its next sign-in: its old value belonged to the previous password
 * @throws PortalRefused too-many, wrong-credentials; without `current` step-up, sso-required, no-codes, invalid
 */
export const changePassword =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { current, next }: PortalPasswordChange): Promise<string> => {
    const isFirst = current === null;
    if (isFirst) requireStepUp(viewer);
    else await requirePassword(ctx, viewer, current);
    const passwordHash = await ctx.passwords.hash(next);
    const { userId, signInId, organisation, actor } = viewer;
    await ctx.database.transaction(async (tx) => {
      if (isFirst) await requireFirst(tx, ctx, viewer);
      await setPasswordHash(tx, { userId, passwordHash });
      await deleteSignIns(tx, { userId, except: signInId });
      // The password may be changed because of whoever requested it.
      await endEmailChange(tx, userId);
      const action = isFirst ? 'set-password' : 'change-password';
      await insertOrganisationAudit(tx, { organisationId: organisation.id, actor, action });
      await inform(tx, ctx, { viewer, isFirst });
    });
    return knownBrowser(ctx.vault, { id: userId, passwordHash }, []);
  };

/** @throws PortalRefused sso-required, no-codes, invalid */
async function requireFirst(
  tx: Tx,
  ctx: PortalContext,
  { userId, organisation, role }: Viewer,
): Promise<void> {
  await requireFreeWay(tx, { organisationId: organisation.id, role });
  const user = await lockUser(tx, userId);
  if (user === null) throw new PortalRefused('signed-out', 'Sign in again.');
  if (user.passwordHash !== null)
    throw new PortalRefused('invalid', 'current: must be the password of the account, which has one', {
      member: 'current',
    });
  if (mustEnrol(ctx, user))
    throw new PortalRefused(
      'no-codes',
      `The role ${role} needs one-time codes beside a password: set up an authenticator app first.`,
    );
}

/** Hours after which the notification is useless. */
const informHours = 72;

/** Sends an e-mail to the account's address, if the installation sends e-mail. */
async function inform(
  tx: Tx,
  { config, vault }: PortalContext,
  { viewer, isFirst }: { viewer: Viewer; isFirst: boolean },
): Promise<void> {
  if (config.mail === null) return;
  const { subject, lines } = mailWords[viewer.language][isFirst ? 'passwordSet' : 'passwordChanged'];
  await queueMail(tx, vault, {
    organisationId: viewer.organisation.id,
    kind: 'password-changed',
    subjectId: viewer.userId,
    hours: informHours,
    mail: { to: viewer.email, subject, text: [...lines, ''].join('\n') },
  });
}
