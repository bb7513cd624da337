import {
  type PortalCapability,
  portalCapabilities,
  type PortalMe,
  PortalPreferences,
  type PortalProfileChange,
  type PortalSignIns,
  type PortalStepUpRequest,
  type PortalSteppedUp,
} from '@countersign/contract';
import { Value } from 'typebox/value';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { countPasskeys } from '../../../storage/portal/passkeys.ts';
import { countRecoveryCodes, setProfile } from '../../../storage/portal/portal-users.ts';
import {
  deleteSignIn,
  deleteSignIns,
  listSignIns,
  type SignInRow,
  stepUp,
} from '../../../storage/portal/sign-ins.ts';
import { requireCode } from '../sign-in/one-time-codes.ts';
import { requirePassword } from './own-password.ts';
import type { PortalContext } from '../portal-context.ts';
import { endOperatorView } from '../operator-view.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { csrfOf } from '../portal-tokens.ts';
import { ownSso } from '../sign-in/organisation-sso.ts';
import { requireNoPasskey } from '../sign-in/start-sign-in.ts';
import { may, mustEnrol, type Viewer, type Visitor } from '../viewer.ts';

/** Everything that the portal's page needs before it shows anything. */
export const describeViewer =
  (ctx: PortalContext) =>
  async (viewer: Viewer, visitor: Visitor, token: string): Promise<PortalMe> => ({
    user: { id: viewer.userId, email: viewer.email, name: viewer.name, language: viewer.language },
    preferences: preferencesOf(visitor.preferences),
    organisation: viewer.organisation,
    role: viewer.role,
    operatorView: visitor.operatorView && {
      by: visitor.name,
      reason: visitor.operatorView.reason,
      until: visitor.operatorView.until,
    },
    capabilities: portalCapabilities.filter((capability) => mayAnywhere(viewer, capability)),
    integrations: viewer.integrations.map((integration) => ({
      ...integration,
      revealable: may(viewer, 'reveal', integration),
    })),
    totp: {
      enrolled: visitor.totpSealed !== null,
      required: mustEnrol(ctx, { ...visitor, totpSealed: null }),
      recoveryCodesLeft: await countRecoveryCodes(ctx.database, viewer.userId),
    },
    passkeys: await countPasskeys(ctx.database, viewer.userId),
    password: visitor.passwordHash !== null,
    sso: await ownSso(ctx, viewer),
    steppedUpUntil: viewer.steppedUpUntil,
    csrf: csrfOf(ctx.vault, token),
  });

/** The stored preferences merged over the defaults; anything in the format of an earlier or later release is ignored. */
function preferencesOf(stored: unknown): PortalPreferences {
  const usual: PortalPreferences = { views: [], shortcuts: true };
  const merged = { ...usual, ...(stored as Partial<PortalPreferences>) };
  return Value.Check(PortalPreferences, merged) ? merged : usual;
}

const mayAnywhere = (viewer: Viewer, capability: PortalCapability): boolean =>
  may(viewer, capability, null) || viewer.integrations.some((each) => may(viewer, capability, each));

/** The person's own sign-ins. */
export const listOwnSignIns =
  ({ database }: PortalContext) =>
  async ({ userId, signInId }: Viewer): Promise<PortalSignIns> => ({
    rows: (await listSignIns(database, userId)).map((row) => ({ ...row, current: row.id === signInId })),
    next: null,
  });

/** Ends one of the person's own sign-ins at once. @throws PortalRefused not-found */
export const endSignIn =
  ({ database }: PortalContext) =>
  (viewer: Viewer, signInId: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await deleteSignIn(tx, { userId: viewer.userId, signInId }))) throw notFound();
      await noteOwn(tx, viewer, signInId === viewer.signInId ? 'sign-out' : 'end-sign-in');
    });

/** Signs out a visitor, whose sign-in may be incomplete; for an operator, ends the view. */
export const signOut =
  (ctx: PortalContext) =>
  async ({ id: userId, signInId, operatorView }: Visitor): Promise<void> => {
    if (operatorView !== null) return endOperatorView(ctx, operatorView);
    await ctx.database.transaction((tx) => deleteSignIn(tx, { userId, signInId }));
  };

/** Ends all of the person's sign-ins, including this one. */
export const signOutEverywhere =
  ({ database }: PortalContext) =>
  (viewer: Viewer): Promise<void> =>
    database.transaction(async (tx) => {
      await deleteSignIns(tx, { userId: viewer.userId });
      await noteOwn(tx, viewer, 'sign-out-everywhere');
    });

const noteOwn = (
  tx: Parameters<typeof insertOrganisationAudit>[0],
  { organisation, actor }: Viewer,
  action: string,
): Promise<void> => insertOrganisationAudit(tx, { organisationId: organisation.id, actor, action });

/**
 * Steps up the sign-in for ten minutes; people with one-time codes must enter one as well. If the role needs more than a password, people
 * with a passkey and no codes confirm with the passkey, as when signing in.
 * @throws PortalRefused too-many, wrong-credentials, wrong-code, invalid, passkey-required
 * @see spec/contract.md A-395
 */
export const stepUpSignIn =
  (ctx: PortalContext) =>
  async (viewer: Viewer, visitor: SignInRow, request: PortalStepUpRequest): Promise<PortalSteppedUp> => {
    if (mustEnrol(ctx, visitor)) await ctx.database.transaction((tx) => requireNoPasskey(tx, visitor));
    await requirePassword(ctx, viewer, request.password);
    if (visitor.totpSealed !== null) await requireCode(ctx, viewer.userId, request.code);
    const until = await ctx.database.transaction(async (tx) => {
      await noteOwn(tx, viewer, 'step-up');
      return stepUp(tx, viewer.signInId);
    });
    if (until === null) throw new PortalRefused('signed-out', 'Sign in again.');
    return { until };
  };

/** Changes the person's own name, language or preferences. */
export const changeProfile =
  ({ database }: PortalContext) =>
  (viewer: Viewer, { name, language, ...preferences }: PortalProfileChange): Promise<void> =>
    database.transaction(async (tx) => {
      const { userId } = viewer;
      await setProfile(tx, { userId, name: name ?? null, language: language ?? null, preferences });
      await noteOwn(tx, viewer, 'change-profile');
    });
