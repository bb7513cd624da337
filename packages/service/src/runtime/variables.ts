import { nearest } from '@countersign/command-line';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  address,
  baseAddress,
  choice,
  directory,
  file,
  flag,
  integer,
  networks,
  postgresAddress,
  sender,
  smtpAddress,
  text,
} from './variable-forms.ts';

/** A variable of the environment: its form, and texts for the operators' guide and error messages. */
export interface Variable {
  schema: TSchema;
  /** The allowed values, completing "must be …". */
  form: string;
  /** A valid value. */
  example: string;
  /** The default in words. */
  fallback: string;
  effect: string;
  /** Values are never printed. */
  secret?: true;
  /** For tests: production rejects it. */
  testsOnly?: true;
  /** Further validation of a well-formed value, beyond the schema. */
  accepts?: (value: never) => boolean;
}

const variable = <Schema extends TSchema>(schema: Schema, texts: Omit<Variable, 'schema'>) => ({
  schema,
  ...texts,
});

/** Digits only: number conversion would truncate `8080.5` to 8080. */
const wholeNumber = /^-?\d+$/;

const define = <Shape extends Pick<Variable, 'schema' | 'form' | 'accepts'>>(
  { schema, form, accepts }: Shape,
  texts: Omit<Variable, 'schema' | 'form' | 'accepts'>,
): { schema: Shape['schema'] } & Variable =>
  variable(schema, { form, ...(accepts === undefined ? {} : { accepts }), ...texts });

