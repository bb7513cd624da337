import { randomBytes } from 'node:crypto';

/** Lets secret scanners detect a leaked one. */
const prefix = 'csk_';

/** A new shared secret: 256 random bits, printable, 47 characters. @see spec/contract.md A-14 */
export function newSecret(): string {
  return prefix + randomBytes(32).toString('base64url');
}
