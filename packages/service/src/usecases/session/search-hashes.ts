import { createHmac } from 'node:crypto';
import type { Vault } from '../../signing/vault.ts';

/** What a session is found by besides its id; `null` what it does not name. */
export interface SearchHashes {
  vendorHash: Uint8Array | null;
  endUserHash: Uint8Array | null;
}

/** HMAC-SHA-256 of what a session names its customer by, under a key of the integration: finds equal values and reveals none. */
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