/** Every variable the service reads, in alphabetical order. */
export const variables = {
  BACKUP_MAX_AGE_HOURS: define(integer(0, 8_760), {
    example: '26',
    fallback: '`36`; development `0`',
    effect:
      'Age of the newest [backup](run.md#backup) from which it counts as overdue. 0 if backups are made by other means than `countersign backup`: these are not monitored',
  }),
  BODY_MEMORY_MB: define(integer(16, 65_536), {
    example: '256',
    fallback: '`128`',
    effect:
      'Memory for request bodies that are being received or processed; see [limits](run.md#limits-of-connections-and-bodies)',
  }),
  CONNECTIONS_MAX: define(integer(16, 1_000_000), {
    example: '4096',
    fallback: '`2048`',
    effect: 'Client connections of this process at a time',
  }),
  CONNECTIONS_PER_ADDRESS: define(integer(1, 1_000_000), {
    example: '512',
    fallback: '`256`',
    effect: 'Client connections of this process at a time from one address that is not a trusted proxy',
  }),
  COUNTERSIGN_ENV: define(choice('development', 'production'), {
    example: 'production',
    fallback: '`development`; `production` where `NODE_ENV` is',
    effect: 'Production does not create keys or integrations by itself, and restricts webhook targets',
  }),
  COUNTERSIGN_FAILPOINTS: define(text, {
    example: 'session-inserted=kill',
    fallback: 'none',
    effect:
      'See [decision 0025](../decisions/0025-failpoints-exist-in-the-test-bundle.md): `name=action` separated by commas',
    testsOnly: true,
  }),
  COUNTERSIGN_KEK: define(text, {
    example: '(32 bytes in base64 or hex)',
    fallback: 'development: created in the data directory',
    effect:
      'Key-encryption key, or [several versions](rotate-keys.md#the-key-encryption-key). Production does not start without one; prefer the file',
    secret: true,
  }),
  COUNTERSIGN_KEK_FILE: define(file, {
    example: '/etc/countersign/kek',
    fallback: 'none',
    effect: 'File with the key-encryption key, readable only for its owner; excludes `COUNTERSIGN_KEK`',
  }),
  COUNTERSIGN_ROLES: define(
    {
      schema: Type.Array(Type.Union([Type.Literal('api'), Type.Literal('worker')]), { minItems: 1 }),
      form: 'api, worker, or both separated by a comma',
    },
    { example: 'api,worker', fallback: '`api,worker`', effect: 'What this process does' },
  ),
  COUNTERSIGN_TEST_RELAXED_DURABILITY: define(flag, {
    example: 'true',
    fallback: '`false`',
    effect: 'Accepts a database that does not sync',
    testsOnly: true,
  }),
  DATABASE_CONNECTIONS: define(integer(2, 500), {
    example: '32',
    fallback: '`16`',
    effect: 'Connections of this process to PostgreSQL',
  }),
  DATABASE_URL: define(postgresAddress, {
    example: 'postgres://countersign@db.internal/countersign',
    fallback: 'the embedded database',
    effect:
      'PostgreSQL 15 or newer with `fsync`, `full_page_writes` and `synchronous_commit` on; see [encryption](run.md#tls-to-postgresql)',
    secret: true,
  }),
  DATABASE_URL_FILE: define(file, {
    example: '/etc/countersign/database-url',
    fallback: 'none',
    effect:
      'File with the text of `DATABASE_URL`, readable only for its owner; preferable if the URL contains a password',
  }),
  DATA_DIR: define(directory, {
    example: '/var/lib/countersign',
    fallback: '`./data`',
    effect: 'Embedded database, stored pictures, control socket',
  }),
  DOCUMENTS: define(flag, {
    example: 'false',
    fallback: '`true`',
    effect: 'Serves the front page, the documents and the reference of the API at `/` and `/docs`',
  }),
  EXPORT_MAX_ROWS: define(integer(1, 10_000_000), {
    example: '1000000',
    fallback: '`250000`',
    effect: 'Largest number of sessions in an export of the portal; a longer export fails with that reason',
  }),
  FLOW_URL: define(baseAddress, {
    example: 'https://verify.example.com',
    fallback: 'as `PUBLIC_URL`',
    effect: 'Base URL of session links',
  }),
  HOST: define(text, {
    example: '0.0.0.0',
    fallback: '`127.0.0.1`; production `0.0.0.0`',
    effect: 'Address to listen on',
  }),
  LOG_LEVEL: define(choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    example: 'info',
    fallback: '`info`',
    effect: 'Least severe level that is logged',
  }),
  LOG_REQUESTS: define(flag, {
    example: 'true',
    fallback: '`false`',
    effect: 'Logs every request; otherwise only rejected ones',
  }),
  MAIL_FROM: define(sender, {
    example: 'identity@example.com',
    fallback: 'none: no e-mail is sent',
    effect: 'Sender of invitations and alerts of the portal; with `SMTP_URL`',
  }),
  METRICS_HOST: define(text, {
    example: '127.0.0.1',
    fallback: '`HOST`; production `127.0.0.1`',
    effect: 'Address to listen on for `/metrics`',
  }),
  METRICS_PORT: define(integer(0, 65_535), {
    example: '9464',
    fallback: 'none',
    effect:
      'Separate port for `/metrics`. Without it, development serves `/metrics` on the API port and production not at all',
  }),
  PORT: define(integer(0, 65_535), {
    example: '8080',
    fallback: '`8080`',
    effect: 'Port to listen on; 0 chooses a free one',
  }),
  PUBLIC_URL: define(baseAddress, {
    example: 'https://id.example.com',
    fallback: 'from `HOST` and `PORT`',
    effect: '`{base_url}` as clients see it',
  }),
  REGISTRIES_FILE: define(file, {
    example: '/etc/countersign/registries.yaml',
    fallback: 'none: live integrations cannot call any registry',
    effect:
      'YAML or JSON file that assigns connectors to national registries; see [registries](registries.md)',
  }),
  SCREENING_DIR: define(directory, {
    example: '/var/lib/countersign/screening',
    fallback: '`screening` in `DATA_DIR`',
    effect: 'Directory of watchlists: sources, accepted files, snapshots; see [screening](screening.md)',
  }),
  SCREENING_REFRESH_MINUTES: define(integer(0, 10_080), {
    example: '60',
    fallback: '`30` if a source has a URL, else none',
    effect: "Minutes between a worker's checks of the sources; 0 never",
  }),
  SECURITY_CONTACT: define(
    {
      schema: Type.String({ pattern: '^(https://|mailto:)[^\\s]+$' }),
      form: 'an address that begins with mailto: or https://',
    },
    {
      example: 'mailto:security@example.com',
      fallback: 'none',
      effect: 'Contact for reporting vulnerabilities; published as `/.well-known/security.txt`',
    },
  ),
  SIMULATOR_URL: define(baseAddress, {
    example: 'http://127.0.0.1:8090',
    fallback: 'one inside the worker',
    effect: 'The [simulator](registries.md) that test integrations call instead of registries',
  }),
  SIM_PORTRAITS: define(directory, {
    example: '/var/lib/countersign/portraits',
    fallback: 'none: no faces are compared',
    effect: 'Directory of [portraits](registries.md) on file in the simulator inside the worker',
  }),
  SMTP_URL: define(smtpAddress, {
    example: 'smtps://user:password@mail.example.com:465',
    fallback: 'none: no e-mail is sent, and links are shown to the person who invites',
    effect:
      'Mail server. `smtps` begins with TLS; `smtp` must offer STARTTLS, except on the loopback address',
    secret: true,
  }),
  SMTP_URL_FILE: define(file, {
    example: '/etc/countersign/smtp-url',
    fallback: 'none',
    effect:
      'File with the text of `SMTP_URL`, readable only for its owner; preferable if the URL contains a password',
  }),
  TRUSTED_PROXIES: define(networks, {
    example: '10.0.0.0/8,2001:db8::/32',
    fallback: 'none',
    effect: 'Networks of proxies whose `X-Forwarded-For` is trusted',
  }),
  UPLOAD_DISK_MB: define(integer(256, 16_777_216), {
    example: '4096',
    fallback: '`2048`',
    effect: 'Disk space in `DATA_DIR` for uploads that are not finished',
  }),
  VISION_MODELS: define(directory, {
    example: '/etc/countersign/models',
    fallback: 'none',
    effect: 'Directory of model slots that the operator provides; an unusable slot stops the process',
  }),
  VISION_PROCESS: define(choice('child', 'inline'), {
    example: 'child',
    fallback: '`child`',
    effect:
      'Where pictures are read: in [a process of its own](run.md#where-pictures-are-read), or in threads of this process, with less memory and less protection',
  }),
  VISION_SANDBOX: define(choice('auto', 'required', 'off'), {
    example: 'required',
    fallback: '`auto`',
    effect:
      '[Isolation of that process](run.md#isolation-of-the-picture-process): as far as this machine allows (`auto`), fully or no start (`required`, for production), none (`off`)',
  }),
  VISION_TEXT_ENGINE: define(choice('auto', 'native', 'bundled', 'off'), {
    example: 'native',
    fallback: '`auto`',
    effect:
      "OCR engine for printed text: Debian's tesseract (`native`), the `bundled` one, `auto` (native where it is installed), `off`",
  }),
  VISION_THREADS: define(integer(1, 256), {
    example: '4',
    fallback: 'the cores this process may use',
    effect: "Threads that read pictures; a container's processor quota is taken into account",
  }),
  VISION_USER: define(
    {
      schema: Type.String({ pattern: '^[1-9][0-9]{0,9}(:[1-9][0-9]{0,9})?$' }),
      form: 'uid or uid:gid in digits, not 0',
    },
    {
      example: '990:990',
      fallback: '`65534`',
      effect:
        'User of the picture process if the service runs as root; preferably a user that runs nothing else',
    },
  ),
  WEBHOOK_ALLOW_HTTP: define(flag, {
    example: 'true',
    fallback: 'development `true`, production `false`',
    effect: 'Webhooks may be sent over plain HTTP',
  }),
  WEBHOOK_ALLOW_NETWORKS: define(networks, {
    example: '10.20.0.0/16',
    fallback: 'development loopback, production none',
    effect:
      'Networks that webhooks and single sign-on may reach besides the public Internet; cloud metadata services are never allowed',
  }),
  WEBHOOK_ALLOW_PORTS: define(
    {
      schema: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 })),
      form: 'ports from 1 to 65535 separated by commas',
    },
    {
      example: '8443,9443',
      fallback: 'development any, production none',
      effect: 'Ports that webhooks and single sign-on may use besides 443',
    },
  ),
  WEBHOOK_URL: define(address, {
    example: 'http://127.0.0.1:9000/webhooks',
    fallback: 'none',
    effect: 'Decision and event webhook URL of the integration that development creates',
  }),
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof variables;
/** The parsed environment; absent members are unset or empty. */
export type Environment = { [Name in VariableName]?: Static<(typeof variables)[Name]['schema']> };

