import { type Endpoint, Problem, parseStrictJson } from '@countersign/contract';
import type { Shell } from '../../shell.ts';
import type { IntegrationKeys } from '../../signing/key-ring.ts';
import { type Caller, StaleCaller } from '../../usecases/caller.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import type { Answer } from './answer.ts';
import { identify } from './authenticate.ts';
import { isPreflight, preflightAnswer } from './browser-origin.ts';
import { requirePathId } from './call.ts';
import type { Exchange } from './exchange.ts';
import { findRoute, isFeedback, type Route } from './find-route.ts';
import { handlers } from './handlers.ts';
import { readBody, requireContentLength, requireJsonContentType } from './read-body.ts';
import { requireJsonObject } from './require-json-object.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';
import { createUploadBudget, type UploadBudget } from './upload-budget.ts';
import { uploadMedia } from './upload-media.ts';
import {
  accept,
  type Authentication,
  callerOf,
  mayRefresh,
  type Received,
  verifyCaller,
} from './verify-caller.ts';
import { streamMessage } from './verify-signature.ts';

interface Api extends Authentication {
  throttle: TokenBuckets;
  uploads: UploadBudget;
}

/** Answers one request to the public API; throws what `refusalOf` turns into an answer. */
export type PublicApi = (exchange: Exchange) => Promise<Answer>;

/** The public API over its use cases. */
export function createPublicApi(shell: Shell, useCases: PublicUseCases): PublicApi {
  const api: Api = {
    shell,
    useCases,
    throttle: createTokenBuckets(),
    refreshes: createTokenBuckets(),
    uploads: createUploadBudget(shell.metrics.uploadBytesInFlight),
  };
  return (exchange) => answer(api, exchange);
}

/** The order of checks: the first one that fails decides. @see spec/contract.md A-08 */
async function answer(api: Api, exchange: Exchange): Promise<Answer> {
  if (isPreflight(exchange)) return preflightAnswer(exchange);
  const integration = await identifyCaller(api, exchange); // step 1
  requireRate(api, exchange, integration); // step 2
  const route = findRoute(exchange.request.method ?? '', exchange.path); // step 3
  exchange.endpoint = route.endpoint.name;
  const { bodyBytes }: Endpoint = route.endpoint;
  if (bodyBytes !== null) {
    requireJsonContentType(exchange); // step 4
    requireContentLength(exchange, bodyBytes); // step 5
  }
  if (route.endpoint.name === 'upload-media') return upload(api, exchange, { route, integration });
  const rawBody = bodyBytes === null ? Buffer.alloc(0) : await readBody(exchange, bodyBytes); // step 5
  return perform(api, exchange, { route, integration, rawBody });
}

/** A cached integration may have been switched on again meanwhile. */
async function identifyCaller(api: Api, exchange: Exchange): Promise<IntegrationKeys> {
  const { keyRing } = api.shell;
  try {
    return await identify(exchange, keyRing);
  } catch (error) {
    const known = exchange.signer?.integration;
    if (!(error instanceof Problem) || error.problem !== 'integration-not-active' || !known) throw error;
    if (!mayRefresh(api, exchange, known)) throw error;
    await keyRing.refresh(known.apiKey);
    return identify(exchange, keyRing);
  }
}

/** @see spec/contract.md */
function requireRate(
  { throttle }: Api,
  { path }: Exchange,
  { integrationId, settings }: IntegrationKeys,
): void {
  const perSecond = settings.requestsPerSecond;
  const limited =
    perSecond !== null && !throttle.take(`all ${integrationId}`, { size: perSecond, perSecond });
  const feedback =
    isFeedback(path) && !throttle.take(`feedback ${integrationId}`, { size: 1000, perSecond: 1000 / 60 });
  if (limited || feedback) throw new Problem('too-many-requests', { retryAfter: 1 });
}

async function perform(api: Api, exchange: Exchange, received: Received): Promise<Answer> {
  const caller = await verifyCaller(api, exchange, received); // step 6
  try {
    return await run(api, exchange, { ...received, caller });
  } catch (error) {
    if (!(error instanceof StaleCaller)) throw error;
    // The statement knew better than the cache: authenticate anew, which ends in 401 unless another key verifies.
    const known = exchange.signer?.integration ?? received.integration;
    await api.shell.keyRing.refresh(known.apiKey);
    const integration = await identify(exchange, api.shell.keyRing);
    return run(api, exchange, {
      ...received,
      caller: await verifyCaller(api, exchange, { ...received, integration }),
    });
  }
}

async function run(
  api: Api,
  exchange: Exchange,
  { route, rawBody, caller }: Received & { caller: Caller },
): Promise<Answer> {
  const { endpoint, id } = route;
  const takesBody = endpoint.bodyBytes !== null;
  const body = takesBody ? parseStrictJson(rawBody) : undefined; // step 7
  if (takesBody) requireJsonObject(body);
  if (id !== null) requirePathId(id); // step 8
  if (endpoint.name === 'upload-media') throw new Error('uploads have a way of their own');
  return handlers[endpoint.name](api.useCases, {
    caller,
    exchange,
    id: id?.toLowerCase() ?? '',
    body,
    rawBody,
  });
}

async function upload(
  api: Api,
  exchange: Exchange,
  { route, integration: { apiKey } }: { route: Route; integration: IntegrationKeys },
): Promise<Answer> {
  const { keyRing } = api.shell;
  const bytes = Number(exchange.request.headers['content-length'] ?? route.endpoint.bodyBytes);
  const release = api.uploads.reserve(exchange.address, bytes);
  try {
    // The body passes by once, so it is verified under the keys of this moment: one made elsewhere a second ago counts.
    await keyRing.refresh(apiKey);
    const integration = await identify(exchange, keyRing);
    return await uploadMedia(exchange, {
      useCases: api.useCases,
      unverified: callerOf(integration, null),
      id: route.id ?? '',
      message: streamMessage(integration),
      async verified(key) {
        if (key) return accept(api, exchange, { integration, key });
        api.shell.metrics.signatureFailures.inc({ reason: 'mismatch' });
        throw new Problem('body-signature-mismatch');
      },
    });
  } catch (error) {
    if (!(error instanceof StaleCaller)) throw error;
    await keyRing.refresh(apiKey);
    await identify(exchange, keyRing);
    throw new Problem('body-signature-mismatch');
  } finally {
    release();
  }
}
