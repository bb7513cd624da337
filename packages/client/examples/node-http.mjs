import { createServer } from 'node:http';
import { WebhookError } from '@countersign/client';

/** A listener on Node's own HTTP server. `handle` gets each verified webhook. */
export function startListener(client, handle) {
  return createServer(async (request, response) => {
    try {
      const webhook = await client.verifyWebhook({
        body: await readBytes(request),
        headers: request.headers,
      });
      await handle(webhook);
      response.writeHead(200).end();
    } catch (error) {
      console.error(error.message);
      // 400: not the service's, or another secret. 500: not stored. What is not 2xx is sent again, for seven days.
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  });
}

/** The raw bytes of a body, at most 2 MB. It throws where the sender breaks off, too. */
async function readBytes(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > 2_000_000) throw new Error('body: must be at most 2 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
