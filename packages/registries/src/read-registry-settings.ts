import type { Static, TSchema } from 'typebox';
import { parseDocument } from 'yaml';
import { readSettingsPart } from './read-settings-part.ts';
import {
  type Auth,
  type ConnectorSettings,
  type DatavalidOptions,
  type IneOptions,
  type RegistrySettings,
  RegistrySettingsError,
} from './registry-settings.ts';
import { checkAddresses } from './settings-addresses.ts';
import {
  AniSchema,
  authSchemas,
  DatavalidSchema,
  FileSchema,
  GenericSchema,
  IneSchema,
  type Place,
  PlainConnectorSchema,
  SimulatorSchema,
  SerproAccessSchema,
} from './settings-schema.ts';
import { placesOf, simulatorSettings } from './simulator-settings.ts';

type Options<Name extends ConnectorSettings['connector']> = Extract<
  ConnectorSettings,
  { connector: Name }
>['options'];
type Readers = { [Name in ConnectorSettings['connector']]: (options: unknown, at: string) => Options<Name> };

/** The reader of each connector's options. */
const readers: Readers = {
  datavalid: readDatavalid,
  'ine-json': readIne,
  'renapo-json': (options, at) => readConnector(PlainConnectorSchema, options, at),
  'nominal-json': (options, at) => readConnector(PlainConnectorSchema, options, at),
  'ani-json': (options, at) => readConnector(AniSchema, options, at),
  'http-generic': (options, at) => readConnector(GenericSchema, options, at),
};

/**
 * Reads the operator's settings, YAML or JSON: strict, with the defaults of the specification, secrets only as references.
 * `off` means the same as `null`.
 * @param simulatorUrl default `baseUrl` for `connector: simulator`; `null` for none
 * @throws RegistrySettingsError naming the member that is wrong, never its value
 * @see spec/registries.md 8.1, 10
 */
export function readRegistrySettings(text: string, simulatorUrl: string | null = null): RegistrySettings {
  const { br, mx, co, us } = readSettingsPart(FileSchema, parseText(text), '').registries;
  const generic = 'http-generic';
  const ani = (place: Place, at: string) =>
    readPlace(place, { at, names: ['ani-json', generic], simulated: (all) => all.co.CC, simulatorUrl });
  const settings: RegistrySettings = {
    br: readPlace(br, { at: 'br', names: ['datavalid', generic], simulated: (all) => all.br, simulatorUrl }),
    mx: {
      ine: readPlace(mx.ine, {
        at: 'mx.ine',
        names: ['ine-json', generic],
        simulated: (all) => all.mx.ine,
        simulatorUrl,
      }),
      curp: readPlace(mx.curp, {
        at: 'mx.curp',
        names: ['renapo-json', generic],
        simulated: (all) => all.mx.curp,
        simulatorUrl,
      }),
      voterList: readPlace(mx.voterList, {
        at: 'mx.voterList',
        names: ['nominal-json', generic],
        simulated: (all) => all.mx.voterList,
        simulatorUrl,
      }),
    },
    co: {
      CC: ani(co.CC, 'co.CC'),
      TI: ani(co.TI, 'co.TI'),
      CE: ani(co.CE, 'co.CE'),
      NIT: ani(co.NIT, 'co.NIT'),
    },
    us: readPlace(us, { at: 'us', names: [generic], simulated: (all) => all.us, simulatorUrl }),
  };
  for (const [place, connector] of placesOf(settings))
    checkConnector(connector, `registries.${place}.options`);
  return settings;
}

/**
 * Reads the options for registering a treatment template: only the connection to Serpro. `consent` is ignored, since it refers to an
 * existing template; the resulting options have none, so that no person can be checked with them.
 * @returns `null` where `br` is not Datavalid
 * @throws RegistrySettingsError naming the member that is wrong, never its value
 * @see spec/registries.md 8.2
 */
export function readTemplateOptions(
  text: string,
  simulatorUrl: string | null = null,
): DatavalidOptions | null {
  const { br } = readSettingsPart(FileSchema, parseText(text), '').registries;
  if (br?.connector === 'datavalid') {
    const at = 'registries.br.options';
    const options = completed({ ...readSettingsPart(SerproAccessSchema, br.options, at), consent: null });
    checkConnector({ connector: 'datavalid', options }, at);
    return options;
  }
  const read = readRegistrySettings(text, simulatorUrl).br;
  return read?.connector === 'datavalid' ? read.options : null;
}

function parseText(text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  // The parser's message quotes the line, which may contain a secret.
  if (error)
    throw new RegistrySettingsError(
      `line ${error.linePos?.[0].line ?? 1}: must be valid YAML (${error.code})`,
    );
  return withoutOff(valueOf(document));
}

function valueOf(document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    // A few lines of aliases can expand beyond any memory limit.
    throw new RegistrySettingsError('aliases (*name): must not be used; repeat the value instead');
  }
}

function withoutOff(value: unknown): unknown {
  if (value === 'off') return null;
  if (Array.isArray(value)) return value.map(withoutOff);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutOff(member)]));
}

