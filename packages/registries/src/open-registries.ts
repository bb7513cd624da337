import type { RegistryConnector } from '@countersign/core';
import { createDatavalidConnector, type DatavalidDeps } from './br-cpf/datavalid-connector.ts';
import { createRegistryHttp } from './calls/create-registry-http.ts';
import type { RegistryHealth, RegistryHttp } from './calls/registry-http.ts';
import { createAniConnector } from './co-civil/ani-connector.ts';
import type { GenericRegistry } from './generic/answer-schemas.ts';
import { createGenericConnector } from './generic/generic-connector.ts';
import { createRenapoConnector } from './mx-curp/renapo-connector.ts';
import { createIneConnector } from './mx-ine/ine-connector.ts';
import { digestSignature } from './mx-ine/signature.ts';
import { createNominalConnector } from './mx-voter-list/nominal-connector.ts';
import type { Registries, RegistriesOptions } from './registries.ts';
import type {
  ConnectorOptions,
  ConnectorSettings,
  DatavalidOptions,
  IneOptions,
  RegistrySettings,
} from './registry-settings.ts';
import { resolveSecret } from './secrets.ts';
import { placesOf } from './simulator-settings.ts';

/**
 * Opens every registry that has a connector. Secrets are read immediately; nothing is called yet.
 * @throws Error when a secret or a key is missing or invalid
 * @see spec/registries.md 8.1
 */
export function openRegistries(settings: RegistrySettings, options: RegistriesOptions): Registries {
  const connections = createConnections(options);
  const { br, mx, co, us } = settings;
  return {
    br: connectorOf(br, 'br', connections) ?? unsupported,
    mxIne: connectorOf(mx.ine, 'mx', connections) ?? unsupported,
    mxCurp: connectorOf(mx.curp, 'mx-curp', connections) ?? unsupported,
    mxVoterList: connectorOf(mx.voterList, 'mx-voter-list', connections) ?? unsupported,
    co: {
      CC: connectorOf(co.CC, 'co', connections) ?? unsupported,
      TI: connectorOf(co.TI, 'co', connections) ?? unsupported,
      CE: connectorOf(co.CE, 'co', connections) ?? unsupported,
      NIT: connectorOf(co.NIT, 'co', connections) ?? unsupported,
    },
    us: connectorOf(us, 'us', connections) ?? unsupported,
    health: () => healthOf(settings, connections),
    close: () => connections.close(),
  };
}

/** The connections of a process, one for each distinct set of options. */
interface Connections {
  to(connector: string, options: ConnectorOptions): RegistryHttp;
  readSecret(reference: string): string;
  close(): Promise<void>;
}

function createConnections(options: RegistriesOptions): Connections {
  const open = new Map<string, RegistryHttp>();
  const readSecret = (reference: string) =>
    reference.startsWith('public:')
      ? resolveSecret(reference, { env: {}, readFile: () => '' })
      : options.readSecret(reference);
  return {
    to: (connector, its) => {
      // Two kinds of documents checked at the same registry share its limits, breaker and token.
      const key = JSON.stringify([connector, its]);
      const known = open.get(key);
      if (known) return known;
      const connection = createRegistryHttp(its, { ...options, readSecret, connector });
      open.set(key, connection);
      return connection;
    },
    readSecret,
    close: async () => {
      await Promise.all([...open.values()].map((connection) => connection.close()));
    },
  };
}

/** The connector for each registry. */
type ConnectorOf<Registry extends GenericRegistry> = {
  br: Registries['br'];
  mx: Registries['mxIne'];
  'mx-curp': Registries['mxCurp'];
  'mx-voter-list': Registries['mxVoterList'];
  co: Registries['co']['CC'];
  us: Registries['us'];
}[Registry];

/** The settings' types determine which connector is allowed where, and the settings reader has checked it. */
function connectorOf<Registry extends GenericRegistry>(
  settings: ConnectorSettings | null,
  registry: Registry,
  connections: Connections,
): ConnectorOf<Registry> | null {
  return (
    settings &&
    (openConnector(settings, registry, connections) as ConnectorOf<GenericRegistry> as ConnectorOf<Registry>)
  );
}

function openConnector(settings: ConnectorSettings, registry: GenericRegistry, connections: Connections) {
  const { connector, options } = settings;
  const http = connections.to(connector, options);
  switch (connector) {
    case 'datavalid':
      return createDatavalidConnector(options, http, consentManager(options, connections));
    case 'ine-json':
      return createIneConnector(options, http, signatureOf(options, connections));
    case 'renapo-json':
      return createRenapoConnector(http);
    case 'nominal-json':
      return createNominalConnector(http);
    case 'ani-json':
      return createAniConnector(options, http);
    default: {
      const { hmacSecret } = options;
      return createGenericConnector(
        { registry, hmacSecret: hmacSecret === null ? null : connections.readSecret(hmacSecret) },
        http,
      );
    }
  }
}

/** The consent manager has its own credentials and limits, except where Serpro's gateway acts as one. */
function consentManager(
  { consent, baseUrl, auth, resilience }: DatavalidOptions,
  connections: Connections,
): DatavalidDeps {
  if (consent === null) return {};
  const { provider } = consent;
  const isSame =
    new URL(provider.url).origin === new URL(baseUrl).origin &&
    JSON.stringify(provider.auth) === JSON.stringify(auth);
  if (isSame) return {};
  return {
    consentManager: connections.to('datavalid-consent', {
      baseUrl: provider.url,
      auth: provider.auth,
      resilience,
    }),
  };
}

function signatureOf({ verifySignature, signatureKey }: IneOptions, connections: Connections) {
  return verifySignature === 'none' || signatureKey === null
    ? null
    : digestSignature(connections.readSecret(signatureKey));
}

function healthOf(settings: RegistrySettings, connections: Connections): Record<string, RegistryHealth> {
  const places = placesOf(settings);
  return Object.fromEntries(
    places.map(([place, { connector, options }]) => [place, connections.to(connector, options).health()]),
  );
}

/** Stands in for a connector that is not configured. */
const unsupported: RegistryConnector<unknown, never> = {
  id: 'none',
  check: () => Promise.resolve({ kind: 'technical', cause: 'unsupported', attempts: 0, at: null }),
  probe: () => Promise.resolve('unknown'),
};
