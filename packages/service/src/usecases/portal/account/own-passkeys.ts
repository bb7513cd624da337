import type {
  PortalAddPasskeyRequest,
  PortalPasskey,
  PortalPasskeyBegun,
  PortalPasskeys,
} from '@countersign/contract';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import type { PasskeySite } from '../../../signing/webauthn.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { countPasskeys, deletePasskey, listPasskeys } from '../../../storage/portal/passkeys.ts';
import { lockUser } from '../../../storage/portal/portal-users.ts';
import { completeSignIn, deleteSignIns, type SignInRow } from '../../../storage/portal/sign-ins.ts';
import { beginMaking, keepMade, type Maker } from '../sign-in/make-passkey.ts';
import { knownBrowser } from '../sign-in/known-browser.ts';
import { ownSso } from '../sign-in/organisation-sso.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { csrfOf } from '../portal-tokens.ts';
import { type Knock, noteSignIn, type SignedIn } from '../sign-in/start-sign-in.ts';
import { requireStepUp, type Viewer } from '../viewer.ts';

/** The person's own passkeys, oldest first. */
export const listOwnPasskeys =
  ({ database }: PortalContext) =>
  async ({ userId }: Viewer): Promise<PortalPasskeys> => ({ rows: await listPasskeys(database, userId) });

const makerOf = ({ userId, organisation, signInId, email, name }: Viewer): Maker => ({
  userId,
  organisationId: organisation.id,
  signInId,
  email,
  name,
});

/** Options for creating a passkey. @throws PortalRefused step-up, too-many-passkeys, too-many */
export const beginPasskey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, site: PasskeySite, knock: Knock): Promise<PortalPasskeyBegun> => {
    requireStepUp(viewer);
    return beginMaking(ctx, makerOf(viewer), { site, knock });
  };

/**
 * Stores a passkey created by the browser.
 * @throws PortalRefused step-up, wrong-passkey, too-many-passkeys
 */
export const addPasskey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, site: PasskeySite, request: PortalAddPasskeyRequest): Promise<PortalPasskey> => {
    requireStepUp(viewer);
    const afterwards = () => Promise.resolve();
    const { id } = await keepMade(ctx, makerOf(viewer), { site, request, afterwards });
    const added = (await listPasskeys(ctx.database, viewer.userId)).find((each) => each.id === id);
    if (!added) throw notFound();
    return added;
  };

/** A sign-in waiting for a second step to be set up. @throws PortalRefused not-found for any other */
function enrolling({ stage, signInId, id, organisationId, email, name }: SignInRow): Maker {
  if (stage !== 'enrol') throw notFound();
  return { userId: id, organisationId, signInId, email, name };
}

/** Like {@link beginPasskey}, for a person whose first passkey completes the sign-in. @throws PortalRefused not-found, too-many */
export const beginFirstPasskey =
  (ctx: PortalContext) =>
  async (visitor: SignInRow, site: PasskeySite, knock: Knock): Promise<PortalPasskeyBegun> =>
    beginMaking(ctx, enrolling(visitor), { site, knock });

export interface FirstPasskey {
  site: PasskeySite;
  request: PortalAddPasskeyRequest;
  knock: Knock;
}

/**
 * Stores the first passkey of a person who needs two factors and has only a password, and completes the sign-in under a new cookie.
 * From then on the password alone is not sufficient: a person with a passkey and no codes signs in with the passkey.
 * @throws PortalRefused not-found, wrong-passkey
 */
export const addFirstPasskey =
  (ctx: PortalContext) =>
  async (visitor: SignInRow, { site, request, knock }: FirstPasskey): Promise<SignedIn> => {
    const { done } = await keepMade(ctx, enrolling(visitor), {
      site,
      request,
      afterwards: async (tx, { user, count }): Promise<SignedIn> => {
        // Set up in the meantime, in another sign-in: a password alone must not add to it.
        if (count > 0 || user.totpSealed !== null) throw notFound();
        const token = newToken();
        if (!(await completeSignIn(tx, { signInId: visitor.signInId, tokenHash: tokenHash(token) })))
          throw notFound();
        await noteSignIn(tx, user, { ...knock, by: 'passkey' });
        const known = knownBrowser(ctx.vault, user, knock.known);
        return { token, next: 'done', csrf: csrfOf(ctx.vault, token), known };
      },
    });
    return done;
  };

/**
 * Removes a passkey. Other sign-ins end, since one of them may be on the lost device.
 * @throws PortalRefused step-up, not-found, last-means
 */
export const removePasskey =
  ({ database }: PortalContext) =>
  (viewer: Viewer, id: string): Promise<void> => {
    requireStepUp(viewer);
    const { userId, signInId } = viewer;
    return database.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      const name = await deletePasskey(tx, { userId, id });
      if (name === null) throw notFound();
      const hasOther = user?.passwordHash != null || (await countPasskeys(tx, userId)) > 0;
      if (!hasOther && (await ownSso({ database: tx }, viewer))?.account == null)
        throw new PortalRefused(
          'last-means',
          'passkey: must not be the only way to sign in. Add another passkey first.',
        );
      await deleteSignIns(tx, { userId, except: signInId });
      await insertOrganisationAudit(tx, {
        organisationId: viewer.organisation.id,
        actor: viewer.actor,
        action: 'remove-passkey',
        details: { passkey: id, name },
      });
    });
  };