interface PlaceRules<Name extends ConnectorSettings['connector']> {
  at: string;
  names: readonly Name[];
  simulated(all: RegistrySettings): Extract<ConnectorSettings, { connector: Name }> | null;
  simulatorUrl: string | null;
}

function readPlace<Name extends ConnectorSettings['connector']>(
  place: Place,
  { at, names, simulated, simulatorUrl }: PlaceRules<Name>,
): Extract<ConnectorSettings, { connector: Name }> | null {
  if (place === null) return null;
  const path = `registries.${at}`;
  if (place.connector === 'simulator') {
    return simulated(readSimulator(place.options, { at: `${path}.options`, simulatorUrl }));
  }
  const name = names.find((candidate) => candidate === place.connector);
  if (!name)
    throw new RegistrySettingsError(`${path}.connector: must be ${[...names, 'simulator'].join(' or ')}`);
  const options = readers[name](place.options, `${path}.options`);
  return { connector: name, options } as Extract<ConnectorSettings, { connector: Name }>;
}

function readSimulator(
  options: unknown,
  { at, simulatorUrl }: { at: string; simulatorUrl: string | null },
): RegistrySettings {
  const { baseUrl, ...given } = readSettingsPart(SimulatorSchema, options, at);
  const url = baseUrl ?? simulatorUrl;
  if (url === null)
    throw new RegistrySettingsError(`${at}.baseUrl: must be given where no simulator is configured`);
  const breaker = (options as { resilience?: { breaker?: unknown } } | null)?.resilience?.breaker;
  return simulatorSettings(url, { ...given.resilience, ...(breaker === undefined && { breaker: null }) });
}

function readConnector<Schema extends TSchema>(
  schema: Schema,
  options: unknown,
  at: string,
): Omit<Static<Schema>, 'auth'> & { auth: Auth } {
  const read = readSettingsPart(schema, options, at) as Static<Schema> & { auth: unknown };
  return { ...read, auth: readAuth(read.auth, `${at}.auth`) };
}

function readAuth(auth: unknown, at: string): Auth {
  const type = typeof auth === 'object' && auth !== null && 'type' in auth ? auth.type : null;
  const known = Object.keys(authSchemas).find((name) => name === type);
  if (!known) throw new RegistrySettingsError(`${at}.type: must be ${Object.keys(authSchemas).join(' or ')}`);
  return readSettingsPart(authSchemas[known as Auth['type']], auth, at);
}

function readDatavalid(options: unknown, at: string): DatavalidOptions {
  const read = readSettingsPart(DatavalidSchema, options, at);
  if (read.wireVersion === 'v5' && read.consent === null)
    throw new RegistrySettingsError(
      `${at}.consent: must be set, because every call of wireVersion v5 sends it`,
    );
  if (read.wireVersion === 'v4' && read.consent !== null)
    throw new RegistrySettingsError(
      `${at}.consent: must not be set with wireVersion v4, which does not send it`,
    );
  const consent = read.consent && {
    ...read.consent,
    provider: {
      url: read.consent.provider.url,
      auth: readAuth(read.consent.provider.auth, `${at}.consent.provider.auth`),
    },
  };
  return completed({ ...read, consent });
}

/** Fills in the token address, and moves the credentials to their place. */
function completed({
  tokenUrl: given,
  ...read
}: Omit<DatavalidOptions, 'auth' | 'tokenUrl'> & { tokenUrl?: string }): DatavalidOptions {
  const tokenUrl = given ?? `${read.baseUrl.replace(/\/+$/, '')}/token`;
  const { consumerKey: clientId, consumerSecret: clientSecret } = read;
  return { ...read, tokenUrl, auth: { type: 'oauth2', tokenUrl, clientId, clientSecret } };
}

function readIne(options: unknown, at: string): IneOptions {
  const read = readConnector(IneSchema, options, at);
  if (read.verifySignature === 'digest' && read.signatureKey === null)
    throw new RegistrySettingsError(`${at}.signatureKey: must be set, because verifySignature is digest`);
  if (read.verifySignature === 'none' && read.signatureKey !== null)
    throw new RegistrySettingsError(`${at}.signatureKey: must not be set, because verifySignature is none`);
  const unsigned = (['codePath', 'similarityPath'] as const).find(
    (name) => !read.face[name].startsWith('response.'),
  );
  if (read.verifySignature === 'digest' && unsigned)
    throw new RegistrySettingsError(
      `${at}.face.${unsigned}: must begin with "response.", because nothing else is signed`,
    );
  return read;
}

/** Rules that a schema cannot express: about two members together, and about addresses. */
function checkConnector(connector: ConnectorSettings, at: string): void {
  const { resilience } = connector.options;
  if (resilience.retryMinMs > resilience.retryMaxMs)
    throw new RegistrySettingsError(`${at}.resilience.retryMinMs: must be at most retryMaxMs`);
  checkAddresses(connector, at);
  const { auth, baseUrl } = connector.options;
  if (auth.type === 'mtls' && baseUrl.startsWith('http:'))
    throw new RegistrySettingsError(`${at}.auth: must not be mtls with a baseUrl of http; use https`);
}
