import { WebhookError } from '@countersign/client';

/** A handler of web-standard requests. `handle` gets each verified webhook. */
export const webhookHandler = (client, handle) => async (request) => {
  const body = new Uint8Array(await request.arrayBuffer());
  try {
    await handle(await client.verifyWebhook({ body, headers: request.headers }));
    return new Response(null, { status: 200 });
  } catch (error) {
    return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
  }
};
