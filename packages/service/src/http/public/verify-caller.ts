import { createHash } from 'node:crypto';
import { type Endpoint, Problem } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { IntegrationKeys, SecretKey } from '../../signing/key-ring.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import type { Caller } from '../../usecases/session/caller.ts';
import { identify, setSigner } from './authenticate.ts';
import { requireOrigin } from './browser-origin.ts';
import type { CallerBudgets } from './intake/caller-budgets.ts';
import { type Exchange, headerValues, type SeenBytes } from './exchange.ts';
import type { Route } from './find-route.ts';
import { signatureOf, verifyMessage } from './verify-signature.ts';

/** Dependencies of authentication. */
export interface Authentication {
  ctx: ServiceContext;
  useCases: PublicUseCases;
  budgets: CallerBudgets;
}

/** A request whose body has been read. */
export interface Received {
  route: Route;
  integration: IntegrationKeys;
  /** Empty on GET and DELETE. */
  rawBody: Buffer;
}

/**
 * Step 1 of the order of checks: finds the integration by its API key. If that fails, the cache may be outdated.
 * @throws Problem as `identify`
 * @see spec/contract.md
 */
export async function identifyCaller(
  { budgets, ctx: { keyRing } }: Authentication,
  exchange: Exchange,
): Promise<IntegrationKeys> {
  try {
    return await identify(exchange, keyRing, !budgets.hasFailedTooOften(exchange));
  } catch (error) {
    const names =
      exchange.signer !== null || (error instanceof Problem && error.problem === 'api-key-unknown');
    if (!names || !budgets.noteFailure(exchange)) throw error;
    await keyRing.refresh();
    return identify(exchange, keyRing);
  }
}

/**
 * Step 6 of the order of checks: the signature, and on session creation the origin.
 * @throws Problem 1812, 1815, 1818, 1819
 * @see spec/contract.md
 */
export async function verifyCaller(
  parts: Authentication,
  exchange: Exchange,
  received: Received,
): Promise<Caller> {
  const { integration, route } = received;
  const { endpoint } = route;
  if (endpoint.name === 'create-session') {
    requireOrigin(exchange, integration);
    if (!integration.settings.requireSignedCreation) return callerOf(integration, null);
  }
  const signature = signatureOf(exchange, endpoint.headers);
  const caller =
    (await verifyUnder(parts, exchange, { ...received, signature })) ??
    (await verifyUnderFreshKeys(parts, exchange, { ...received, signature }));
  if (caller) return caller;
  parts.ctx.metrics.signatureFailures.inc({ reason: 'mismatch' });
  exchange.unverified = seenOf(expectedMessage(exchange, received));
  throw new Problem(
    endpoint.bodyBytes === null ? 'identifier-signature-mismatch' : 'body-signature-mismatch',
  );
}

/**
 * Whether a key of the integration signed a request that requires no signature. This only affects whose budget is used, and to whom the
 * `Idempotency-Key` belongs, so it is checked only if there is one of them.
 * @see spec/contract.md
 */
export function isSignedByKey(exchange: Exchange, { integration, rawBody }: Received): boolean {
  const [signature = '', ...more] = headerValues(exchange.request, 'x-hmac-signature');
  const matters =
    integration.settings.requestsPerSecond !== null ||
    headerValues(exchange.request, 'idempotency-key').length > 0;
  return (
    matters &&
    signature !== '' &&
    more.length === 0 &&
    verifyMessage(integration, signature, [rawBody]) !== null
  );
}

type Signed = Received & { signature: string };

async function verifyUnder(
  parts: Authentication,
  exchange: Exchange,
  signed: Signed,
): Promise<Caller | null> {
  const { integration, signature } = signed;
  for await (const message of messages(parts, exchange, signed)) {
    const key = verifyMessage(integration, signature, message);
    if (key) return accept(parts, exchange, { integration, key });
  }
  return null;
}

/** The key may be newer than the cache. */
async function verifyUnderFreshKeys(
  parts: Authentication,
  exchange: Exchange,
  signed: Signed,
): Promise<Caller | null> {
  if (!parts.budgets.noteFailure(exchange)) return null;
  const { keyRing } = parts.ctx;
  await keyRing.refresh();
  const integration = await identify(exchange, keyRing);
  return integration === signed.integration ? null : verifyUnder(parts, exchange, { ...signed, integration });
}

/**
 * Messages the signature may cover, most likely first.
 * @throws Problem too-many-requests where a database query would be needed for an address that must not cause any
 * @see spec/contract.md
 */
async function* messages(
  { useCases, budgets }: Authentication,
  exchange: Exchange,
  { route, integration: { integrationId }, rawBody }: Received,
): AsyncGenerator<(string | Uint8Array)[]> {
  const { signed }: Endpoint = route.endpoint;
  const id = route.id ?? '';
  yield expectedMessage(exchange, { route, rawBody });
  if (!isIdentifier(id) || (signed !== 'attempt-id' && signed !== 'media-id')) return;
  if (budgets.hasFailedTooOften(exchange)) throw new Problem('too-many-requests', { retryAfter: 1 });
  const owner =
    signed === 'attempt-id'
      ? await useCases.sessionOfAttempt({ integrationId, attemptId: id.toLowerCase() })
      : await useCases.sessionOfMedia({ integrationId, mediaId: id.toLowerCase() });
  if (owner !== null) yield [owner];
}

/** The message that the contract requires to be signed, as it arrived. @see spec/contract.md A-15 */
function expectedMessage(
  { fullPath }: Exchange,
  { route, rawBody }: Pick<Received, 'route' | 'rawBody'>,
): (string | Uint8Array)[] {
  const { signed }: Endpoint = route.endpoint;
  if (signed === 'body' || signed === 'none') return [rawBody];
  if (signed === 'path') return [fullPath];
  if (signed === 'path-and-body') return [fullPath, '\n', rawBody];
  return [route.id ?? ''];
}

/** Length and digest of a message: enough to compare with the signed message, but not to sign with. */
function seenOf(message: readonly (string | Uint8Array)[]): SeenBytes {
  const bytes = Buffer.concat(message.map((part) => Buffer.from(part as Uint8Array)));
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const isIdentifier = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);

/** The caller of a request verified by this key, which from now on signs the response. */
export function accept(
  { ctx }: Authentication,
  exchange: Exchange,
  { integration, key }: { integration: IntegrationKeys; key: SecretKey },
): Caller {
  setSigner(exchange, integration, key);
  exchange.verifiedBy = key.id;
  ctx.keyRing.noteUse(integration.integrationId, key.id);
  return callerOf(integration, key);
}

/** `key`: `null` for an unsigned request. */
export const callerOf = (
  { integrationId, mode, settings }: IntegrationKeys,
  key: SecretKey | null,
): Caller => ({
  integrationId,
  keyId: key?.id ?? null,
  mode,
  settings,
});
