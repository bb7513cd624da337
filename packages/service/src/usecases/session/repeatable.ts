import { Problem } from '@countersign/contract';
import { equalInConstantTime } from '../../encryption/constant-time.ts';
import { createKeyedDigest, installationDigest } from '../../encryption/keyed-digest.ts';
import type { DataKey } from '../../encryption/seal.ts';
import type { Vault } from '../../signing/vault.ts';
import type { FirstRequest, IdempotencyClaim } from '../../storage/session/idempotency.ts';

/** A request with an `Idempotency-Key`, as it came: never stored. */
export interface Repeatable {
  /** Method and path. */
  path: string;
  key: string;
  /** Of the raw body. */
  bodySha256: Uint8Array;
}

/** A request with an `Idempotency-Key` and where its row belongs. */
export interface RepeatableOf {
  integrationId: string;
  dataKey: DataKey;
  repeatable: Repeatable;
}

/** What is stored of a repeatable request. */
export const claimOf = (
  vault: Vault,
  { integrationId, dataKey, repeatable }: RepeatableOf,
): IdempotencyClaim => ({
  keyMac: installationDigest(vault, 'idempotency-key', [integrationId, repeatable.path, repeatable.key]),
  bodyMac: bodyMacOf(dataKey, repeatable),
});

/**
 * The resource that the first request with this key made.
 * @param dataKey of the session the first request belongs to
 * @throws Problem idempotency-key-reused when its body was another one
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
