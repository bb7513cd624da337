// Receives webhooks and keeps whom they approve. Nothing else in the samples grants anything.
import { isLaterDecision, WebhookError } from '@countersign/client';

/** Customer to the decision that counts. A real shop keeps it in its database. */
const decisions = new Map();

/** @param {string | undefined} customer */
export const hasAccess = (customer) => decisions.get(customer)?.status === 'approved';

/** Answers a webhook: 200 when it is the service's, 400 when it is not. A decision that approves grants its customer access. */
export async function takeWebhook(client, request, response) {
  try {
    const body = await readBytes(request, 2_000_000);
    const webhook = await client.verifyWebhook({ body, headers: request.headers });
    if (webhook.type === 'decision') {
      const decision = webhook.body.verification;
      const { status, vendorData } = decision;
      // The latest decision counts, which is not always the last to arrive.
      if (isLaterDecision(decision, decisions.get(vendorData))) decisions.set(vendorData, decision);
      console.log(`verified webhook: ${vendorData} is ${status}`);
    }
    response.writeHead(200).end();
  } catch (error) {
    console.error(error.message);
    // 400: not the service's, or another secret. 500: not stored. What is not 2xx is sent again, for seven days.
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
}

/** The bytes of a request's body. @throws Error above the limit */
export async function readBytes(request, limit) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > limit) throw new Error(`body: must be at most ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
