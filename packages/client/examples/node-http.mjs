import { createServer } from 'node:http';
import { WebhookError } from '@countersign/client';

/** A listener on Node's own HTTP server. `handle` receives each verified webhook. */
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
      // 400: not from the service, or signed with another secret. 500: not stored. Anything but 2xx is sent again, for seven days.
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  });
}

/** The raw bytes of a body, at most 2 MB. It also throws when the sender aborts. */
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
