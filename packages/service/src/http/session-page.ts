import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PublicUseCases } from '../usecases/public-api.ts';

const texts = {
  open: 'This installation takes verifications over its API. There is nothing to do on this page.',
  closed: 'There is nothing to do on this page. You can close it.',
} as const;

const page = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>Verification</title></head><body><main><h1>Verification</h1><p>${text}</p></main></body></html>`;

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * `GET /v/{token}`: what a session link shows where the end-user flow is not installed. It changes nothing, shows nothing about
 * anybody, and answers every link alike that leads nowhere.
 * @see spec/contract.md A-28
 */
export function publishSessionPage(
  app: FastifyInstance,
  { viewSession }: Pick<PublicUseCases, 'viewSession'>,
): void {
  app.get<{ Params: { token: string } }>('/v/:token', async ({ params }, reply): Promise<FastifyReply> => {
    const view = await viewSession(params.token);
    return reply.headers(headers).type('text/html; charset=utf-8').send(page(texts[view]));
  });
}
