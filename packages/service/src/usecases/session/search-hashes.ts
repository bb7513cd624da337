import { createHmac } from 'node:crypto';
import type { Vault } from '../../signing/vault.ts';

/** Values by which a session is found besides its id; `null` for those it does not have. */
export interface SearchHashes {
  vendorHash: Uint8Array | null;
  endUserHash: Uint8Array | null;
}

/** HMAC-SHA-256 of a session's customer identifiers, under a key of the integration: finds equal values and reveals none. */
export function searchHashes(
  vault: Pick<Vault, 'derive'>,
  integrationId: string,
  { vendorData, endUserId }: { vendorData: string | null; endUserId: string | null },
): SearchHashes {
  const secret = vault.derive(`session-search:${integrationId}`);
  const hash = (kind: string, value: string | null) =>
    value ? createHmac('sha256', secret).update(`${kind}\n${value}`).digest() : null;
  return {
    vendorHash: hash('vendor-data', vendorData),
    endUserHash: hash('end-user', endUserId?.toLowerCase() ?? null),
  };
}
