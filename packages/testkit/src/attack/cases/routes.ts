import { type Endpoint, endpoints } from '@countersign/contract';
import type { Request } from '../request.ts';
import { sign } from '../request.ts';
import type { Belongings, Target } from '../target.ts';

/** All endpoints of the contract, so that a new one is attacked as soon as it is declared. */
export const allEndpoints: readonly Endpoint[] = endpoints;

/** Endpoints that require a signature. */
export const signedEndpoints = allEndpoints.filter(({ signed }) => signed !== 'none');

/** Path of an endpoint with the identifiers of one integration's resources. */
export const addressOf = (endpoint: Endpoint, { sessionId, attemptId, mediaId }: Belongings): string =>
  `/v1${endpoint.path}`
    .replace(':sessionId', sessionId)
    .replace(':attemptId', attemptId)
    .replace(':mediaId', mediaId) + (endpoint.query === null ? '' : '?version=1.0.0');

const identifierIn = (endpoint: Endpoint, { sessionId, attemptId, mediaId }: Belongings): string =>
  endpoint.path.includes(':attemptId') ? attemptId : endpoint.path.includes(':mediaId') ? mediaId : sessionId;

/** The text that a right signature of a request to this endpoint covers. @see spec/contract.md A-15 */
export function signedText(endpoint: Endpoint, things: Belongings, body: string | Buffer): Buffer {
  const path = addressOf(endpoint, things).split('?', 1)[0] ?? '';
  if (endpoint.signed === 'path') return Buffer.from(path);
  if (endpoint.signed === 'path-and-body')
    return Buffer.concat([Buffer.from(`${path}\n`), Buffer.from(body)]);
  if (endpoint.signed === 'body' || endpoint.signed === 'none') return Buffer.from(body);
  return Buffer.from(identifierIn(endpoint, things));
}

/** A request to an endpoint, right except for what the caller changes. */
export function requestTo(
  endpoint: Endpoint,
  { owner, owned }: Pick<Target, 'owner' | 'owned'>,
  { body = '{}', things = owned }: { body?: string | Buffer; things?: Belongings } = {},
): Request {
  const takesBody = endpoint.bodyBytes !== null;
  return {
    method: endpoint.method,
    target: addressOf(endpoint, things),
    feedback: endpoint.headers === 'feedback',
    key: owner.apiKey,
    signature: sign(owner.sharedSecret, signedText(endpoint, things, takesBody ? body : '')),
    ...(takesBody ? { body } : {}),
  };
}
