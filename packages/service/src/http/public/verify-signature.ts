import type { Hmac } from 'node:crypto';
import { Problem } from '@countersign/contract';
import { createHmacStream, isSignatureForm, signatureMatches } from '../../signing/hmac.ts';
import type { IntegrationKeys, SecretKey } from '../../signing/key-ring.ts';
import { type Exchange, headerValues } from './exchange.ts';

/**
 * The signature of a request.
 * @throws Problem 1815 when it is missing or repeated, 1812 when it is malformed
 * @see spec/contract.md
 */
export function signatureOf({ request }: Exchange, family: 'public' | 'feedback'): string {
  const [signature = '', ...more] = headerValues(
    request,
    family === 'feedback' ? 'vrf-hmac-signature' : 'x-hmac-signature',
  );
  if (more.length > 0) throw new Problem('not-authenticated', { meaning: 'signature-repeated' });
  if (signature === '') throw new Problem('not-authenticated', { meaning: 'signature-missing' });
  if (!isSignatureForm(signature)) throw new Problem('signature-malformed');
  return signature;
}

/** The last key that verified, per integration; it is tried first. */
const lastGood = new Map<string, string>();
const rememberedIntegrations = 10_000;

/** Keys in the order in which they are tried. */
function keysToTry({ integrationId, secrets }: IntegrationKeys): SecretKey[] {
  const last = lastGood.get(integrationId);
  return [...secrets].sort((a, b) => Number(b.id === last) - Number(a.id === last));
}

/** The key that produced this signature of the message, or `null`. */
export function verifyMessage(
  integration: IntegrationKeys,
  signature: string,
  message: readonly (string | Uint8Array)[],
): SecretKey | null {
  for (const key of keysToTry(integration)) {
    const hmac = createHmacStream(key.secret);
    for (const part of message) hmac.update(part);
    if (signatureMatches(hmac.digest(), signature)) return remember(integration, key);
  }
  return null;
}

function remember({ integrationId }: IntegrationKeys, key: SecretKey): SecretKey {
  if (lastGood.size >= rememberedIntegrations) lastGood.clear();
  lastGood.set(integrationId, key.id);
  return key;
}

export interface StreamedMessage {
  update(bytes: Uint8Array): void;
  /** The key that produced this signature of all bytes, or `null`. */
  verify(signature: string): SecretKey | null;
}

/** Like {@link verifyMessage}, for a streamed message: computes it under all keys at once. */
export function streamMessage(integration: IntegrationKeys): StreamedMessage {
  const running: { key: SecretKey; hmac: Hmac }[] = keysToTry(integration).map((key) => ({
    key,
    hmac: createHmacStream(key.secret),
  }));
  return {
    update(bytes) {
      for (const { hmac } of running) hmac.update(bytes);
    },
    verify(signature) {
      const good = running.find(({ hmac }) => signatureMatches(hmac.digest(), signature));
      return good ? remember(integration, good.key) : null;
    },
  };
}
