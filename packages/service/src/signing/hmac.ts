import { createHmac, type Hmac } from 'node:crypto';
import { signatureForm } from '@countersign/contract';
import { equalInConstantTime } from '../encryption/constant-time.ts';

/** An incremental HMAC-SHA256. The key is the UTF-8 bytes of the secret as displayed. @see spec/contract.md A-14 */
export function createHmacStream(secret: string): Hmac {
  return createHmac('sha256', secret);
}

/** HMAC-SHA256 over consecutive chunks, in lower-case hex; text is encoded as UTF-8. @see spec/contract.md A-13 */
export function hmacHex(secret: string, ...chunks: (string | Uint8Array)[]): string {
  const hmac = createHmacStream(secret);
  for (const chunk of chunks) hmac.update(chunk);
  return hmac.digest('hex');
}

/** True for 64 hexadecimal digits of any case, with or without `sha256=`. @see spec/contract.md A-13 */
export function isSignatureForm(header: string): boolean {
  return signatureForm.test(header);
}

/**
 * Compares a digest with a signature header, in constant time.
 * The form is checked before decoding, because hex decoding silently truncates invalid input.
 * @returns false on a mismatch and for a malformed header
 */
export function signatureMatches(digest: Buffer, header: string): boolean {
  const digits = signatureForm.exec(header)?.[1];
  return digits !== undefined && equalInConstantTime(digest, Buffer.from(digits, 'hex'));
}
