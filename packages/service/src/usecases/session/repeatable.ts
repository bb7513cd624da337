import { Problem } from '@countersign/contract';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import { createKeyedDigest, installationDigest } from '../../encryption/keyed-digest.ts';
import type { DataKey } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { FirstRequest, IdempotencyClaim } from '../../storage/session/idempotency.ts';

/** A request with an `Idempotency-Key`, as received: never stored. */
export interface Repeatable {
  /** Method and path. */
  path: string;
  key: string;
  /** Digest of the raw body. */
  bodySha256: Uint8Array;
}

/** A request with an `Idempotency-Key` and the owner of its row. */
export interface RepeatableOf {
  integrationId: string;
  dataKey: DataKey;
  repeatable: Repeatable;
}

/** What is stored for a repeatable request. */
export const claimOf = (
  vault: Vault,
  { integrationId, dataKey, repeatable }: RepeatableOf,
): IdempotencyClaim => ({
  keyMac: keyMacOf(vault, integrationId, repeatable),
  bodyMac: bodyMacOf(dataKey, repeatable),
});

/** The key under which a request is found. */
export const keyMacOf = (vault: Vault, integrationId: string, { path, key }: Repeatable): Buffer =>
  installationDigest(vault, 'idempotency-key', [integrationId, path, key]);

/** One part of a request whose parts are executed, and repeated, separately. @param place from 0 */
export const repeatablePart = (repeatable: Repeatable, place: number): Repeatable => ({
  ...repeatable,
  path: `${repeatable.path} ${place}`,
});

/**
 * The resource that the first request with this key created.
 * @param dataKey of the session of the first request
 * @throws Problem idempotency-key-reused if its body was different
 * @see spec/contract.md A-111
 */
export function repeatedResource(dataKey: DataKey, repeatable: Repeatable, first: FirstRequest): string {
  const { bodyMac, resourceId } = first;
  if (bodyMac === null || !equalInConstantTime(bodyMac, bodyMacOf(dataKey, repeatable)))
    throw new Problem('idempotency-key-reused');
  return resourceId;
}

const bodyMacOf = (dataKey: DataKey, { bodySha256 }: Repeatable): Buffer =>
  createKeyedDigest(dataKey, 'request-body').update(bodySha256).digest();
