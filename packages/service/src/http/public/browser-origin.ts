import { Problem } from '@countersign/contract';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import type { Answer } from './answer.ts';
import type { Exchange } from './exchange.ts';

const exposed =
  'vrf-auth-client, vrf-hmac-signature, vrf-integration-id, x-auth-client, x-hmac-signature, x-request-id';

/** Only session creation supports browsers. A preflight names no integration, so it admits any origin. @see spec/contract.md A-30 */
export const isPreflight = ({ request, path }: Exchange): boolean =>
  request.method === 'OPTIONS' && path === '/sessions';

export function preflightAnswer({ request }: Exchange): Answer {
  const { origin } = request.headers;
  return {
    status: 204,
    headers: {
      ...(origin === undefined ? {} : { 'access-control-allow-origin': origin }),
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'content-type, x-auth-client, x-hmac-signature, x-origin, vrf-integration-id',
      'access-control-max-age': '600',
      vary: 'Origin',
    },
    body: Buffer.alloc(0),
  };
}

/** Headers of every response to a session creation with an origin, errors included. @see spec/contract.md A-30 */
export const originHeaders = ({ origin }: Exchange): Record<string, string> =>
  origin === null
    ? {}
    : { 'access-control-allow-origin': origin, vary: 'Origin', 'access-control-expose-headers': exposed };

/** @throws Problem not-authenticated for an origin that is not on the integration's list @see spec/contract.md A-30 */
export function requireOrigin({ origin }: Exchange, { settings: { origins } }: IntegrationKeys): void {
  if (origin !== null && origins !== '*' && !origins.includes(origin))
    throw new Problem('not-authenticated', { meaning: 'origin-not-allowed' });
}
