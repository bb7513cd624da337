import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../../../encryption/constant-time.ts';
import type { Vault } from '../../../signing/vault.ts';
import type { PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { lockoutKey } from '../portal-tokens.ts';

type Deriving = Pick<Vault, 'derive'>;
type Account = Pick<PortalUserRow, 'id' | 'passwordHash'>;

/** Size of the random half of a token, and of the half that binds it to the account. */
const halfBytes = 16;

/**
 * Also bound to the current password: whoever knew it, and collected tokens from many sign-ins, has no attempts beyond those of strangers once
 * it is changed.
 */
const bindingOf = (vault: Deriving, { id, passwordHash }: Account, random: Uint8Array): Buffer =>
  createHmac('sha256', vault.derive('portal-known-browser'))
    .update(`${id}\n${passwordHash ?? ''}\n`)
    .update(random)
    .digest()
    .subarray(0, halfBytes);

/** The token among those a browser presents that belongs to this account; `null`: none. */
export function findKnownBrowser(vault: Deriving, account: Account, shown: readonly string[]): string | null {
  const isOwn = (token: string): boolean => {
    const bytes = Buffer.from(token, 'base64url');
    return equalInConstantTime(
      bytes.subarray(halfBytes),
      bindingOf(vault, account, bytes.subarray(0, halfBytes)),
    );
  };
  return shown.find(isOwn) ?? null;
}

/**
 * The token kept by a browser that completed a sign-in to an account: its existing one, or a new one. It grants no access: it only exempts the
 * browser from lockouts caused by strangers, but not from its own.
 * @returns 43 characters
 */
export function knownBrowser(vault: Deriving, account: Account, shown: readonly string[]): string {
  const known = findKnownBrowser(vault, account, shown);
  if (known !== null) return known;
  const random = randomBytes(halfBytes);
  return Buffer.concat([random, bindingOf(vault, account, random)]).toString('base64url');
}

/**
 * Key under which failed attempts of a known browser are counted.
 * @returns `null`: the browser is not known, and its attempts count with those of all others
 * @see spec/contract.md A-405
 */
export function knownBrowserKey(
  vault: Deriving,
  account: Account | null,
  { kind, shown }: { kind: 'password' | 'codes'; shown: readonly string[] },
): Buffer | null {
  const known = account && findKnownBrowser(vault, account, shown);
  return known === null ? null : lockoutKey(vault, `known-browser-${kind}`, known);
}
