import { type Static, type TObject, type TProperties, Type } from 'typebox';

const Text = Type.String({ minLength: 1, maxLength: 500 });
/** A reference, never the secret itself. */
const Secret = Type.String({ pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|file:/.+)$' });
/** Without user, query and fragment. */
const Url = Type.String({ pattern: '^https?://[^\\s/?#@]+(/[^\\s?#@]*)?$' });
const Path = Type.String({ pattern: '^/[^\\s?#]*$' });
const DottedPath = Type.String({ pattern: '^[A-Za-z0-9_]+(\\.[A-Za-z0-9_]+)*$' });
const Codes = (codes: number[]) => Type.Array(Type.Integer(), { default: codes });
const milliseconds = (usual: number, most: number) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual });

/** Milliseconds the service waits for a whole check; a longer limit would have no effect. */
const wholeCheckMs = 45_000;

/** An object that rejects unknown members. */
const Strict = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });
/** The same, with a default for every member. */
const Defaulted = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false, default: {} });

/** The first table of the specification. @see spec/registries.md 10 */
export const ResilienceSchema = Defaulted({
  connectMs: milliseconds(3_000, wholeCheckMs),
  dataMs: milliseconds(10_000, wholeCheckMs),
  biometricMs: milliseconds(20_000, wholeCheckMs),
  overallMs: milliseconds(wholeCheckMs, wholeCheckMs),
  retries: Type.Integer({ minimum: 0, maximum: 2, default: 2 }),
  retryMinMs: milliseconds(500, 60_000),
  retryMaxMs: milliseconds(4_000, 60_000),
  retryAfterMaxMs: milliseconds(10_000, 60_000),
  breaker: Type.Union(
    [
      Strict({
        failures: Type.Integer({ minimum: 1, maximum: 1_000, default: 5 }),
        trialAfterMs: milliseconds(30_000, 3_600_000),
      }),
      Type.Null(),
    ],
    { default: { failures: 5, trialAfterMs: 30_000 } },
  ),
  responseBytes: Type.Integer({ minimum: 1_024, maximum: 16_777_216, default: 1_048_576 }),
  concurrency: Type.Integer({ minimum: 1, maximum: 1_024, default: 16 }),
});

/** By type; validated separately, so that an error message refers to the intended type. @see spec/registries.md 8.1 */
export const authSchemas = {
  none: Strict({ type: Type.Literal('none') }),
  basic: Strict({ type: Type.Literal('basic'), username: Secret, password: Secret }),
  bearer: Strict({ type: Type.Literal('bearer'), token: Secret }),
  apiKey: Strict({
    type: Type.Literal('apiKey'),
    header: Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$" }),
    key: Secret,
  }),
  oauth2: Strict({ type: Type.Literal('oauth2'), tokenUrl: Url, clientId: Secret, clientSecret: Secret }),
  mtls: Strict({ type: Type.Literal('mtls'), cert: Secret, key: Secret, ca: Type.Optional(Secret) }),
};

/** Validated later, by `authSchemas`. */
const UnreadAuth = Type.Unknown({ default: { type: 'none' } });

/** Options of every connector; `others` are the connector's own. */
const Connector = <Members extends TProperties>(others: Members) =>
  Strict({ baseUrl: Url, auth: UnreadAuth, resilience: ResilienceSchema, ...others });

const orOff = <Schema extends TObject>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null });

/** Its credentials are the consumer key and secret, so it has no `auth`. @see spec/registries.md 8.2 */
export const DatavalidSchema = Strict({
  baseUrl: Type.String({ ...Url, default: 'https://gateway.apiserpro.serpro.gov.br' }),
  resilience: ResilienceSchema,
  wireVersion: Type.Union([Type.Literal('v5'), Type.Literal('v4')], { default: 'v5' }),
  product: Type.String({ pattern: '^[A-Za-z0-9_-]+$', default: 'datavalid' }),
  /** `<baseUrl>/token` by default. */
  tokenUrl: Type.Optional(Url),
  consumerKey: Secret,
  consumerSecret: Secret,
  consultaCpf: orOff(Strict({ path: Type.String({ ...Path, default: '/consulta-cpf-df/v2' }) })),
  consent: orOff(
    Strict({
      idTemplate: Text,
      payerCnpj: Type.String({ pattern: '^[0-9A-Z]{12}[0-9]{2}$' }),
      provider: Strict({ url: Url, auth: UnreadAuth }),
    }),
  ),
  requestLiveness: Type.Boolean({ default: false }),
});

/** The same before there is a template for `consent` to refer to. */
export const SerproAccessSchema = Type.Object(
  { ...DatavalidSchema.properties, consent: Type.Optional(Type.Unknown()) },
  { additionalProperties: false },
);

/** @see spec/registries.md 8.3 */
export const IneSchema = Connector({
  path: Type.String({ ...Path, default: '/ine/v1/verificacion' }),
  face: Defaulted({
    imagePath: Type.String({ ...DottedPath, default: 'facial.imagen' }),
    formatPath: Type.String({ ...DottedPath, default: 'facial.formato' }),
    codePath: Type.String({ ...DottedPath, default: 'response.facialResponse.codigoRespuestaFacial' }),
    similarityPath: Type.String({ ...DottedPath, default: 'response.facialResponse.similitud' }),
    okCodes: Codes([0]),
    selfieCodes: Codes([1, 2]),
    noPortraitCodes: Codes([3]),
    scale: Type.Union([Type.Literal('percent'), Type.Literal('unit')], { default: 'percent' }),
  }),
  absentTheftReport: Type.Union([Type.Literal('not_returned'), Type.Literal('none')], {
    default: 'not_returned',
  }),
  dataOkCodes: Type.Union([Type.Array(Type.Integer()), Type.Null()], { default: null }),
  verifySignature: Type.Union([Type.Literal('none'), Type.Literal('digest')], { default: 'none' }),
  signatureKey: Type.Union([Secret, Type.Null()], { default: null }),
  location: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { default: null }),
});

/** `renapo-json` and `nominal-json`. @see spec/registries.md 8.4, 8.5 */
export const PlainConnectorSchema = Connector({});

/** @see spec/registries.md 8.6 */
export const AniSchema = Connector({
  contractId: Text,
  shape: Type.Union([Type.Literal('flat'), Type.Literal('nested')], { default: 'flat' }),
});

/** @see spec/registries.md 8.7 */
export const GenericSchema = Connector({
  hmacSecret: Type.Union([Secret, Type.Null()], { default: null }),
});

/** Uses the bundled simulator as the registry; by default the one this process is configured with. */
export const SimulatorSchema = Type.Object(
  { baseUrl: Type.Optional(Url), resilience: Type.Optional(ResilienceSchema) },
  { additionalProperties: false, default: {} },
);

/** One place in the file: a connector's name, and its unvalidated options. */
const PlaceSchema = Type.Union(
  [Strict({ connector: Text, options: Type.Unknown({ default: {} }) }), Type.Null()],
  { default: null },
);

/** The whole file, with unvalidated connectors. @see spec/registries.md 8.1 */
export const FileSchema = Strict({
  registries: Strict({
    br: PlaceSchema,
    mx: Defaulted({ ine: PlaceSchema, curp: PlaceSchema, voterList: PlaceSchema }),
    co: Defaulted({ CC: PlaceSchema, TI: PlaceSchema, CE: PlaceSchema, NIT: PlaceSchema }),
    us: PlaceSchema,
  }),
});

/** A validated place: `null` has no connector. */
export type Place = Static<typeof PlaceSchema>;
