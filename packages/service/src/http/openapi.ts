import { openApiDocument } from '@countersign/contract';
import type { FastifyInstance } from 'fastify';

/** `/openapi.json`: the description of the public API, as the contract package generates it. */
export function publishOpenApi(app: FastifyInstance): void {
  const document = Buffer.from(JSON.stringify(openApiDocument()));
  app.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
}
