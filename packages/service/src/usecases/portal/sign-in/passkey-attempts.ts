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

/** Milliseconds that a person has for it, and seconds that the challenge counts. */
export const passkeyTimeoutMs = 300_000;

/** One thing for whatever is wrong with a passkey: who guesses learns nothing. */
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

/** Opens an attempt with a challenge of its own. @throws PortalRefused too-many */
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

/** Ends an attempt, whatever comes of it. @returns its challenge; `null`: it is not, or no longer, open */
export const endAttempt = (
  { database }: Pick<PortalContext, 'database'>,
  { attempt, purpose, signInId }: { attempt: string } & Omit<Opened, 'knock'>,
): Promise<Uint8Array | null> =>
  takePasskeyAttempt(database, { tokenHash: tokenHash(attempt), purpose, signInId });
