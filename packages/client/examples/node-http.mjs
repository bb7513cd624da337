import { createServer } from 'node:http';
import { WebhookError } from '@countersign/client';

/** A listener on Node's own HTTP server. `handle` gets each verified webhook. */
export function startListener(client, handle) {
  return createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const webhook = await client.verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers });
      await handle(webhook);
      response.writeHead(200).end();
    } catch (error) {
      // 400: not the service's, or another secret. 500: not stored. What is not 2xx is sent again, for seven days.
      response.writeHead(error instanceof WebhookError ? 400 : 500).end();
    }
  });
}
