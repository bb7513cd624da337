/** The operator's registry settings, in YAML or JSON. @see spec/registries.md 8.1, 10 */

/**
 * `env:NAME` or `file:/absolute/path`: settings never contain a secret themselves. `public:text`, which is no secret, is used
 * in the settings of the bundled simulator and rejected in a file.
 */
export type SecretReference = string;

export type Auth =
  | { type: 'none' }
  | { type: 'basic'; username: SecretReference; password: SecretReference }
  | { type: 'bearer'; token: SecretReference }
  | { type: 'apiKey'; header: string; key: SecretReference }
  | { type: 'oauth2'; tokenUrl: string; clientId: SecretReference; clientSecret: SecretReference }
  | { type: 'mtls'; cert: SecretReference; key: SecretReference; ca?: SecretReference };

/** Times in milliseconds. @see spec/registries.md 10 */
export interface Resilience {
  connectMs: number;
  dataMs: number;
  biometricMs: number;
  overallMs: number;
  retries: number;
  retryMinMs: number;
  retryMaxMs: number;
  retryAfterMaxMs: number;
  /** `null`: no breaker. */
  breaker: { failures: number; trialAfterMs: number } | null;
  responseBytes: number;
  concurrency: number;
}

/** Options of every connector. */
export interface ConnectorOptions {
  baseUrl: string;
  auth: Auth;
  resilience: Resilience;
}

/** Settings of the Brazilian connector. */
export interface DatavalidOptions extends ConnectorOptions {
  wireVersion: 'v5' | 'v4';
  product: string;
  tokenUrl: string;
  consumerKey: SecretReference;
  consumerSecret: SecretReference;
  /** `null`: no status lookup for a CPF. */
  consultaCpf: { path: string } | null;
  /** V5 only. */
  consent: {
    idTemplate: string;
    payerCnpj: string;
    provider: { url: string; auth: Auth };
  } | null;
  requestLiveness: boolean;
}

export interface IneOptions extends ConnectorOptions {
  /** Path below the base URL of the verification route. */
  path: string;
  face: {
    imagePath: string;
    formatPath: string;
    codePath: string;
    similarityPath: string;
    okCodes: number[];
    selfieCodes: number[];
    noPortraitCodes: number[];
    scale: 'percent' | 'unit';
  };
  /** `not_returned`, or `none` for gateways that drop nulls. */
  absentTheftReport: 'not_returned' | 'none';
  dataOkCodes: number[] | null;
  verifySignature: 'none' | 'digest';
  /** PEM of the key that `digest` verifies with. */
  signatureKey: SecretReference | null;
  /** Where the operator's office is; never the end-user's place. */
  location: Record<string, unknown> | null;
}

export interface AniOptions extends ConnectorOptions {
  contractId: string;
  shape: 'flat' | 'nested';
}

export interface GenericOptions extends ConnectorOptions {
  hmacSecret: SecretReference | null;
}

/** Settings of one connector, by connector name. */
export type ConnectorSettings = (
  | { connector: 'datavalid'; options: DatavalidOptions }
  | { connector: 'ine-json'; options: IneOptions }
  | { connector: 'renapo-json'; options: ConnectorOptions }
  | { connector: 'nominal-json'; options: ConnectorOptions }
  | { connector: 'ani-json'; options: AniOptions }
  | { connector: 'http-generic'; options: GenericOptions }
) & {
  /** Set if it calls the bundled simulator, under whatever address. */
  simulated?: true;
};

type Only<Name extends ConnectorSettings['connector']> =
  | Extract<ConnectorSettings, { connector: Name | 'http-generic' }>
  /** No connector: the registry is not offered. */
  | null;

/** The connector of each registry. */
export interface RegistrySettings {
  br: Only<'datavalid'>;
  mx: { ine: Only<'ine-json'>; curp: Only<'renapo-json'>; voterList: Only<'nominal-json'> };
  co: Record<'CC' | 'TI' | 'CE' | 'NIT', Only<'ani-json'>>;
  us: Only<'http-generic'>;
}

/** The settings are invalid; the message names the place, never a secret. */
export class RegistrySettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegistrySettingsError';
  }
}
