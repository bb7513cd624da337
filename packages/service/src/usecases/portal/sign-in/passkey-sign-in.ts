import type { PortalPasskeyWanted, PortalPasskeyRequest, PortalSteppedUp } from '@countersign/contract';
import { judgePasskey, type PasskeyFault, type PasskeySite } from '../../../signing/webauthn.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { forgetTries, takeBackTry } from '../../../storage/portal/lockouts.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import {
  findPasskey,
  listCredentialIds,
  lockPasskey,
  type PasskeyRow,
  usePasskey,
} from '../../../storage/portal/passkeys.ts';
import { lockUser } from '../../../storage/portal/portal-users.ts';
import { stepUp } from '../../../storage/portal/sign-ins.ts';
import { notingAddress } from './address-rule.ts';
import { namedCredentials } from './make-passkey.ts';
import { endAttempt, openAttempt, passkeyTimeoutMs, wrongPasskey } from './passkey-attempts.ts';
import type { PortalContext } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';
import { lockoutKey } from '../portal-tokens.ts';
import { requireFreeWay } from './sso-offer.ts';
import {
  addressRule,
  type Knock,
  noteFailure,
  openSignIn,
  requireTry,
  type SignedIn,
} from './start-sign-in.ts';
import type { Viewer } from '../viewer.ts';

interface Wanted {
  rpId: string;
  challenge: string;
  allowCredentials: PortalPasskeyWanted['options']['allowCredentials'];
}

const optionsOf = (wanted: Wanted): PortalPasskeyWanted['options'] => ({
  ...wanted,
  timeout: passkeyTimeoutMs,
  userVerification: 'required',
});

/** Options for signing in: any passkey the browser has for this installation. @throws PortalRefused too-many */
export const beginPasskeySignIn =
  (ctx: PortalContext) =>
  async ({ rpId }: PasskeySite, knock: Knock): Promise<PortalPasskeyWanted> => {
    const { attempt, challenge } = await openAttempt(ctx, { purpose: 'sign-in', signInId: null, knock });
    return { attempt, options: optionsOf({ rpId, challenge, allowCredentials: [] }) };
  };

/** Options for confirming: one of the person's own passkeys. @throws PortalRefused too-many */
export const beginPasskeyStepUp =
  (ctx: PortalContext) =>
  async ({ signInId, userId }: Viewer, { rpId }: PasskeySite, knock: Knock): Promise<PortalPasskeyWanted> => {
    const { attempt, challenge } = await openAttempt(ctx, { purpose: 'step-up', signInId, knock });
    const allowCredentials = namedCredentials(await listCredentialIds(ctx.database, userId));
    return { attempt, options: optionsOf({ rpId, challenge, allowCredentials }) };
  };

interface Shown {
  request: PortalPasskeyRequest;
  site: PasskeySite;
  /** `null`: the attempt was not open. */
  challenge: Uint8Array | null;
}

/** Validates a signature while its passkey is locked, and updates the counter. @returns what is wrong, or `null` */
async function useUp(
  tx: Tx,
  { id }: PasskeyRow,
  { request, site, challenge, needsUserHandle }: Shown & { needsUserHandle: boolean },
): Promise<PasskeyFault | null> {
  if (challenge === null) return 'challenge';
  const passkey = await lockPasskey(tx, id);
  if (passkey === null) return 'credential';
  const verdict = judgePasskey(request, { site, challenge, passkey, needsUserHandle });
  if (verdict.fault === null) await usePasskey(tx, { id, ...verdict.right });
  return verdict.fault;
}

/**
 * Signs in by passkey alone, which counts as two factors. Attempts are counted by address and, once the passkey is known, by person.
 * @throws PortalRefused too-many, wrong-passkey, sso-required, address-refused
 */
export const signInByPasskey =
  (ctx: PortalContext) =>
  async (request: PortalPasskeyRequest, site: PasskeySite, knock: Knock): Promise<SignedIn> => {
    const { database, vault } = ctx;
    const address = lockoutKey(vault, 'address', knock.network);
    const { attempt, id } = request;
    const challenge = await endAttempt(ctx, { attempt, purpose: 'sign-in', signInId: null });
    await requireTry(ctx, address, addressRule);
    const passkey = await findPasskey(database, Buffer.from(id, 'base64url'));
    if (passkey === null) throw wrongPasskey();
    const person = lockoutKey(vault, 'passkeys', passkey.userId);
    await requireTry(ctx, person);
    const signIn = async (tx: Tx): Promise<SignedIn | PasskeyFault> => {
      const user = await lockUser(tx, passkey.userId);
      if (user === null) return 'credential';
      const shown = { request, site, challenge, needsUserHandle: true };
      const fault = await useUp(tx, passkey, shown);
      if (fault !== null) return fault;
      await requireFreeWay(tx, user);
      return openSignIn(tx, ctx, { user, knock, by: 'passkey' });
    };
    const done = await notingAddress(ctx, () => database.transaction(signIn));
    if (typeof done === 'string') return refuse(ctx, passkey, { knock, cause: done });
    await forgetTries(database, person);
    await takeBackTry(database, address);
    return done;
  };

/** @throws PortalRefused wrong-passkey */
async function refuse(
  { database }: PortalContext,
  { userId: id, organisationId }: PasskeyRow,
  { knock: { address }, cause }: { knock: Knock; cause: PasskeyFault },
): Promise<never> {
  await database.transaction((tx) =>
    noteFailure(tx, { id, organisationId }, { address, wrong: 'passkey', cause }),
  );
  throw wrongPasskey();
}

/** Elevates the sign-in for ten minutes with a passkey of the same person. @throws PortalRefused too-many, wrong-passkey, signed-out */
export const stepUpByPasskey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, site: PasskeySite, request: PortalPasskeyRequest): Promise<PortalSteppedUp> => {
    const { database, vault } = ctx;
    const { signInId, userId, actor, organisation } = viewer;
    const challenge = await endAttempt(ctx, { attempt: request.attempt, purpose: 'step-up', signInId });
    const person = lockoutKey(vault, 'passkeys', userId);
    await requireTry(ctx, person);
    const passkey = await findPasskey(database, Buffer.from(request.id, 'base64url'));
    const note = (tx: Tx, action: string, details: Record<string, unknown>) =>
      insertOrganisationAudit(tx, { organisationId: organisation.id, actor, action, details });
    const done = await database.transaction(async (tx) => {
      const shown = { request, site, challenge, needsUserHandle: false };
      const fault = passkey?.userId === userId ? await useUp(tx, passkey, shown) : 'user';
      if (fault !== null) {
        await note(tx, 'step-up-failed', { wrong: 'passkey', cause: fault });
        return { until: null, fault };
      }
      await note(tx, 'step-up', { by: 'passkey' });
      return { until: await stepUp(tx, signInId), fault };
    });
    if (done.fault !== null) throw wrongPasskey();
    if (done.until === null) throw new PortalRefused('signed-out', 'Sign in again.');
    await forgetTries(database, person);
    return { until: done.until };
  };
