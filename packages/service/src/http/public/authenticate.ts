import { isUuid, Problem } from '@countersign/contract';
import type { IntegrationKeys, KeyRing, SecretKey } from '../../signing/key-ring.ts';
import { isWithin, networksOf } from '../../runtime/networks.ts';
import { type Exchange, headerValues } from './exchange.ts';
import { isFeedback } from './find-route.ts';

/**
 * The integration that a request belongs to, by its API key. Sets the signer of the answer as soon as the key is known.
 * @param mayAsk whether the database may be queried for this API key
 * @throws Problem 1801 to 1804, 1815; too-many-requests if only the database could decide
 * @see spec/contract.md
 */
export async function identify(
  exchange: Exchange,
  keyRing: KeyRing,
  mayLookUp = true,
): Promise<IntegrationKeys> {
  const apiKey = apiKeyOf(exchange);
  if (!mayLookUp && (await keyRing.needsLookup(apiKey)))
    throw new Problem('too-many-requests', { retryAfter: 1 });
  const integrations = await keyRing.findByApiKey(apiKey);
  const [first] = integrations;
  if (!first) throw new Problem('api-key-unknown');
  setSigner(exchange, first);
  const chosen = choose(integrations, headerValues(exchange.request, 'vrf-integration-id'));
  setSigner(exchange, chosen ?? first);
  if (!(chosen ?? first).active) throw new Problem('integration-not-active');
  if (!chosen) throw new Problem('not-authenticated', { meaning: 'integration-not-of-api-key' });
  const { allowedAddresses } = chosen.settings;
  if (allowedAddresses.length > 0 && !isWithin(networksOf(allowedAddresses), exchange.address)) {
    throw new Problem('not-authenticated', { meaning: 'address-not-allowed' });
  }
  return chosen;
}

/** A request without its own key is signed by the master key. @see spec/contract.md A-18 */
export function setSigner(exchange: Exchange, integration: IntegrationKeys, key?: SecretKey): void {
  const signing = key ?? integration.secrets.find(({ isMaster }) => isMaster) ?? integration.secrets[0];
  if (!signing) throw new Error('an integration has no key');
  exchange.signer = { integration, key: signing };
}

function apiKeyOf({ request, path }: Exchange): string {
  const names = isFeedback(path) ? ['vrf-auth-client', 'x-auth-client'] : ['x-auth-client'];
  const sent = names.map((name) => headerValues(request, name));
  if (sent.some((values) => values.length > 1))
    throw new Problem('not-authenticated', { meaning: 'api-key-repeated' });
  const keys = new Set(
    sent
      .flat()
      .filter((value) => value !== '')
      .map((value) => value.toLowerCase()),
  );
  const [apiKey] = keys;
  if (apiKey === undefined) throw new Problem('api-key-missing');
  if (keys.size > 1) throw new Problem('not-authenticated', { meaning: 'api-keys-differ' });
  if (!isUuid(apiKey)) throw new Problem('api-key-not-uuid');
  return apiKey;
}

/** The integration that the request names, or the first one of the API key if it names none; `undefined` if the name is wrong. */
function choose(
  integrations: readonly IntegrationKeys[],
  named: readonly string[],
): IntegrationKeys | undefined {
  if (named.length === 0) return integrations[0];
  const [id = ''] = named;
  return named.length === 1
    ? integrations.find(({ integrationId }) => integrationId === id.toLowerCase())
    : undefined;
}
