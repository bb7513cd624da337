import { randomUUID } from 'node:crypto';
import type { PortalSignInRequest } from '@countersign/contract';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import type { Queryable } from '../../../storage/integration/live-caller.ts';
import {
  countTry,
  forgetTries,
  type LockoutRule,
  rewriteTry,
  takeBackTry,
} from '../../../storage/portal/lockouts.ts';
import { insertOrganisationAudit } from '../../../storage/portal/organisation-audit.ts';
import { countPasskeys } from '../../../storage/portal/passkeys.ts';
import { findUserByEmail, type PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { insertSignIn, type SignInStage } from '../../../storage/portal/sign-ins.ts';
import { notingAddress, requireAllowedFrom } from './address-rule.ts';
import { portalActor, type PortalContext } from '../portal-context.ts';
import { PortalRefused, tooMany } from '../portal-refused.ts';
import { csrfOf, lockoutKey } from '../portal-tokens.ts';
import { knownBrowser, knownBrowserKey } from './known-browser.ts';
import { requireFreeWay } from './sso-offer.ts';
import { mustEnrol } from '../viewer.ts';

/** A visitor, as far as the connection identifies them. */
export interface Knock {
  /** IPv4 address, or the /64 of IPv6: attempts are counted by it. */
  network: string;
  /** Shown in the list of sign-ins. */
  address: string;
  /** Names of browser and system. */
  device: string;
  /** The browser's tokens from completed sign-ins, for any account. */
  known: readonly string[];
}

/** A started or completed sign-in: its new cookie, and the next step. */
export interface SignedIn {
  token: string;
  next: SignInStage;
  csrf: string;
  /** Token the browser keeps for next time; `null`: the sign-in is not complete. */
  known: string | null;
}

/** The lockout doubles with each attempt beyond the free ones. An office behind one address gets more of them, and shorter lockouts. */
const accountRule: LockoutRule = { free: 5, firstSeconds: 15, mostSeconds: 900 };
export const addressRule: LockoutRule = { free: 30, firstSeconds: 5, mostSeconds: 300 };

/**
 * The e-mail address in the form stored for accounts. The Kelvin sign is kept: in lower case it would become a `k`, and the address would be
 * another person's.
 */
export const accountOf = (email: string): string =>
  email.trim().replaceAll(/[^\u212a]+/g, (text) => text.toLowerCase());

/**
 * Checks a password. Unknown addresses and wrong passwords get the same error after the same work, and count equally. Attempts of a browser
 * that has completed a sign-in to the account are counted separately, so that strangers cannot lock out a person who has one.
 * @throws PortalRefused too-many, wrong-credentials; of people whose organisation requires single sign-on sso-required; address-refused; with a passkey and without codes passkey-required; Unavailable
 * @see spec/contract.md A-405
 */
export const startSignIn =
  (ctx: PortalContext) =>
  async ({ email, password }: PortalSignInRequest, knock: Knock): Promise<SignedIn> => {
    const { database, vault, passwords } = ctx;
    const account = accountOf(email);
    const user = await findUserByEmail(database, account);
    const own = knownBrowserKey(vault, user, { kind: 'password', shown: knock.known });
    const keys = {
      address: own === null ? lockoutKey(vault, 'address', knock.network) : null,
      account: own ?? lockoutKey(vault, 'account', account),
    };
    if (keys.address !== null) await requireTry(ctx, keys.address, addressRule);
    await requireTry(ctx, keys.account, accountRule);
    if (!(await passwords.verify(password, user?.passwordHash ?? null)) || user === null) {
      // A different number of commits would reveal remotely whether the account exists.
      await database.transaction((tx) =>
        user === null
          ? rewriteTry(tx, keys.account)
          : noteFailure(tx, user, { address: knock.address, wrong: 'password' }),
      );
      throw new PortalRefused('wrong-credentials', 'E-mail address or password is wrong.');
    }
    await forgetTries(database, keys.account);
    if (keys.address !== null) await takeBackTry(database, keys.address);
    await requireFreeWay(database, user);
    return notingAddress(ctx, () => database.transaction((tx) => openSignIn(tx, ctx, { user, knock })));
  };

/** Counts an attempt. @throws PortalRefused too-many */
export async function requireTry(
  { database }: { database: Queryable },
  key: Uint8Array,
  rule: LockoutRule = accountRule,
): Promise<void> {
  const seconds = await countTry(database, key, rule);
  if (seconds > 0) throw tooMany(seconds);
}

/** What was wrong; for a passkey also the cause. */
type FailedBy = { wrong: 'password' | 'code' } | { wrong: 'passkey'; cause: string };

/** Records a person's failed sign-in. */
export const noteFailure = (
  tx: Tx,
  { id, organisationId }: Pick<PortalUserRow, 'id' | 'organisationId'>,
  { address, ...wrong }: Pick<Knock, 'address'> & FailedBy,
): Promise<void> =>
  insertOrganisationAudit(tx, {
    organisationId,
    actor: portalActor(id),
    action: 'sign-in-failed',
    details: { ...wrong, address },
  });

interface Opening {
  user: PortalUserRow;
  knock: Knock;
  /**
   * A passkey is both factors: the device, and how it verified the person. For single sign-on the provider decides what is
   * required. Default: the password.
   */
  by?: 'password' | 'passkey' | 'sso';
}

/** Opens the sign-in of a person after a valid password, passkey or single sign-on. @throws AddressRefused, PortalRefused organisation-suspended, passkey-required */
export async function openSignIn(
  tx: Tx,
  ctx: Pick<PortalContext, 'vault' | 'config'>,
  { user, knock, by = 'password' }: Opening,
): Promise<SignedIn> {
  requireAllowedFrom(user, knock.address);
  if (user.suspended)
    throw new PortalRefused(
      'organisation-suspended',
      'Your organisation is suspended. The operator of this installation can end that.',
    );
  const token = newToken();
  const next = by === 'password' ? nextOf(ctx, user) : 'done';
  if (next === 'enrol') await requireNoPasskey(tx, user);
  await insertSignIn(tx, {
    id: randomUUID(),
    userId: user.id,
    tokenHash: tokenHash(token),
    stage: next,
    device: knock.device,
    address: knock.address,
  });
  if (next === 'done') await noteSignIn(tx, user, { ...knock, by });
  const known = next === 'done' ? knownBrowser(ctx.vault, user, knock.known) : null;
  return { token, next, csrf: csrfOf(ctx.vault, token), known };
}

/**
 * A person with a passkey who needs two factors must use the passkey: codes set up with only a password would add no security.
 * @throws PortalRefused passkey-required
 */
export async function requireNoPasskey(tx: Tx, { id }: Pick<PortalUserRow, 'id'>): Promise<void> {
  if ((await countPasskeys(tx, id)) > 0)
    throw new PortalRefused(
      'passkey-required',
      'Your organisation requires more than a password, and your account has a passkey: use it.',
    );
}

/** The step after a password. */
const nextOf = (ctx: Pick<PortalContext, 'config'>, user: PortalUserRow): SignInStage =>
  user.totpSealed !== null ? 'totp' : mustEnrol(ctx, user) ? 'enrol' : 'done';

/** Records a complete sign-in. */
export const noteSignIn = (
  tx: Tx,
  { id, organisationId }: Pick<PortalUserRow, 'id' | 'organisationId'>,
  {
    address,
    device,
    by,
  }: Pick<Knock, 'address' | 'device'> & { by: 'password' | 'code' | 'recovery-code' | 'passkey' | 'sso' },
): Promise<void> =>
  insertOrganisationAudit(tx, {
    organisationId,
    actor: portalActor(id),
    action: 'sign-in',
    details: { address, device, by },
  });
