import { judgeResponse, nextAttemptDelay, retryAfterSeconds } from '@countersign/core';
import { failpoint } from '../../runtime/failpoint.ts';
import type { OutboundClient, SendResult } from '../../outbound/outbound-client.ts';
import { redactResponse } from '../../outbound/redact-response.ts';
import type { ServiceContext } from '../../context.ts';
import type { SecretKey } from '../../signing/key-ring.ts';
import { type DataKey, unseal, sealText } from '../../encryption/seal.ts';
import { signWebhook } from '../../signing/sign-webhook.ts';
import type { ClaimedWebhook, FinishedDelivery } from '../../storage/webhook/deliveries.ts';
import { webhookLabel } from '../../storage/webhook/webhooks.ts';

/** Label under which the logged response is sealed: receivers may echo the body. */
export const responseLabel = (webhookId: string, attempt: number): string =>
  `delivery:${webhookId}:${attempt}`;

type Sender = Pick<ServiceContext, 'vault' | 'keyRing'> & { outbound: OutboundClient };

/**
 * One attempt: opens the frozen bytes, signs them with the keys in force at the claim, and sends them.
 * @returns the result to record; never rejects, whatever the remote end does
 */
export const sendWebhook =
  (sender: Sender) =>
  async (claimed: ClaimedWebhook): Promise<FinishedDelivery> => {
    const start = performance.now();
    const dataKey = decryptKey(sender, claimed);
    if (!dataKey && !claimed.clear)
      return finish({ claimed, start, outcome: 'withdrawn', sent: nothingSent('erased') });
    const body =
      dataKey && !claimed.clear ? unseal(dataKey, webhookLabel(claimed.id), claimed.body) : claimed.body;
    const headers = await signedHeaders(sender, claimed, body);
    if (!headers) return finish({ claimed, start, outcome: 'failed', sent: nothingSent('no_key') });
    await failpoint('webhook-claimed');
    const result = await sender.outbound.post(claimed.url, { headers, body });
    await failpoint('webhook-answered');
    const outcome = judgeResponse(result.status) === 'delivered' ? 'delivered' : 'failed';
    const response = redactResponse(result.response, headers);
    return finish({
      claimed,
      start,
      outcome,
      sent: { ...result, response: sealResponse(dataKey, claimed, response) },
    });
  };

function decryptKey(
  { vault }: Sender,
  { integrationId, sessionId, dataKey, kekVersion }: ClaimedWebhook,
): DataKey | null {
  if (!sessionId || !dataKey || kekVersion === null) return null;
  return vault.openDataKey({ integrationId, sessionId, wrapped: dataKey, kekVersion });
}

/** The key ring may be minutes old; the claim lists the keys in force. @returns master first; `[]` without keys */
async function secretsInForce({ keyRing }: Sender, { integrationId, secretIds }: ClaimedWebhook) {
  const known = await keyRing.ofIntegration(integrationId);
  const isCurrent = known?.secrets[0]?.id === secretIds[0] && secretIds.length === known?.secrets.length;
  if (!isCurrent) keyRing.forget();
  const keys = isCurrent ? known : await keyRing.ofIntegration(integrationId);
  const byId = new Map<string, SecretKey>(keys?.secrets.map((secret) => [secret.id, secret]));
  return { apiKey: keys?.apiKey ?? '', secrets: secretIds.flatMap((id) => byId.get(id) ?? []) };
}

async function signedHeaders(sender: Sender, claimed: ClaimedWebhook, body: Uint8Array) {
  const { apiKey, secrets } = await secretsInForce(sender, claimed);
  return signWebhook({
    integrationId: claimed.integrationId,
    apiKey,
    webhookId: claimed.id,
    attempt: claimed.attempt,
    timestamp: claimed.claimedAt,
    body,
    secrets,
  });
}

function sealResponse(
  dataKey: DataKey | null,
  { id, attempt, clear }: ClaimedWebhook,
  response: string | null,
): string | null {
  // A receiver may echo what it received; nothing of that is stored for an erased session.
  if (response === null || clear || !dataKey) return null;
  return Buffer.from(sealText(dataKey, responseLabel(id, attempt), response)).toString('base64');
}

type Sent = Omit<SendResult, 'ms'>;

const nothingSent = (errorClass: string): Sent => ({
  status: null,
  errorClass,
  retryAfter: null,
  response: null,
  address: null,
  tls: null,
});

interface Finish {
  claimed: ClaimedWebhook;
  start: number;
  outcome: FinishedDelivery['outcome'];
  sent: Sent;
}

function finish({ claimed, start, outcome, sent }: Finish): FinishedDelivery {
  const ms = Math.round(performance.now() - start);
  const retryAfter = retryAfterSeconds(sent.retryAfter, claimed.claimedAt * 1_000 + ms);
  return {
    integrationId: claimed.integrationId,
    id: claimed.id,
    lease: claimed.lease,
    attempt: claimed.attempt,
    outcome,
    nextDelay: nextAttemptDelay(claimed.runAttempt, { random: Math.random(), retryAfter }),
    ms,
    address: sent.address,
    tls: sent.tls,
    httpStatus: sent.status,
    errorClass: outcome === 'failed' ? (sent.errorClass ?? 'http_status') : null,
    response: sent.response,
  };
}

/** The result to record when an attempt failed on our side. */
export function brokenDelivery(claimed: ClaimedWebhook, start: number): FinishedDelivery {
  return finish({ claimed, start, outcome: 'failed', sent: nothingSent('internal') });
}
