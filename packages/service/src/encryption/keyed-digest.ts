import { createHmac, type Hmac } from 'node:crypto';
import type { DataKey } from './seal.ts';

/** Purpose of a digest; digests of one purpose reveal nothing about those of another. */
export type DigestPurpose = 'media' | 'request-body' | 'flow-upload';

/**
 * HMAC-SHA256 (32 bytes) under a key derived from the session's data key, fed incrementally. It identifies personal data
 * while the data key exists, and cannot be used to guess it afterwards.
 */
export function createKeyedDigest(dataKey: DataKey, purpose: DigestPurpose): Hmac {
  // AES-GCM and HMAC never use the same key.
  const key = createHmac('sha256', dataKey.key).update(`keyed-digest/${purpose}`).digest();
  return createHmac('sha256', key);
}

/** HMAC-SHA256 (32 bytes) of the parts under a key of the installation; no part may contain a line feed. */
export function installationDigest(
  vault: { derive(label: string): Buffer },
  label: string,
  parts: readonly string[],
): Buffer {
  return createHmac('sha256', vault.derive(label)).update(parts.join('\n')).digest();
}
