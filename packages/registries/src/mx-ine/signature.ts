import { createHash, createPublicKey, verify } from 'node:crypto';
import type { JsonObject } from '../calls/read-json.ts';
import { valueAt } from './dotted-path.ts';

/** Whether an answer is signed by the registry. Other profiles are supplied as a different function. */
export type VerifySignature = (body: JsonObject) => boolean;

/** Base64 SHA-256 of the signed part of an answer. */
export const digestOf = (response: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(response) ?? '')
    .digest('base64');

/**
 * The profile `digest`: `digestValue` is the digest of `response`, and `signatureValue` is RSASSA-PKCS1-v1_5 with SHA-256 over its text.
 * @param publicKey PEM
 * @throws Error when the key is invalid
 * @see spec/registries.md 8.3
 */
export function digestSignature(publicKey: string): VerifySignature {
  const key = createPublicKey(publicKey);
  return (body) => {
    const digest = valueAt(body, 'signature.signedInfo.reference.digestValue');
    const signature = valueAt(body, 'signature.signatureValue');
    if (typeof digest !== 'string' || typeof signature !== 'string') return false;
    if (digest !== digestOf(body['response'])) return false;
    return verify('RSA-SHA256', Buffer.from(digest), key, Buffer.from(signature, 'base64'));
  };
}
