import { createHmac, type Hmac } from 'node:crypto';
import type { DataKey } from './seal.ts';

/** What is digested; a digest of one purpose reveals nothing about another one's. */
export type DigestPurpose = 'media' | 'request-body' | 'flow-upload';

/**
 * HMAC-SHA256 (32 bytes) under a key made of the session's data key, to be fed piece by piece. Personal data can be recognised
 * by it while the data key exists, and never be guessed from it afterwards.
 */
export function createKeyedDigest(dataKey: DataKey, purpose: DigestPurpose): Hmac {
  // AES-GCM and HMAC never use the same key.
  const key = createHmac('sha256', dataKey.key).update(`keyed-digest/${purpose}`).digest();
  return createHmac('sha256', key);
}

/** HMAC-SHA256 (32 bytes) of the parts under a key of the installation; no part may hold a line feed. */
export function installationDigest(
  vault: { derive(label: string): Buffer },
  label: string,
  parts: readonly string[],
): Buffer {
  return createHmac('sha256', vault.derive(label)).update(parts.join('\n')).digest();
}