/** An invalid variable, described for the operator. */
export interface WrongVariable {
  name: string;
  /** One line: name, what a value must be, the value unless it is secret, and what to write. */
  problem: string;
}

/** Maximum length of a quoted value. */
const longestQuoted = 60;

/** @returns the parsed value, or a description of the error */
export function parseVariable(name: VariableName, given: string): { value: unknown } | WrongVariable {
  const { schema, form, example, secret, accepts }: Variable = variables[name];
  const trimmed = given.trim();
  const isList = 'items' in schema;
  const value: unknown = Value.Convert(
    schema,
    isList ? trimmed.split(',').map((item) => item.trim()) : trimmed,
  );
  const hasForm = Value.Check(schema, value) && (!Type.IsInteger(schema) || wholeNumber.test(trimmed));
  if (hasForm && accepts?.(value as never) !== false) return { value };
  const quoted = secret ? 'the value given (not shown)' : JSON.stringify(given.slice(0, longestQuoted));
  return { name, problem: `${name}: must be ${form}, not ${quoted}; for example ${name}=${example}` };
}

/** Reads every variable; errors are collected rather than thrown, so that all can be printed at once. */
export function parseEnvironment(env: Readonly<Record<string, string | undefined>>): {
  read: Environment;
  wrong: WrongVariable[];
} {
  const read: Record<string, unknown> = {};
  const wrong: WrongVariable[] = [];
  for (const [name, given] of Object.entries(env)) {
    if (given === undefined || given === '') continue;
    if (!isVariable(name)) {
      if (name.startsWith('COUNTERSIGN_')) wrong.push({ name, problem: unknownVariable(name) });
      continue;
    }
    const parsed = parseVariable(name, given);
    if ('problem' in parsed) wrong.push(parsed);
    else read[name] = parsed.value;
  }
  return { read, wrong };
}

function unknownVariable(name: string): string {
  const bare = name.replace('COUNTERSIGN_', '');
  const known = isVariable(bare) ? bare : nearest(name, Object.keys(variables));
  const advice = known === null ? 'see docs/guides/settings.md' : `did you mean ${known}?`;
  return `${name}: must be a variable that the service reads; ${advice}`;
}

const isVariable = (name: string): name is VariableName => Object.hasOwn(variables, name);
