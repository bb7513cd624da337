import { WebhookError } from '@countersign/client';

/** A plugin for Fastify with its own parser, which leaves the body as it arrived. */
export const webhookPlugin = (client, handle) => async (fastify) => {
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  fastify.post('/webhooks/countersign', { bodyLimit: 2_000_000 }, async (request, reply) => {
    try {
      await handle(await client.verifyWebhook({ body: request.body, headers: request.headers }));
      return reply.code(200).send();
    } catch (error) {
      console.error(error.message);
      return reply.code(error instanceof WebhookError ? 400 : 500).send();
    }
  });
};
