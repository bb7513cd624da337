import path from 'node:path';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { availableCores } from './available-cores.ts';
import { readPrivateFile } from './private-file.ts';

const Flag = Type.Boolean();
const Url = Type.String({ pattern: '^https?://[^\\s]+$' });
const List = (items: TSchema) => Type.Array(items as ReturnType<typeof Type.String>);
const Network = Type.String({ pattern: '^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$' });

/** Every variable the service reads, in the form it has after parsing. */
const Environment = Type.Object({
  BODY_MEMORY_MB: Type.Integer({ minimum: 16, maximum: 65_536 }),
  CONNECTIONS_MAX: Type.Integer({ minimum: 16, maximum: 1_000_000 }),
  CONNECTIONS_PER_ADDRESS: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  COUNTERSIGN_ENV: Type.Union([Type.Literal('development'), Type.Literal('production')]),
  COUNTERSIGN_FAILPOINTS: Type.String(),
  COUNTERSIGN_KEK: Type.String(),
  COUNTERSIGN_KEK_FILE: Type.String(),
  COUNTERSIGN_ROLES: Type.Array(Type.Union([Type.Literal('api'), Type.Literal('worker')]), { minItems: 1 }),
  COUNTERSIGN_TEST_RELAXED_DURABILITY: Flag,
  DATABASE_CONNECTIONS: Type.Integer({ minimum: 2, maximum: 500 }),
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  DATABASE_URL_FILE: Type.String({ minLength: 1 }),
  DATA_DIR: Type.String({ minLength: 1 }),
  FLOW_URL: Url,
  HOST: Type.String({ minLength: 1 }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
  ),
  METRICS_HOST: Type.String({ minLength: 1 }),
  METRICS_PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535 }),
  PUBLIC_URL: Url,
  REGISTRIES_FILE: Type.String({ minLength: 1 }),
  SCREENING_DIR: Type.String({ minLength: 1 }),
  SCREENING_REFRESH_MINUTES: Type.Integer({ minimum: 0, maximum: 10_080 }),
  SECURITY_CONTACT: Type.String({ pattern: '^(https://|mailto:)[^\\s]+$' }),
  SIMULATOR_URL: Url,
  SIM_PORTRAITS: Type.String({ minLength: 1 }),
  TRUSTED_PROXIES: List(Network),
  UPLOAD_DISK_MB: Type.Integer({ minimum: 256, maximum: 16_777_216 }),
  VISION_MODELS: Type.String({ minLength: 1 }),
  VISION_PROCESS: Type.Union([Type.Literal('child'), Type.Literal('inline')]),
  VISION_SANDBOX: Type.Union([Type.Literal('auto'), Type.Literal('required'), Type.Literal('off')]),
  VISION_TEXT_ENGINE: Type.Union([
    Type.Literal('auto'),
    Type.Literal('native'),
    Type.Literal('bundled'),
    Type.Literal('off'),
  ]),
  VISION_THREADS: Type.Integer({ minimum: 1, maximum: 256 }),
  VISION_USER: Type.String({ pattern: '^[1-9][0-9]{0,9}(:[1-9][0-9]{0,9})?$' }),
  WEBHOOK_ALLOW_HTTP: Flag,
  WEBHOOK_ALLOW_NETWORKS: List(Network),
  WEBHOOK_ALLOW_PORTS: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 })),
  WEBHOOK_URL: Url,
});
type Environment = Partial<Static<typeof Environment>>;

