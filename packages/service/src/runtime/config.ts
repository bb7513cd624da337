import path from 'node:path';
import { availableCores } from './available-cores.ts';
import { ConfigError } from './config-error.ts';
import { type MisspeltVariable, misspeltVariables } from './misspelt-variables.ts';
import { readPrivateFile } from './private-file.ts';
import {
  type Environment,
  parseEnvironment,
  parseVariable,
  variables,
  type VariableName,
} from './variables.ts';

/** Configuration of this process; read once from the environment. */
export interface Config {
  environment: 'development' | 'production';
  /** Unknown names in the environment that resemble known variables. */
  misspelt: readonly MisspeltVariable[];
  /** Roles of this process: answer requests, run jobs, or both. */
  roles: readonly ('api' | 'worker')[];
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** A separate port for `/metrics`; `null`: none. */
  metricsPort: number | null;
  /** Address of that port. Default: loopback in production, otherwise `host`. */
  metricsHost: string;
  /** `/metrics` is also on the API's port: in development, unless it has its own. */
  metricsBesideApi: boolean;
  /** `{base_url}` of the API, without trailing slash; `null` derives it from host and port. */
  publicUrl: string | null;
  /** Base of session links, without trailing slash; `null`: the same as the API. */
  flowUrl: string | null;
  /** Networks (CIDR) whose `X-Forwarded-For` is trusted. */
  trustedProxies: readonly string[];
  /** Maximum concurrent client connections; fewer if the process may not open that many descriptors. */
  connectionsMax: number;
  /** Maximum from one address (IPv6: one /64) that is not a trusted proxy. */
  connectionsPerAddress: number;
  /** Memory for request bodies being received or handled. */
  bodyMemoryBytes: number;
  /** Disk space for unfinished uploads. */
  uploadDiskBytes: number;
  /** Where to report vulnerabilities, `mailto:` or `https://`, for `/.well-known/security.txt`; `null`: not published. */
  securityContact: string | null;
  /** Absolute. */
  dataDir: string;
  /** `null` uses the embedded database. */
  databaseUrl: string | null;
  databaseConnections: number;
  /** `null`: backups are made by other means, and their age is not monitored. */
  backupMaxAgeHours: number | null;
  /** Tests only; production rejects it. */
  relaxDurability: boolean;
  /** Armed failpoints, test bundle only; production rejects them. `null`: none. */
  failpoints: string | null;
  kek: { text: string | null; file: string | null };
  /** Webhook address for integrations created by a development start; `null` for none. */
  webhookUrl: string | null;
  webhooks: {
    /** Whether plain HTTP is allowed for outgoing calls. Default: in development. */
    allowHttp: boolean;
    /** Networks (CIDR) allowed in addition to the public Internet. Default in development: loopback. */
    allowNetworks: readonly string[];
    /** Ports allowed in addition to 443 (and 80 if HTTP is allowed). Default in development: any. */
    allowPorts: 'any' | readonly number[];
  };
  vision: {
    /** Pictures are read in a separate process, or in threads of this one. */
    process: 'child' | 'inline';
    threads: number;
    /** Absolute directory of the operator's model slots; `null` for none. */
    models: string | null;
    /** Reader of printed text: the machine's own, the bundled one, the better of those available, or none. */
    textEngine: 'auto' | 'native' | 'bundled' | 'off';
    /** Sandboxing of the separate process: whatever this system supports, all of it or no start, or none. */
    sandbox: 'auto' | 'required' | 'off';
    /** The user that reads pictures if the service runs as root. */
    user: { uid: number; gid: number };
  };
  /** Maximum sessions in one export of the portal. */
  exportRows: number;
  /** Mail server, `smtp://` or `smtps://`, and sender; `null`: no e-mail is sent. */
  mail: { url: string; from: string } | null;
  /** Absolute directory of the watchlists: sources, files, snapshots. */
  screeningDir: string;
  /** Absolute path of the operator's registry settings; `null`: no registry is connected. */
  registriesFile: string | null;
  /** Simulator that test integrations call; `null`: one in the worker's own process. */
  simulatorUrl: string | null;
  /** Absolute directory of the portraits of a simulator in this process; `null`: it never compares faces. */
  simulatorPortraits: string | null;
  /** Minutes between a worker's checks of the sources; 0 never, `null` 30 if a source has an address. */
  screeningRefreshMinutes: number | null;
  logLevel: string;
  /** Whether every request is logged, or only rejected ones. */
  logRequests: boolean;
  /** Whether the front page and the documentation are served. */
  documents: boolean;
}

