import { Value } from 'typebox/value';
import type {
  Auth,
  ConnectorOptions,
  ConnectorSettings,
  DatavalidOptions,
  IneOptions,
  RegistrySettings,
  Resilience,
} from './registry-settings.ts';
import { addressesOf } from './settings-addresses.ts';
import { IneSchema, ResilienceSchema } from './settings-schema.ts';

/** The simulator accepts every client; the rest of the protocol is the real one. */
const anyone = 'public:countersign';
/** A treatment template that the simulator always accepts. @see spec/registries.md 15.1 */
const knownTemplate = '00000000-0000-4000-8000-000000000001';
/** Not assigned to any company. */
const payerCnpj = '00000000000000';

/**
 * Settings with the simulator as every registry, as test integrations use them: under `/sandbox`, where the
 * personas are.
 * @param simulatorUrl without `/sandbox`
 * @param resilience overrides of the usual limits
 * @see spec/registries.md 8.1, 16
 */
export const sandboxSettings = (
  simulatorUrl: string,
  resilience: Partial<Resilience> = {},
): RegistrySettings => simulatorSettings(`${withoutSlash(simulatorUrl)}/sandbox`, resilience);

/**
 * The same without personas: the meaning of `connector: simulator` in a settings file.
 * @param resilience overrides of the usual limits
 */
export function simulatorSettings(
  simulatorUrl: string,
  resilience: Partial<Resilience> = {},
): RegistrySettings {
  const baseUrl = withoutSlash(simulatorUrl);
  const limits: Resilience = {
    ...(Value.Default(ResilienceSchema, {}) as Resilience),
    // One tester's failing persona would open the breaker for everyone.
    breaker: null,
    ...resilience,
  };
  const token = {
    type: 'oauth2',
    tokenUrl: `${baseUrl}/token`,
    clientId: anyone,
    clientSecret: anyone,
  } as const;
  const common = { baseUrl, auth: token, resilience: limits };
  const ani = simulated({
    connector: 'ani-json',
    options: { ...common, contractId: 'simulated', shape: 'flat' },
  });
  return {
    br: simulated({ connector: 'datavalid', options: datavalid(common, token) }),
    mx: mexico(common),
    co: { CC: ani, TI: ani, CE: null, NIT: null },
    us: simulated({
      connector: 'http-generic',
      options: { ...common, baseUrl: `${baseUrl}/generic/us`, auth: none, hmacSecret: null },
    }),
  };
}

/** Marks a connector so that production can reject it. */
const simulated = <Connector extends ConnectorSettings>(settings: Connector) => ({
  ...settings,
  simulated: true as const,
});

const none: Auth = { type: 'none' };

function datavalid(common: ConnectorOptions, token: Extract<Auth, { type: 'oauth2' }>): DatavalidOptions {
  return {
    ...common,
    wireVersion: 'v5',
    product: 'datavalid',
    tokenUrl: token.tokenUrl,
    consumerKey: token.clientId,
    consumerSecret: token.clientSecret,
    consultaCpf: { path: '/consulta-cpf-df/v2' },
    consent: {
      idTemplate: knownTemplate,
      payerCnpj,
      provider: { url: `${common.baseUrl}/datavalid/v5/gcc/token`, auth: token },
    },
    requestLiveness: false,
  };
}

function mexico(common: ConnectorOptions): RegistrySettings['mx'] {
  const { baseUrl } = common;
  const basic: Auth = { type: 'basic', username: anyone, password: anyone };
  return {
    ine: simulated({
      connector: 'ine-json',
      options: Value.Default(IneSchema, { ...common, auth: none }) as IneOptions,
    }),
    curp: simulated({
      connector: 'renapo-json',
      options: { ...common, baseUrl: `${baseUrl}/renapo`, auth: none },
    }),
    voterList: simulated({ connector: 'nominal-json', options: { ...common, auth: basic } }),
  };
}

/** All configured connectors, with the name of their place in the file. */
export function placesOf({
  br,
  mx,
  co,
  us,
}: RegistrySettings): [place: string, settings: ConnectorSettings][] {
  const places: [string, ConnectorSettings | null][] = [
    ['br', br],
    ['mx.ine', mx.ine],
    ['mx.curp', mx.curp],
    ['mx.voterList', mx.voterList],
    ['co.CC', co.CC],
    ['co.TI', co.TI],
    ['co.CE', co.CE],
    ['co.NIT', co.NIT],
    ['us', us],
  ];
  return places.filter((place): place is [string, ConnectorSettings] => place[1] !== null);
}

/**
 * Whether any registry is the simulator. Production rejects such settings.
 * @param simulatorUrl the simulator this process is configured with; `null` for none
 */
export const usesSimulator = (settings: RegistrySettings, simulatorUrl: string | null = null): boolean =>
  placesOf(settings).some(([, connector]) => isSimulator(connector, simulatorUrl));

/**
 * Whether a connector calls the simulator: it is marked so in the settings, or uses the simulator's address under another name, even only
 * for tokens or consent.
 * @param simulatorUrl the simulator this process is configured with; `null` for none
 */
export function isSimulator(connector: ConnectorSettings, simulatorUrl: string | null): boolean {
  if (connector.simulated === true) return true;
  const simulator = simulatorUrl === null ? null : portOf(simulatorUrl);
  return addressesOf(connector).some(([, url]) => portOf(url) === simulator);
}

/** The listener at an address, whatever the scheme; all names of this machine count as one. */
function portOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname);
  return `${isOwn ? 'localhost' : hostname.replace(/\.$/, '')}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