/** How this process runs; read once from the environment. */
export interface Config {
  environment: 'development' | 'production';
  /** What this process does: answer requests, do the jobs, or both. */
  roles: readonly ('api' | 'worker')[];
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** A port of its own for `/metrics`; `null`: none. */
  metricsPort: number | null;
  /** Address of that port. Default: in production the loopback address, else `host`. */
  metricsHost: string;
  /** `/metrics` is on the port of the API as well: in development, where it has none of its own. */
  metricsBesideApi: boolean;
  /** `{base_url}` of the API, without a slash at the end; `null` derives it from host and port. */
  publicUrl: string | null;
  /** Where session links point, without a slash at the end; `null` is the same as the API. */
  flowUrl: string | null;
  /** Networks (CIDR) whose `X-Forwarded-For` is used. */
  trustedProxies: readonly string[];
  /** Client connections at a time; fewer where the process may not open that many descriptors. */
  connectionsMax: number;
  /** Of these from one address (IPv6: one /64) that is no trusted proxy. */
  connectionsPerAddress: number;
  /** Memory for request bodies that are being received or handled. */
  bodyMemoryBytes: number;
  /** Disk space for uploads that are not finished. */
  uploadDiskBytes: number;
  /** Where weaknesses are reported, `mailto:` or `https://`, for `/.well-known/security.txt`; `null` publishes none. */
  securityContact: string | null;
  /** Absolute. */
  dataDir: string;
  /** `null` uses the embedded database. */
  databaseUrl: string | null;
  databaseConnections: number;
  /** Tests only; production refuses it. */
  relaxDurability: boolean;
  /** What is armed, test bundle only; production refuses it. `null`: nothing. */
  failpoints: string | null;
  kek: { text: string | null; file: string | null };
  /** Webhook address given to integrations made by development start-up; `null` for none. */
  webhookUrl: string | null;
  webhooks: {
    /** Plain HTTP is allowed as a target. Default: in development. */
    allowHttp: boolean;
    /** Networks (CIDR) allowed beside the public Internet. Default in development: loopback. */
    allowNetworks: readonly string[];
    /** Ports beside 443 (and 80 where HTTP is allowed). Default in development: any. */
    allowPorts: 'any' | readonly number[];
  };
  vision: {
    /** Pictures are read in a process of its own, or in threads of this one. */
    process: 'child' | 'inline';
    threads: number;
    /** Absolute directory of the operator's model slots; `null` for none. */
    models: string | null;
    /** Which reader of printed text: the machine's own, the bundled one, the better one that is there, or none. */
    textEngine: 'auto' | 'native' | 'bundled' | 'off';
    /** Walls around the process of its own: those this installation grants, every one or no start, or none. */
    sandbox: 'auto' | 'required' | 'off';
    /** The user that reads pictures where the service is root. */
    user: { uid: number; gid: number };
  };
  /** Absolute directory of the watchlists: sources, files, snapshots. */
  screeningDir: string;
  /** Absolute path of the operator's settings of registries; `null`: no registry is connected. */
  registriesFile: string | null;
  /** Simulator that test integrations call; `null`: one in the worker's own process. */
  simulatorUrl: string | null;
  /** Absolute directory of the portraits of a simulator in this process; `null`: it never compares faces. */
  simulatorPortraits: string | null;
  /** Minutes between looks at the sources by a worker; 0 never, `null` 30 where a source has an address. */
  screeningRefreshMinutes: number | null;
  logLevel: string;
}