/**
 * Reads the configuration of this process.
 * @throws ConfigError listing all errors, not only the first
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { read, wrong } = parseEnvironment(env);
  const environment =
    read.COUNTERSIGN_ENV ?? (env['NODE_ENV'] === 'production' ? 'production' : 'development');
  const production = environment === 'production';
  const databaseUrl = readSecretUrl('DATABASE_URL', read);
  const smtpUrl = readSmtpUrl(read);
  const problems = [
    ...wrong.map(({ problem }) => problem),
    ...contradictionsIn(read, production),
    ...messagesOf(databaseUrl, smtpUrl),
  ];
  if (problems.length > 0 || databaseUrl instanceof ConfigError || smtpUrl instanceof ConfigError)
    throw new ConfigError(...problems.toSorted());
  return {
    environment,
    misspelt: misspeltVariables(env),
    roles: read.COUNTERSIGN_ROLES ?? ['api', 'worker'],
    ...readAddresses(read, production),
    ...readIntake(read),
    ...readStorage(read, production),
    databaseUrl,
    mail: mailOf(smtpUrl, read.MAIL_FROM),
    registriesFile: read.REGISTRIES_FILE === undefined ? null : path.resolve(read.REGISTRIES_FILE),
    simulatorUrl: withoutSlash(read.SIMULATOR_URL),
    simulatorPortraits: read.SIM_PORTRAITS === undefined ? null : path.resolve(read.SIM_PORTRAITS),
    kek: { text: read.COUNTERSIGN_KEK ?? null, file: read.COUNTERSIGN_KEK_FILE ?? null },
    webhookUrl: read.WEBHOOK_URL ?? null,
    webhooks: {
      allowHttp: read.WEBHOOK_ALLOW_HTTP ?? !production,
      allowNetworks: read.WEBHOOK_ALLOW_NETWORKS ?? (production ? [] : ['127.0.0.0/8', '::1/128']),
      allowPorts: read.WEBHOOK_ALLOW_PORTS ?? (production ? [] : 'any'),
    },
    vision: readVision(read),
    logLevel: read.LOG_LEVEL ?? 'info',
    logRequests: read.LOG_REQUESTS ?? false,
    documents: read.DOCUMENTS ?? true,
  };
}

const mailOf = (url: string | null, from: string | undefined): Config['mail'] =>
  url === null || from === undefined ? null : { url, from };

const unreadableSmtpUrl =
  'SMTP_URL: must have a port up to 65535, and user and password percent-encoded: %40 for @, %25 for %';

/** @returns a `ConfigError` where the file cannot be used, or the address cannot be decoded */
function readSmtpUrl(read: Environment): string | null | ConfigError {
  const url = readSecretUrl('SMTP_URL', read);
  if (typeof url !== 'string') return url;
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return url;
  } catch {
    return new ConfigError(unreadableSmtpUrl);
  }
}

const messagesOf = (...read: (string | null | ConfigError)[]): string[] =>
  read.flatMap((value) => (value instanceof ConfigError ? [value.message] : []));

