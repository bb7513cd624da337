import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../../../encryption/constant-time.ts';
import type { Vault } from '../../../signing/vault.ts';
import type { PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { lockoutKey } from '../portal-tokens.ts';

type Deriving = Pick<Vault, 'derive'>;
type Account = Pick<PortalUserRow, 'id' | 'passwordHash'>;

/** Bytes of the random half of a token, and of the half that binds it to the account. */
const halfBytes = 16;

/**
 * Bound to the password in force as well: whoever had it, and kept what many sign-ins left, has no tries beside those of strangers once
 * it was changed.
 */
const bindingOf = (vault: Deriving, { id, passwordHash }: Account, random: Uint8Array): Buffer =>
  createHmac('sha256', vault.derive('portal-known-browser'))
    .update(`${id}\n${passwordHash ?? ''}\n`)
    .update(random)
    .digest()
    .subarray(0, halfBytes);

/** Which of the tokens that a browser shows is of this account; `null`: none. */
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
 * What a browser keeps that has completed a sign-in of an account: the token it has, or a new one. It opens nothing: wrong tries of
 * strangers do not keep such a browser waiting, and its own do.
 * @returns 43 characters
 */
export function knownBrowser(vault: Deriving, account: Account, shown: readonly string[]): string {
  const known = findKnownBrowser(vault, account, shown);
  if (known !== null) return known;
  const random = randomBytes(halfBytes);
  return Buffer.concat([random, bindingOf(vault, account, random)]).toString('base64url');
}

/**
 * Under which name failed tries of a known browser count.
 * @returns `null`: the browser is not known, and its tries count with those of all others
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
