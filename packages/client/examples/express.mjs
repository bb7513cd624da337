import express from 'express';
import { WebhookError } from '@countersign/client';

/** A route for Express. Register it before `express.json()`, which leaves no raw body. */
export function webhookRoute(client, handle) {
  const router = express.Router();
  router.post(
    '/webhooks/countersign',
    express.raw({ type: '*/*', limit: '2mb' }),
    async (request, response) => {
      try {
        await handle(await client.verifyWebhook({ body: request.body, headers: request.headers }));
        response.sendStatus(200);
      } catch (error) {
        console.error(error.message);
        response.sendStatus(error instanceof WebhookError ? 400 : 500);
      }
    },
  );
  return router;
}
