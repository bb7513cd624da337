import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Endpoint, Problem, parseStrictJson, parseStrictJsonInTurns } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import { StaleCaller } from '../../usecases/session/caller.ts';
import type { HttpLimits } from '../http-limits.ts';
import type { Answer } from './answer.ts';
import { identify } from './authenticate.ts';
import type { BodyIntake, RequestBody } from './intake/body-intake.ts';
import { isPreflight, preflightAnswer } from './browser-origin.ts';
import { type Call, requirePathId } from './call.ts';
import { createCallerBudgets } from './intake/caller-budgets.ts';
import type { Exchange } from './exchange.ts';
import { findRoute, type Route, subjectOf } from './find-route.ts';
import { handlers } from './handlers.ts';
import { noteIgnoredInput } from './ignored-input.ts';
import { requireContentLength, requireJsonContentType } from './intake/read-body.ts';
import { requireJsonObject } from './require-json-object.ts';
import { requireSignatureForm } from './require-signature-form.ts';
import { uploadMedia } from './endpoints/upload-media.ts';
import {
  accept,
  type Authentication,
  callerOf,
  identifyCaller,
  isSignedByKey,
  type Received,
  verifyCaller,
} from './verify-caller.ts';
import { streamMessage } from './verify-signature.ts';

/** Processing a larger body would block the event loop long enough to delay other requests. */
const heldByBytes = 64 * 1024;

interface Api extends Authentication {
  intake: BodyIntake;
}

/** Answers one request to the public API; throws errors that `refusalOf` turns into answers. */
export type PublicApi = (exchange: Exchange) => Promise<Answer>;

/** The public API over its use cases. */
export function createPublicApi(
  ctx: ServiceContext,
  useCases: PublicUseCases,
  { limits, intake }: { limits: HttpLimits; intake: BodyIntake },
): PublicApi {
  const api: Api = { ctx, useCases, budgets: createCallerBudgets(limits.refusals), intake };
  return async (exchange) => {
    try {
      return await answer(api, exchange);
    } catch (error) {
      // Its body has been released, and valid requests do not wait.
      if (error instanceof Problem && error.http === 401) await api.budgets.holdBackRefusal();
      throw error;
    }
  };
}

/** Runs the checks in order; the first one that fails decides. @see spec/contract.md A-08 */
async function answer(api: Api, exchange: Exchange): Promise<Answer> {
  if (isPreflight(exchange)) return preflightAnswer(exchange);
  const integration = await identifyCaller(api, exchange); // step 1
  const route = findRoute(exchange.request.method ?? '', exchange.path); // step 3
  exchange.endpoint = route.endpoint.name;
  exchange.subject = subjectOf(route);
  const { bodyBytes }: Endpoint = route.endpoint;
  if (bodyBytes !== null) {
    requireJsonContentType(exchange); // step 4
    requireContentLength(exchange, bodyBytes); // step 5
  }
  requireSignatureForm(exchange, route.endpoint, integration); // step 6, as far as headers go
  if (bodyBytes === null) return perform(api, exchange, { route, integration, rawBody: Buffer.alloc(0) });
  const suspect = api.budgets.hasFailedTooOften(exchange);
  const body = api.intake.open(exchange, integration.integrationId, suspect);
  try {
    if (route.endpoint.name === 'upload-media') return await upload(api, exchange, { route, body });
    return await perform(api, exchange, { route, integration, rawBody: await body.whole(bodyBytes) }); // step 5
  } finally {
    body.release();
  }
}

async function perform(api: Api, exchange: Exchange, received: Received): Promise<Answer> {
  const caller = await verifyCaller(api, exchange, received); // step 6
  const { integration } = received;
  // Determined before the rate limit: a stranger with the API key must not use up the owner's budget.
  const isSigned = caller.keyId !== null || isSignedByKey(exchange, received);
  api.budgets.requireRate(exchange, integration, isSigned); // step 2
  try {
    return await run(api, exchange, { ...received, caller, isSigned });
  } catch (error) {
    if (!(error instanceof StaleCaller)) throw error;
    // The statement contradicts the cache: authenticate again, which ends in 401 unless another key verifies.
    await api.ctx.keyRing.refresh();
    const fresh = { ...received, integration: await identify(exchange, api.ctx.keyRing) };
    return run(api, exchange, { ...received, caller: await verifyCaller(api, exchange, fresh), isSigned });
  }
}

/** Digest, parser and handler of a large body each take milliseconds; other requests get a turn in between. */
async function parseBody(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= heldByBytes) return parseStrictJson(bytes);
  await nextTurn();
  const value = await parseStrictJsonInTurns(bytes, nextTurn);
  await nextTurn();
  return value;
}

async function run(
  api: Api,
  exchange: Exchange,
  { route, rawBody, caller, isSigned }: Received & Pick<Call, 'caller' | 'isSigned'>,
): Promise<Answer> {
  if (caller.keyId !== null) api.intake.verified(exchange, caller.integrationId);
  const { endpoint, id } = route;
  const takesBody = endpoint.bodyBytes !== null;
  const body = takesBody ? await parseBody(rawBody) : undefined; // step 7
  if (takesBody) requireJsonObject(body);
  noteIgnoredInput(exchange, { endpoint, mode: caller.mode, body });
  if (id !== null) requirePathId(id); // step 8
  if (endpoint.name === 'upload-media') throw new Error('uploads are handled separately');
  return handlers[endpoint.name](api.useCases, {
    caller,
    isSigned,
    exchange,
    id: id?.toLowerCase() ?? '',
    body,
    rawBody,
  });
}

async function upload(
  api: Api,
  exchange: Exchange,
  { route, body }: { route: Route; body: RequestBody },
): Promise<Answer> {
  const { keyRing } = api.ctx;
  try {
    // The body is read only once, so it is verified with the keys as of now, which include one created a second ago by another process.
    const mayLookUp = !api.budgets.hasFailedTooOften(exchange);
    if (mayLookUp) await keyRing.refresh();
    const integration = await identify(exchange, keyRing, mayLookUp);
    return await uploadMedia(exchange, {
      useCases: api.useCases,
      unverified: callerOf(integration, null),
      endpoint: route.endpoint,
      id: route.id ?? '',
      message: streamMessage(integration),
      mayLookUp,
      body: () => body.pieces({ held: !mayLookUp }),
      async verified(key, seen) {
        if (key) {
          const caller = accept(api, exchange, { integration, key });
          api.intake.verified(exchange, integration.integrationId);
          api.budgets.requireRate(exchange, integration, true); // step 2
          return caller;
        }
        exchange.unverified = seen;
        api.budgets.noteFailure(exchange);
        api.ctx.metrics.signatureFailures.inc({ reason: 'mismatch' });
        throw new Problem('body-signature-mismatch');
      },
    });
  } catch (error) {
    if (!(error instanceof StaleCaller)) throw error;
    await keyRing.refresh();
    await identify(exchange, keyRing);
    throw new Problem('body-signature-mismatch');
  }
}
