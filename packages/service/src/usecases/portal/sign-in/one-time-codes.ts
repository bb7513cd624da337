import type { PortalTotpBegun, PortalTotpRequest } from '@countersign/contract';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import { base32, matchTotp, newTotpSecret, totpUri } from '../../../signing/totp.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { readClock } from '../../../storage/engine/database-clock.ts';
import { forgetTries } from '../../../storage/portal/lockouts.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import {
  confirmTotp,
  lockUser,
  type PortalUserRow,
  setPendingTotp,
  useRecoveryCode,
  useTotpStep,
} from '../../../storage/portal/portal-users.ts';
import { completeSignIn, type SignInRow } from '../../../storage/portal/sign-ins.ts';
import { portalActor, type PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { csrfOf, lockoutKey, newRecoveryCodes, openTotp, recoveryHash, sealTotp } from '../portal-tokens.ts';
import { knownBrowser, knownBrowserKey } from './known-browser.ts';
import {
  type Knock,
  noteFailure,
  noteSignIn,
  requireNoPasskey,
  requireTry,
  type SignedIn,
} from './start-sign-in.ts';

const wrongCode = () =>
  new PortalRefused('wrong-code', 'The code is wrong or was used. Wait for the next one and type that.');

/**
 * Completes a sign-in with a code, under a new cookie. A code can be used only once.
 * @throws PortalRefused too-many, wrong-code, not-found
 */
export const showCode =
  (ctx: PortalContext) =>
  async (visitor: SignInRow, request: PortalTotpRequest, knock: Knock): Promise<SignedIn> => {
    if (visitor.stage !== 'totp') throw notFound();
    const key =
      knownBrowserKey(ctx.vault, visitor, { kind: 'codes', shown: knock.known }) ??
      lockoutKey(ctx.vault, 'codes', visitor.id);
    await requireTry(ctx, key);
    const seconds = await readClock(ctx.database);
    const signedIn = await ctx.database.transaction(async (tx): Promise<SignedIn | null> => {
      const user = await lockUser(tx, visitor.id);
      if (!user || !(await isRight(tx, ctx, { user, request, seconds }))) return null;
      const token = newToken();
      if (!(await completeSignIn(tx, { signInId: visitor.signInId, tokenHash: tokenHash(token) })))
        return null;
      await noteSignIn(tx, user, { ...knock, by: 'code' in request ? 'code' : 'recovery-code' });
      const known = knownBrowser(ctx.vault, user, knock.known);
      return { token, next: 'done', csrf: csrfOf(ctx.vault, token), known };
    });
    if (signedIn === null) {
      await ctx.database.transaction((tx) =>
        noteFailure(tx, visitor, { address: knock.address, wrong: 'code' }),
      );
      throw wrongCode();
    }
    await forgetTries(ctx.database, key);
    return signedIn;
  };

interface Shown {
  user: PortalUserRow;
  request: PortalTotpRequest;
  /** By the clock of the database. */
  seconds: number;
}

/** Whether a code is correct; marks it as used. */
async function isRight(
  tx: Tx,
  { vault }: Pick<PortalContext, 'vault'>,
  { user, request, seconds }: Shown,
): Promise<boolean> {
  if ('recoveryCode' in request)
    return useRecoveryCode(tx, {
      userId: user.id,
      hash: recoveryHash(vault, user.id, request.recoveryCode),
    });
  if (user.totpSealed === null) return false;
  const secret = openTotp(vault, user.id, user.totpSealed);
  const step = matchTotp(secret, request.code, { seconds, usedStep: user.totpStep });
  return step !== null && (await useTotpStep(tx, { userId: user.id, step }));
}

/** Uses a person's one-time code for step-up: counted separately from sign-ins, which strangers can start. @throws PortalRefused too-many, wrong-code */
export async function requireCode(
  ctx: PortalContext,
  userId: string,
  code: string | undefined,
): Promise<void> {
  if (code === undefined)
    throw new PortalRefused('invalid', 'code: must be the code that your authenticator shows now', {
      member: 'code',
    });
  const key = lockoutKey(ctx.vault, 'confirmation-codes', userId);
  await requireTry(ctx, key);
  const seconds = await readClock(ctx.database);
  const right = await ctx.database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    return user !== null && isRight(tx, ctx, { user, request: { code }, seconds });
  });
  if (!right) throw wrongCode();
  await forgetTries(ctx.database, key);
}

/**
 * Active codes may only be replaced after entering one: a password alone must not suffice. The first ones are set up
 * during a password sign-in that requires them, otherwise after a confirmation: an unattended sign-in must not be used to lock its person out.
 * @param inForce the active sealed secret
 * @throws PortalRefused not-found, step-up
 * @see spec/contract.md A-395
 */
function requireSettable({ stage, steppedUpUntil }: SignInRow, inForce: Uint8Array | null): void {
  if (stage === 'totp') throw notFound();
  if ((stage === 'done' || inForce !== null) && steppedUpUntil === null)
    throw new PortalRefused('step-up', 'Confirm that it is you first.');
}

/** Creates a secret that becomes active once a code of it is entered; until then the current one stays active. */
export const beginTotp =
  ({ database, vault }: PortalContext) =>
  async (visitor: SignInRow): Promise<PortalTotpBegun> => {
    const { id: userId, email } = visitor;
    requireSettable(visitor, visitor.totpSealed);
    const secret = newTotpSecret();
    await database.transaction((tx) =>
      setPendingTotp(tx, { userId, sealed: sealTotp(vault, userId, secret) }),
    );
    return { secret: base32(secret), uri: totpUri({ account: email, secret }) };
  };

/**
 * Activates the pending secret, replaces all recovery codes with ten new ones, and completes a sign-in that
 * waited for it. All under a new cookie.
 * @throws PortalRefused wrong-code, too-many, not-found, step-up, passkey-required
 */
export const confirmCodes =
  (ctx: PortalContext) =>
  async (visitor: SignInRow, code: string, knock: Knock): Promise<SignedIn & { recoveryCodes: string[] }> => {
    const key = lockoutKey(ctx.vault, 'codes', visitor.id);
    await requireTry(ctx, key);
    const seconds = await readClock(ctx.database);
    const recoveryCodes = newRecoveryCodes();
    const signedIn = await ctx.database.transaction(async (tx): Promise<SignedIn | null> => {
      const user = await lockUser(tx, visitor.id);
      if (!user?.totpPending) throw notFound();
      requireSettable(visitor, user.totpSealed);
      // Added in another sign-in in the meantime.
      if (visitor.stage === 'enrol') await requireNoPasskey(tx, user);
      const secret = openTotp(ctx.vault, user.id, user.totpPending);
      const step = matchTotp(secret, code, { seconds, usedStep: null });
      if (step === null) return null;
      const hashes = recoveryCodes.map((each) => recoveryHash(ctx.vault, user.id, each));
      await confirmTotp(tx, { userId: user.id, step, hashes });
      await insertOrganisationAudit(tx, {
        organisationId: user.organisationId,
        actor: portalActor(user.id),
        action: 'set-up-codes',
      });
      const token = newToken();
      if (!(await completeSignIn(tx, { signInId: visitor.signInId, tokenHash: tokenHash(token) })))
        throw notFound();
      if (visitor.stage !== 'done') await noteSignIn(tx, user, { ...knock, by: 'code' });
      const known = knownBrowser(ctx.vault, user, knock.known);
      return { token, next: 'done', csrf: csrfOf(ctx.vault, token), known };
    });
    if (signedIn === null) throw wrongCode();
    await forgetTries(ctx.database, key);
    return { ...signedIn, recoveryCodes };
  };
