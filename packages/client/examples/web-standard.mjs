import { WebhookError } from '@countersign/client';

/** A handler of web-standard requests. `handle` receives each verified webhook. */
export const webhookHandler = (client, handle) => async (request) => {
  try {
    const body = await request.arrayBuffer();
    await handle(await client.verifyWebhook({ body, headers: request.headers }));
    return new Response(null, { status: 200 });
  } catch (error) {
    console.error(error.message);
    return new Response(null, { status: error instanceof WebhookError ? 400 : 500 });
  }
};
