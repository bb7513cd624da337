import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../encryption/constant-time.ts';

/** Seconds of one time step. */
const stepSeconds = 30;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits, as RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

/**
 * The code of one time step: SHA-1, six digits, steps of 30 seconds, which every authenticator supports.
 * @see https://www.rfc-editor.org/rfc/rfc6238
 */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/**
 * The time step of this code: the current one, the previous or the next, because clocks differ. `null`: none of them, or one
 * already used.
 * @param usedStep the last step whose code was accepted; it and all earlier ones are no longer valid
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  { seconds, usedStep }: { seconds: number; usedStep: number | null },
): number | null {
  const now = Math.floor(seconds / stepSeconds);
  let matched: number | null = null;
  for (const step of [now - 1, now, now + 1]) {
    const same = equalInConstantTime(Buffer.from(code), Buffer.from(totpCode(secret, step)));
    if (same && step > (usedStep ?? -1)) matched ??= step;
  }
  return matched;
}

/** Base 32 without padding, as authenticators expect secrets. */
export function base32(bytes: Uint8Array): string {
  let bits = 0;
  let held = 0;
  let text = '';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      text += alphabet[(held >> (bits - 5)) & 31] ?? '';
      bits -= 5;
    }
    held &= 0xff;
  }
  return bits > 0 ? text + (alphabet[(held << (5 - bits)) & 31] ?? '') : text;
}

/** Content of a QR code for authenticators. */
export function totpUri({ account, secret }: { account: string; secret: Uint8Array }): string {
  const issuer = 'Countersign';
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return `otpauth://totp/${label}?${query.toString()}`;
}
