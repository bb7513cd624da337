import { type Endpoint, Problem, parseStrictJson } from '@countersign/contract';
import type { Shell } from '../../shell.ts';
import type { IntegrationKeys, SecretKey } from '../../signing/key-ring.ts';
import { type Caller, StaleCaller } from '../../usecases/caller.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import type { Answer } from './answer.ts';
import { identify, setSigner } from './authenticate.ts';
import { isPreflight, preflightAnswer, requireOrigin } from './browser-origin.ts';
import { requirePathId } from './call.ts';
import type { Exchange } from './exchange.ts';
import { findRoute, isFeedback, type Route } from './find-route.ts';
import { handlers } from './handlers.ts';
import { readBody, requireContentLength, requireJsonContentType } from './read-body.ts';
import { requireJsonObject } from './require-json-object.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';
import { createUploadBudget, type UploadBudget } from './upload-budget.ts';
import { uploadMedia } from './upload-media.ts';
import { signatureOf, streamMessage, verifyMessage } from './verify-signature.ts';

interface Api {
  shell: Shell;
  useCases: PublicUseCases;
  throttle: TokenBuckets;
  refreshes: TokenBuckets;
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

/** Anyone can send wrong signatures for a public API key; each address gets a few reads of the database for them. */
const mayRefresh = ({ refreshes }: Api, { address }: Exchange, { apiKey }: IntegrationKeys): boolean =>
  refreshes.take(`${apiKey} ${address}`, { size: 5, perSecond: 1 });

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

interface Received {
  route: Route;
  integration: IntegrationKeys;
  rawBody: Buffer;
}

async function perform(api: Api, exchange: Exchange, received: Received): Promise<Answer> {
  const caller = await verify(api, exchange, received); // step 6
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
      caller: await verify(api, exchange, { ...received, integration }),
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

async function verify(
  api: Api,
  exchange: Exchange,
  { route, integration, rawBody }: Received,
): Promise<Caller> {
  const { endpoint } = route;
  if (endpoint.name === 'create-session') {
    requireOrigin(exchange, integration);
    if (!integration.settings.requireSignedCreation) return callerOf(integration, null);
  }
  const signature = signatureOf(exchange, endpoint.headers);
  const check = async (by: IntegrationKeys) => {
    for await (const message of messages(api, exchange, { route, integration: by, rawBody })) {
      const key = verifyMessage(by, signature, message);
      if (key) return accept(api, exchange, by, key);
    }
    return null;
  };
  const caller = (await check(integration)) ?? (await retryWithFreshKeys(api, exchange, integration, check));
  if (caller) return caller;
  api.shell.metrics.signatureFailures.inc({ reason: 'mismatch' });
  throw new Problem(
    endpoint.bodyBytes === null ? 'identifier-signature-mismatch' : 'body-signature-mismatch',
  );
}

async function retryWithFreshKeys(
  api: Api,
  exchange: Exchange,
  integration: IntegrationKeys,
  check: (by: IntegrationKeys) => Promise<Caller | null>,
): Promise<Caller | null> {
  if (!mayRefresh(api, exchange, integration)) return null;
  await api.shell.keyRing.refresh(integration.apiKey);
  return check(await identify(exchange, api.shell.keyRing));
}

/** What the signature may cover, most likely first. @see spec/contract.md A-15 */
async function* messages(
  { useCases }: Api,
  { fullPath }: Exchange,
  { route, integration: { integrationId }, rawBody }: Received,
): AsyncGenerator<(string | Uint8Array)[]> {
  const { signed }: Endpoint = route.endpoint;
  const id = route.id ?? '';
  if (signed === 'body' || signed === 'none') yield [rawBody];
  else if (signed === 'path') yield [fullPath];
  else if (signed === 'path-and-body') yield [fullPath, '\n', rawBody];
  else yield [id];
  if (!isIdentifier(id)) return;
  const owner =
    signed === 'attempt-id'
      ? await useCases.sessionOfAttempt({ integrationId, attemptId: id.toLowerCase() })
      : signed === 'media-id'
        ? await useCases.sessionOfMedia({ integrationId, mediaId: id.toLowerCase() })
        : null;
  if (owner !== null) yield [owner];
}

const isIdentifier = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

function accept({ shell }: Api, exchange: Exchange, integration: IntegrationKeys, key: SecretKey): Caller {
  setSigner(exchange, integration, key);
  shell.keyRing.noteUse(integration.integrationId, key.id);
  return callerOf(integration, key);
}

const callerOf = ({ integrationId, mode, settings }: IntegrationKeys, key: SecretKey | null): Caller => ({
  integrationId,
  keyId: key?.id ?? null,
  mode,
  settings,
});

async function upload(
  api: Api,
  exchange: Exchange,
  { route, integration }: { route: Route; integration: IntegrationKeys },
): Promise<Answer> {
  const { keyRing } = api.shell;
  const release = api.uploads.reserve(
    Number(exchange.request.headers['content-length'] ?? route.endpoint.bodyBytes),
  );
  try {
    return await uploadMedia(exchange, {
      useCases: api.useCases,
      unverified: callerOf(integration, null),
      id: route.id ?? '',
      message: streamMessage(integration),
      async verified(key) {
        if (key) return accept(api, exchange, integration, key);
        // The body has passed by; fresh keys are there for the next request.
        if (mayRefresh(api, exchange, integration)) await keyRing.refresh(integration.apiKey);
        throw new Problem('body-signature-mismatch');
      },
    });
  } catch (error) {
    if (!(error instanceof StaleCaller)) throw error;
    await keyRing.refresh(integration.apiKey);
    await identify(exchange, keyRing);
    throw new Problem('body-signature-mismatch');
  } finally {
    release();
  }
}
