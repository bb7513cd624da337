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

/** Who knocks, as far as the connection shows it. */
export interface Knock {
  /** IPv4, or the /64 of IPv6: what tries are counted by. */
  network: string;
  /** Shown in the list of sign-ins. */
  address: string;
  /** Browser and system in words. */
  device: string;
  /** What the browser keeps of sign-ins that it completed, of whatever account. */
  known: readonly string[];
}

/** A sign-in that was begun or completed: its new cookie, and what follows. */
export interface SignedIn {
  token: string;
  next: SignInStage;
  csrf: string;
  /** What the browser keeps for the next time; `null`: the sign-in is not complete. */
  known: string | null;
}

/** Waits double from the first try beyond the free ones. An office behind one address gets more of them, and waits less. */
const accountRule: LockoutRule = { free: 5, firstSeconds: 15, mostSeconds: 900 };
export const addressRule: LockoutRule = { free: 30, firstSeconds: 5, mostSeconds: 300 };

/**
 * The e-mail address as accounts have it. The sign of Kelvin stays: in lower case it would be a `k`, and the address that of somebody
 * else.
 */
export const accountOf = (email: string): string =>
  email.trim().replaceAll(/[^\u212a]+/g, (text) => text.toLowerCase());

/**
 * Checks a password. Unknown addresses and wrong passwords get the same refusal after the same work, and count alike. Tries of a browser
 * that has completed a sign-in of the account count apart, so that strangers keep no person out who has one.
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
      // A commit more or less would show from afar whether there is such an account.
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

/** Counts a try. @throws PortalRefused too-many */
export async function requireTry(
  { database }: { database: Queryable },
  key: Uint8Array,
  rule: LockoutRule = accountRule,
): Promise<void> {
  const seconds = await countTry(database, key, rule);
  if (seconds > 0) throw tooMany(seconds);
}

/** What was wrong; of a passkey also why. */
type FailedBy = { wrong: 'password' | 'code' } | { wrong: 'passkey'; cause: string };

/** Records a failed sign-in as a person. */
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
   * A passkey is both factors: the device, and what it verified the person by. Of a single sign-on the provider requires what it
   * requires. Default: the password.
   */
  by?: 'password' | 'passkey' | 'sso';
}

/** Opens the sign-in of a person whose password, passkey or single sign-on was right. @throws AddressRefused, PortalRefused organisation-suspended, passkey-required */
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
 * Whoever has a passkey and must show two factors shows the passkey: codes that a password alone sets up would be as good as none.
 * @throws PortalRefused passkey-required
 */
export async function requireNoPasskey(tx: Tx, { id }: Pick<PortalUserRow, 'id'>): Promise<void> {
  if ((await countPasskeys(tx, id)) > 0)
    throw new PortalRefused(
      'passkey-required',
      'Your organisation requires more than a password, and your account has a passkey: use it.',
    );
}

/** What follows a password. */
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
