import { randomBytes } from 'node:crypto';
import { newToken, tokenHash } from '../../../signing/opaque-token.ts';
import {
  insertPasskeyAttempt,
  type PasskeyPurpose,
  takePasskeyAttempt,
} from '../../../storage/portal/passkeys.ts';
import type { PortalContext } from '../portal-context.ts';
import { PortalRefused, tooMany } from '../portal-refused.ts';
import { lockoutKey } from '../portal-tokens.ts';
import type { Knock } from './start-sign-in.ts';

/** Milliseconds a person has to respond, and seconds the challenge is valid. */
export const passkeyTimeoutMs = 300_000;

/** One error for any fault of a passkey, which gives attackers no information. */
export const wrongPasskey = (): PortalRefused =>
  new PortalRefused(
    'wrong-passkey',
    'passkey: must be one of this account, used on this page within five minutes. Try again, or use your password.',
  );

interface Opened {
  purpose: PasskeyPurpose;
  signInId: string | null;
  knock: Knock;
}

/** Opens an attempt with its own challenge. @throws PortalRefused too-many */
export async function openAttempt(
  { database, vault }: Pick<PortalContext, 'database' | 'vault'>,
  { purpose, signInId, knock }: Opened,
): Promise<{ attempt: string; challenge: string }> {
  const attempt = newToken();
  const challenge = randomBytes(32);
  const isOpen = await insertPasskeyAttempt(database, {
    tokenHash: tokenHash(attempt),
    challenge,
    purpose,
    signInId,
    network: lockoutKey(vault, 'address', knock.network),
  });
  if (!isOpen) throw tooMany(passkeyTimeoutMs / 1000);
  return { attempt, challenge: challenge.toString('base64url') };
}

/** Ends an attempt, whatever its result. @returns its challenge; `null`: it is not, or no longer, open */
export const endAttempt = (
  { database }: Pick<PortalContext, 'database'>,
  { attempt, purpose, signInId }: { attempt: string } & Omit<Opened, 'knock'>,
): Promise<Uint8Array | null> =>
  takePasskeyAttempt(database, { tokenHash: tokenHash(attempt), purpose, signInId });
