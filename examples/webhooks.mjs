// Receives webhooks and keeps whom they approve. Nothing else in the samples grants anything.
import { WebhookError } from '@countersign/client';

/** Customers that a verified decision approved. A real shop keeps them in its database. */
const approved = new Set();

/** @param {string | undefined} customer */
export const hasAccess = (customer) => customer !== undefined && approved.has(customer);

/** Answers a webhook: 200 when it is the service's, 400 when it is not. A decision that approves grants its customer access. */
export async function takeWebhook(client, request, response) {
  try {
    const body = await readBytes(request, 2_000_000);
    const webhook = await client.verifyWebhook({ body, headers: request.headers });
    if (webhook.type === 'decision') {
      const { status, vendorData } = webhook.body.verification;
      // The latest decision counts: a later one may take back what an earlier one granted.
      if (status === 'approved') approved.add(vendorData);
      else approved.delete(vendorData);
      console.log(`verified webhook: ${vendorData} is ${status}`);
    }
    response.writeHead(200).end();
  } catch (error) {
    // 400: nobody has to send it again. 500: the service sends it again, for seven days.
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
