import type { Endpoint } from '@countersign/contract';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import { requireOrigin } from './browser-origin.ts';
import type { Exchange } from './exchange.ts';
import { signatureOf } from './verify-signature.ts';

/**
 * Signature checks possible before the body is read: rejects a missing, repeated or malformed
 * signature, and on session creation the origin.
 * @throws Problem 1812, 1815
 * @see spec/contract.md A-113
 */
export function requireSignatureForm(
  exchange: Exchange,
  { name, headers }: Pick<Endpoint, 'name' | 'headers'>,
  integration: IntegrationKeys,
): void {
  if (name === 'create-session') {
    requireOrigin(exchange, integration);
    if (!integration.settings.requireSignedCreation) return;
  }
  signatureOf(exchange, headers);
}
