import { randomUUID } from 'node:crypto';
import type { PortalEmailChange, PortalEmailChangeRequest } from '@countersign/contract';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import {
  findEmailChange,
  insertEmailChange,
  setEmail,
  takeEmailChange,
} from '../../../storage/portal/email-changes.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import type { LockoutRule } from '../../../storage/portal/lockouts.ts';
import { findUserByEmail, lockUser } from '../../../storage/portal/portal-users.ts';
import { mailWords } from '../mail/mail-words.ts';
import { portalActor, type PortalContext, portalUrlOf } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { lockoutKey } from '../portal-tokens.ts';
import { accountOf, requireTry } from '../sign-in/start-sign-in.ts';
import { requireStepUp, type Viewer } from '../viewer.ts';

/** Limit of e-mails to unconfirmed addresses: a mistyped address can be corrected, but strangers are not flooded. */
const mailRule: LockoutRule = { free: 5, firstSeconds: 60, mostSeconds: 3_600 };

/**
 * Sends a link to the new address, without changing anything yet. If another account has the address, no e-mail is sent, and the answer is
 * the same.
 * @throws PortalRefused step-up, no-mail, invalid, too-many
 */
export const requestEmailChange =
  (ctx: PortalContext) =>
  async (viewer: Viewer, request: PortalEmailChangeRequest): Promise<void> => {
    requireStepUp(viewer);
    if (ctx.config.mail === null)
      throw new PortalRefused(
        'no-mail',
        'This installation sends no e-mail, so a new address cannot be confirmed. Your operator can set SMTP_URL.',
      );
    const email = accountOf(request.email);
    if (email === viewer.email)
      throw new PortalRefused('invalid', `email: “${email}” must differ from the address of the account`, {
        member: 'email',
      });
    const { userId, organisation, actor, language } = viewer;
    await requireTry(ctx, lockoutKey(ctx.vault, 'email-change', userId), mailRule);
    await ctx.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      await insertOrganisationAudit(tx, {
        organisationId: organisation.id,
        actor,
        action: 'request-email-change',
        details: { email },
      });
      if (await findUserByEmail(tx, email)) return;
      const [id, token] = [randomUUID(), newToken()];
      const expiresAt = await insertEmailChange(tx, { id, userId, email, tokenHash: tokenHash(token) });
      const words = mailWords[language].emailChange;
      const url = `${portalUrlOf(ctx.config)}/email/${token}`;
      await queueMail(tx, ctx.vault, {
        organisationId: organisation.id,
        kind: 'email-change',
        subjectId: id,
        hours: 24,
        mail: {
          to: email,
          subject: words.subject,
          text: [...words.lines({ old: viewer.email, expiresAt, url }), ''].join('\n'),
        },
      });
    });
  };

/** The change offered by an e-mail's link. @throws PortalRefused not-found */
export const viewEmailChange =
  ({ database }: PortalContext) =>
  async (token: string): Promise<PortalEmailChange> => {
    const found = await findEmailChange(database, tokenHash(token));
    if (!found) throw notFound();
    return { email: found.email, expiresAt: found.expiresAt };
  };

/**
 * Changes the address, once. Account, role, passkeys and sign-ins stay; the old address is notified.
 * @throws PortalRefused not-found, already-member
 */
export const confirmEmailChange =
  (ctx: PortalContext) =>
  (token: string): Promise<void> =>
    ctx.database.transaction(async (tx) => {
      const change = await takeEmailChange(tx, tokenHash(token));
      const user = change && (await lockUser(tx, change.userId));
      if (!change || !user) throw notFound();
      const { id: userId, organisationId, email: old, language } = user;
      const { email } = change;
      if (!(await setEmail(tx, { userId, email })))
        throw new PortalRefused('already-member', 'An account with this e-mail address already exists.');
      await insertOrganisationAudit(tx, {
        organisationId,
        actor: portalActor(userId),
        action: 'change-email',
        details: { from: old, to: email },
      });
      const words = mailWords[language].emailChanged;
      await queueMail(tx, ctx.vault, {
        organisationId,
        kind: 'email-changed',
        subjectId: change.id,
        hours: 72,
        mail: { to: old, subject: words.subject, text: [...words.lines({ email }), ''].join('\n') },
      });
    });
