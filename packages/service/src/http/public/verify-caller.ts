import { type Endpoint, Problem } from '@countersign/contract';
import type { Shell } from '../../shell.ts';
import type { IntegrationKeys, SecretKey } from '../../signing/key-ring.ts';
import type { Caller } from '../../usecases/caller.ts';
import type { PublicUseCases } from '../../usecases/public-api.ts';
import { identify, setSigner } from './authenticate.ts';
import { requireOrigin } from './browser-origin.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './find-route.ts';
import type { TokenBuckets } from './token-buckets.ts';
import { signatureOf, verifyMessage } from './verify-signature.ts';

/** What authentication works with. */
export interface Authentication {
  shell: Shell;
  useCases: PublicUseCases;
  /** How often an address may make the service read keys anew. */
  refreshes: TokenBuckets;
}

/** A request whose body has been read. */
export interface Received {
  route: Route;
  integration: IntegrationKeys;
  /** Empty on GET and DELETE. */
  rawBody: Buffer;
}

/** Anyone can send wrong signatures for a public API key; each address gets a few reads of the database for them. */
export const mayRefresh = (
  { refreshes }: Authentication,
  { address }: Exchange,
  { apiKey }: IntegrationKeys,
): boolean => refreshes.take(`${apiKey} ${address}`, { size: 5, perSecond: 1 });

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
  parts.shell.metrics.signatureFailures.inc({ reason: 'mismatch' });
  throw new Problem(
    endpoint.bodyBytes === null ? 'identifier-signature-mismatch' : 'body-signature-mismatch',
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

/** The key may be newer than what is cached. */
async function verifyUnderFreshKeys(
  parts: Authentication,
  exchange: Exchange,
  signed: Signed,
): Promise<Caller | null> {
  if (!mayRefresh(parts, exchange, signed.integration)) return null;
  const { keyRing } = parts.shell;
  await keyRing.refresh(signed.integration.apiKey);
  return verifyUnder(parts, exchange, { ...signed, integration: await identify(exchange, keyRing) });
}

/** What the signature may cover, most likely first. @see spec/contract.md A-15 */
async function* messages(
  { useCases }: Authentication,
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

/** The caller of a request that this key verified; from here on the key signs the answer. */
export function accept(
  { shell }: Authentication,
  exchange: Exchange,
  { integration, key }: { integration: IntegrationKeys; key: SecretKey },
): Caller {
  setSigner(exchange, integration, key);
  shell.keyRing.noteUse(integration.integrationId, key.id);
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