/** Variables that are valid individually but contradict each other. */
function contradictionsIn(read: Environment, production: boolean): string[] {
  const testsOnly = (Object.keys(read) as VariableName[]).filter(
    (name) => 'testsOnly' in variables[name] && read[name] !== false,
  );
  const rules: [isWrong: boolean, problem: string][] = [
    ...testsOnly.map((name): [boolean, string] => [
      production,
      `${name}: must not be set in production: it is for tests`,
    ]),
    [
      read.COUNTERSIGN_KEK !== undefined && read.COUNTERSIGN_KEK_FILE !== undefined,
      'COUNTERSIGN_KEK: must not be set together with COUNTERSIGN_KEK_FILE; remove one of them',
    ],
    [
      read.DATABASE_URL !== undefined && read.DATABASE_URL_FILE !== undefined,
      'DATABASE_URL: must not be set together with DATABASE_URL_FILE; remove one of them',
    ],
    [
      read.SMTP_URL !== undefined && read.SMTP_URL_FILE !== undefined,
      'SMTP_URL: must not be set together with SMTP_URL_FILE; remove one of them',
    ],
    [
      (read.SMTP_URL ?? read.SMTP_URL_FILE) !== undefined && read.MAIL_FROM === undefined,
      'MAIL_FROM: must be set where SMTP_URL or SMTP_URL_FILE is, e.g. identity@example.com',
    ],
    [
      read.MAIL_FROM !== undefined && (read.SMTP_URL ?? read.SMTP_URL_FILE) === undefined,
      'SMTP_URL: must be set where MAIL_FROM is, e.g. smtps://user:password@mail.example.com:465',
    ],
    [
      read.VISION_SANDBOX === 'required' && read.VISION_PROCESS === 'inline',
      'VISION_PROCESS: must be child, which is the default, where VISION_SANDBOX is required',
    ],
  ];
  return rules.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
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
    exportRows: read.EXPORT_MAX_ROWS ?? 250_000,
  };
}

function readStorage(read: Environment, production: boolean) {
  const dataDir = path.resolve(read.DATA_DIR ?? 'data');
  return {
    dataDir,
    screeningDir:
      read.SCREENING_DIR === undefined ? path.join(dataDir, 'screening') : path.resolve(read.SCREENING_DIR),
    screeningRefreshMinutes: read.SCREENING_REFRESH_MINUTES ?? null,
    backupMaxAgeHours: (read.BACKUP_MAX_AGE_HOURS ?? (production ? 36 : 0)) || null,
    databaseConnections: read.DATABASE_CONNECTIONS ?? 16,
    relaxDurability: read.COUNTERSIGN_TEST_RELAXED_DURABILITY ?? false,
    failpoints: read.COUNTERSIGN_FAILPOINTS ?? null,
  };
}

/** An address that may contain a password, from its variable or from a file. @returns a `ConfigError` where the file cannot be used */
function readSecretUrl(name: 'DATABASE_URL' | 'SMTP_URL', read: Environment): string | null | ConfigError {
  const file = read[`${name}_FILE`];
  if (file === undefined) return read[name] ?? null;
  try {
    const parsed = parseVariable(name, readPrivateFile(file));
    if ('value' in parsed) return parsed.value as string;
    return new ConfigError(`${name}_FILE: ${file}: must hold ${variables[name].form}`);
  } catch (error) {
    return new ConfigError(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readVision(read: Environment): Config['vision'] {
  return {
    process: read.VISION_PROCESS ?? 'child',
    threads: read.VISION_THREADS ?? availableCores(),
    models: read.VISION_MODELS === undefined ? null : path.resolve(read.VISION_MODELS),
    textEngine: read.VISION_TEXT_ENGINE ?? 'auto',
    sandbox: read.VISION_SANDBOX ?? 'auto',
    user: readUser(read.VISION_USER ?? unprivilegedUid),
  };
}

/** The usual unprivileged user, which owns no files; a user that nothing else runs as is better. */
const unprivilegedUid = '65534';

function readUser(text: string): { uid: number; gid: number } {
  const [uid = 0, gid = uid] = text.split(':').map(Number);
  return { uid, gid };
}

function withoutSlash(url: string | undefined): string | null {
  return url === undefined ? null : url.replace(/\/+$/, '');
}
