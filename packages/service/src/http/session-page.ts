import type { IncomingMessage } from 'node:http';
import type { PublicUseCases } from '../usecases/public-api.ts';
import { addressGroup } from './client-address.ts';
import type { Page, Pages } from './pages.ts';
import { createTokenBuckets } from './public/intake/token-buckets.ts';

const texts = {
  open: 'This installation receives verifications over its API. There is nothing to do on this page.',
  closed: 'There is nothing to do on this page. You can close it.',
} as const;

const page = (text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>Verification</title></head><body><main><h1>Verification</h1><p>${text}</p></main></body></html>`;

/** Rate of invalid links per client address. */
const guessRate = { size: 60, perSecond: 1 };

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * `GET /v/{token}`: the page of a session link if the end-user flow is not installed. It changes nothing, shows no personal data, and gives
 * the same answer to every invalid link; after many of these from one address, to valid ones as well.
 * @see spec/contract.md
 */
export function sessionPage(
  { viewSession }: Pick<PublicUseCases, 'viewSession'>,
  addressOf: (request: IncomingMessage) => string,
): Pages {
  const guesses = createTokenBuckets();
  const show: Page = async (token, request) => {
    const visitor = addressGroup(addressOf(request));
    const view = guesses.isEmpty(visitor, guessRate) ? 'closed' : await viewSession(token);
    if (view === 'closed') guesses.take(visitor, guessRate);
    return { status: 200, type: 'text/html; charset=utf-8', body: page(texts[view]), headers };
  };
  return new Map([['/v/', show]]);
}