/** A variable is unknown or not valid; the message names it, never its value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const read = parseEnvironment(env);
  const environment =
    read.COUNTERSIGN_ENV ?? (env['NODE_ENV'] === 'production' ? 'production' : 'development');
  const production = environment === 'production';
  if (production && read.COUNTERSIGN_TEST_RELAXED_DURABILITY) {
    throw new ConfigError('COUNTERSIGN_TEST_RELAXED_DURABILITY is for tests and refused in production');
  }
  if (production && read.COUNTERSIGN_FAILPOINTS !== undefined)
    throw new ConfigError('COUNTERSIGN_FAILPOINTS is for tests and refused in production');
  return {
    environment,
    roles: read.COUNTERSIGN_ROLES ?? ['api', 'worker'],
    ...readAddresses(read, production),
    ...readIntake(read),
    ...readStorage(read),
    registriesFile: read.REGISTRIES_FILE === undefined ? null : path.resolve(read.REGISTRIES_FILE),
    simulatorUrl: withoutSlash(read.SIMULATOR_URL),
    simulatorPortraits: read.SIM_PORTRAITS === undefined ? null : path.resolve(read.SIM_PORTRAITS),
    kek: readKek(read),
    webhookUrl: read.WEBHOOK_URL ?? null,
    webhooks: {
      allowHttp: read.WEBHOOK_ALLOW_HTTP ?? !production,
      allowNetworks: read.WEBHOOK_ALLOW_NETWORKS ?? (production ? [] : ['127.0.0.0/8', '::1/128']),
      allowPorts: read.WEBHOOK_ALLOW_PORTS ?? (production ? [] : 'any'),
    },
    vision: readVision(read),
    logLevel: read.LOG_LEVEL ?? 'info',
  };
}

function readAddresses(read: Environment, production: boolean) {
  const host = read.HOST ?? (production ? '0.0.0.0' : '127.0.0.1');
  const metricsPort = read.METRICS_PORT ?? null;
  return {
    host,
    port: read.PORT ?? 8080,
    metricsPort,
    metricsHost: read.METRICS_HOST ?? (production ? '127.0.0.1' : host),
    metricsBesideApi: metricsPort === null && !production,
    publicUrl: withoutSlash(read.PUBLIC_URL),
    flowUrl: withoutSlash(read.FLOW_URL),
    trustedProxies: read.TRUSTED_PROXIES ?? [],
    securityContact: read.SECURITY_CONTACT ?? null,
  };
}

const megabyte = 1024 * 1024;

function readIntake(read: Environment) {
  return {
    connectionsMax: read.CONNECTIONS_MAX ?? 2048,
    connectionsPerAddress: read.CONNECTIONS_PER_ADDRESS ?? 256,
    bodyMemoryBytes: (read.BODY_MEMORY_MB ?? 128) * megabyte,
    uploadDiskBytes: (read.UPLOAD_DISK_MB ?? 2048) * megabyte,
  };
}

function readStorage(read: Environment) {
  const dataDir = path.resolve(read.DATA_DIR ?? 'data');
  return {
    dataDir,
    screeningDir:
      read.SCREENING_DIR === undefined ? path.join(dataDir, 'screening') : path.resolve(read.SCREENING_DIR),
    screeningRefreshMinutes: read.SCREENING_REFRESH_MINUTES ?? null,
    databaseUrl: readDatabaseUrl(read),
    databaseConnections: read.DATABASE_CONNECTIONS ?? 16,
    relaxDurability: read.COUNTERSIGN_TEST_RELAXED_DURABILITY ?? false,
    failpoints: read.COUNTERSIGN_FAILPOINTS ?? null,
  };
}

function readDatabaseUrl({ DATABASE_URL: url, DATABASE_URL_FILE: file }: Environment): string | null {
  if (url !== undefined && file !== undefined)
    throw new ConfigError('DATABASE_URL and DATABASE_URL_FILE exclude each other');
  if (file === undefined) return url ?? null;
  return parseVariable(
    'DATABASE_URL_FILE',
    Environment.properties.DATABASE_URL,
    readSecretFile(file),
  ) as string;
}

/** @throws ConfigError */
function readSecretFile(file: string): string {
  try {
    return readPrivateFile(file);
  } catch (error) {
    throw new ConfigError(`DATABASE_URL_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readVision(read: Environment): Config['vision'] {
  if (read.VISION_SANDBOX === 'required' && read.VISION_PROCESS === 'inline')
    throw new ConfigError('VISION_SANDBOX=required: VISION_PROCESS must be child, which is the default');
  return {
    process: read.VISION_PROCESS ?? 'child',
    threads: read.VISION_THREADS ?? availableCores(),
    models: read.VISION_MODELS === undefined ? null : path.resolve(read.VISION_MODELS),
    textEngine: read.VISION_TEXT_ENGINE ?? 'auto',
    sandbox: read.VISION_SANDBOX ?? 'auto',
    user: readUser(read.VISION_USER ?? nobody),
  };
}

/** The user without files of its own; better is one that nothing else runs as. */
const nobody = '65534';

function readUser(text: string): { uid: number; gid: number } {
  const [uid = 0, gid = uid] = text.split(':').map(Number);
  return { uid, gid };
}

function readKek({ COUNTERSIGN_KEK: text, COUNTERSIGN_KEK_FILE: file }: Environment): Config['kek'] {
  if (text !== undefined && file !== undefined) {
    throw new ConfigError('COUNTERSIGN_KEK and COUNTERSIGN_KEK_FILE exclude each other');
  }
  return { text: text ?? null, file: file ?? null };
}

function parseEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const parsed: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(env)) {
    if (text === undefined || text === '') continue;
    const schema: TSchema | undefined = (Environment.properties as Record<string, TSchema>)[name];
    if (schema) parsed[name] = parseVariable(name, schema, text);
    else if (name.startsWith('COUNTERSIGN_')) throw new ConfigError(`unknown variable ${name}`);
  }
  return parsed;
}

function parseVariable(name: string, schema: TSchema, text: string): unknown {
  const isList = 'items' in schema;
  const value: unknown = Value.Convert(
    schema,
    isList ? text.split(',').map((item) => item.trim()) : text.trim(),
  );
  if (!Value.Check(schema, value)) throw new ConfigError(`${name} is not valid: ${expectation(schema)}`);
  return value;
}

function expectation(schema: TSchema): string {
  const { type, minimum, maximum, anyOf, pattern } = schema as {
    type?: string;
    minimum?: number;
    maximum?: number;
    anyOf?: { const: string }[];
    pattern?: string;
  };
  if (anyOf) return `expected one of ${anyOf.map((choice) => choice.const).join(', ')}`;
  if (type === 'integer') return `expected a whole number from ${minimum} to ${maximum}`;
  if (type === 'boolean') return 'expected true or false';
  if (type === 'array') return 'expected a list separated by commas';
  return pattern === undefined ? 'expected a text' : `expected the form ${pattern}`;
}

function withoutSlash(url: string | undefined): string | null {
  return url === undefined ? null : url.replace(/\/+$/, '');
}
