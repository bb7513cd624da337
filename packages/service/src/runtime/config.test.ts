import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { availableCores } from './available-cores.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { parseVariable, type Variable, type VariableName, variables } from './variables.ts';

describe('the configuration', () => {
  it('runs on embedded defaults on loopback in development', () => {
    expect(readConfig({ PATH: '/bin' })).toMatchObject({
      environment: 'development',
      roles: ['api', 'worker'],
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      dataDir: path.resolve('data'),
      publicUrl: null,
      webhooks: { allowHttp: true, allowNetworks: ['127.0.0.0/8', '::1/128'], allowPorts: 'any' },
    });
  });

  it('lists names that are likely misspelt, and no others', () => {
    const env = {
      WEBHOOK_ALLOW_NETWORK: '10.0.0.0/8',
      TRUSTED_PROXY: '10.0.0.1',
      HOME: '/root',
      DATABASE_URI: 'x',
      DATABASE_URL: 'postgres://countersign@db.internal/countersign',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
    };
    expect(readConfig(env).misspelt).toEqual([
      { name: 'WEBHOOK_ALLOW_NETWORK', meant: 'WEBHOOK_ALLOW_NETWORKS' },
      { name: 'TRUSTED_PROXY', meant: 'TRUSTED_PROXIES' },
    ]);
  });

  it('is strict in production', () => {
    for (const env of [{ COUNTERSIGN_ENV: 'production' }, { NODE_ENV: 'production' }]) {
      expect(readConfig(env)).toMatchObject({
        environment: 'production',
        host: '0.0.0.0',
        webhooks: { allowHttp: false, allowNetworks: [], allowPorts: [] },
      });
    }
  });

  it('reads pictures in a separate process unless configured otherwise', () => {
    expect(readConfig({}).vision).toEqual({
      process: 'child',
      threads: availableCores(),
      models: null,
      textEngine: 'auto',
      sandbox: 'auto',
      user: { uid: 65_534, gid: 65_534 },
    });
    const env = {
      VISION_PROCESS: 'inline',
      VISION_THREADS: '3',
      VISION_MODELS: 'slots',
      VISION_TEXT_ENGINE: 'off',
      VISION_SANDBOX: 'off',
      VISION_USER: '990:991',
    };
    expect(readConfig(env).vision).toEqual({
      process: 'inline',
      threads: 3,
      models: path.resolve('slots'),
      textEngine: 'off',
      sandbox: 'off',
      user: { uid: 990, gid: 991 },
    });
  });

  it('reads numbers, flags, lists and addresses', () => {
    const env = {
      PORT: '0',
      WEBHOOK_ALLOW_HTTP: 'false',
      WEBHOOK_ALLOW_PORTS: '8443, 9443',
      COUNTERSIGN_ROLES: 'worker',
      TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32',
      PUBLIC_URL: 'https://id.example.com/',
    };
    expect(readConfig(env)).toMatchObject({
      port: 0,
      webhooks: { allowHttp: false, allowPorts: [8443, 9443] },
      roles: ['worker'],
      trustedProxies: ['10.0.0.0/8', '2001:db8::/32'],
      publicUrl: 'https://id.example.com',
    });
  });

  it.each([
    [{ PORT: '80a' }, 'PORT: must be a whole number from 0 to 65535, not "80a"; for example PORT=8080'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 0 to 65535, not "70000"; for example PORT=8080'],
    [{ PORT: '8080.5' }, 'PORT: must be a whole number from 0 to 65535, not "8080.5"; for example PORT=8080'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES: must be addresses or networks (CIDR) separated by commas, not "10.0.0.0/33"; for example TRUSTED_PROXIES=10.0.0.0/8,2001:db8::/32',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.1,300.1.1.1' },
      'TRUSTED_PROXIES: must be addresses or networks (CIDR) separated by commas, not "10.0.0.1,300.1.1.1"; for example TRUSTED_PROXIES=10.0.0.0/8,2001:db8::/32',
    ],
    [
      { WEBHOOK_ALLOW_NETWORKS: '10.0.0/8' },
      'WEBHOOK_ALLOW_NETWORKS: must be addresses or networks (CIDR) separated by commas, not "10.0.0/8"; for example WEBHOOK_ALLOW_NETWORKS=10.20.0.0/16',
    ],
    [
      { PUBLIC_URL: 'https://id.example.com/?from=env' },
      'PUBLIC_URL: must be an address that begins with http:// or https://, without user, query and fragment, not "https://id.example.com/?from=env"; for example PUBLIC_URL=https://id.example.com',
    ],
    [
      { FLOW_URL: 'https://ada@id.example.com' },
      'FLOW_URL: must be an address that begins with http:// or https://, without user, query and fragment, not "https://ada@id.example.com"; for example FLOW_URL=https://verify.example.com',
    ],
    [
      { COUNTERSIGN_ENV: 'staging' },
      'COUNTERSIGN_ENV: must be one of development, production, not "staging"; for example COUNTERSIGN_ENV=production',
    ],
    [
      { COUNTERSIGN_ROLES: 'api,boss' },
      'COUNTERSIGN_ROLES: must be api, worker, or both separated by a comma, not "api,boss"; for example COUNTERSIGN_ROLES=api,worker',
    ],
    [
      { DATABASE_URL: 'mysql://user:word@x' },
      'DATABASE_URL: must be an address that begins with postgres://, not the value given (not shown); for example DATABASE_URL=postgres://countersign@db.internal/countersign',
    ],
    [
      { VISION_PROCESS: 'cloud' },
      'VISION_PROCESS: must be one of child, inline, not "cloud"; for example VISION_PROCESS=child',
    ],
    [
      { WEBHOOK_ALLOW_HTTP: 'perhaps' },
      'WEBHOOK_ALLOW_HTTP: must be true or false, not "perhaps"; for example WEBHOOK_ALLOW_HTTP=true',
    ],
    [
      { WEBHOOK_ALLOW_PORTS: 'https' },
      'WEBHOOK_ALLOW_PORTS: must be ports from 1 to 65535 separated by commas, not "https"; for example WEBHOOK_ALLOW_PORTS=8443,9443',
    ],
    [
      { COUNTERSIGN_ROLE: 'api' },
      'COUNTERSIGN_ROLE: must be a variable that the service reads; did you mean COUNTERSIGN_ROLES?',
    ],
    [
      { COUNTERSIGN_DATA_DIR: '/srv' },
      'COUNTERSIGN_DATA_DIR: must be a variable that the service reads; did you mean DATA_DIR?',
    ],
    [
      { COUNTERSIGN_PURPOSE_OF_LIFE: '42' },
      'COUNTERSIGN_PURPOSE_OF_LIFE: must be a variable that the service reads; see docs/guides/settings.md',
    ],
    [
      { COUNTERSIGN_ENV: 'production', COUNTERSIGN_TEST_RELAXED_DURABILITY: 'true' },
      'COUNTERSIGN_TEST_RELAXED_DURABILITY: must not be set in production: it is for tests',
    ],
    [
      { COUNTERSIGN_ENV: 'production', COUNTERSIGN_FAILPOINTS: 'session-inserted=kill' },
      'COUNTERSIGN_FAILPOINTS: must not be set in production: it is for tests',
    ],
    [
      { COUNTERSIGN_KEK: 'a', COUNTERSIGN_KEK_FILE: 'b' },
      'COUNTERSIGN_KEK: must not be set together with COUNTERSIGN_KEK_FILE; remove one of them',
    ],
    [
      { VISION_SANDBOX: 'required', VISION_PROCESS: 'inline' },
      'VISION_PROCESS: must be child, which is the default, where VISION_SANDBOX is required',
    ],
    [
      { VISION_USER: '0' },
      'VISION_USER: must be uid or uid:gid in digits, not 0, not "0"; for example VISION_USER=990:990',
    ],
  ])('refuses %j (S26)', (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
  });

  it('reports everything that is wrong at once, by variable', () => {
    const env = {
      VISION_THREADS: '0',
      PORT: 'x',
      DATABASE_URL: 'postgres://a/b',
      DATABASE_URL_FILE: '/nope',
    };
    expect(() => readConfig(env)).toThrow(
      new ConfigError(
        'DATABASE_URL: must not be set together with DATABASE_URL_FILE; remove one of them',
        'DATABASE_URL_FILE: /nope: must exist; there is no such file',
        'PORT: must be a whole number from 0 to 65535, not "x"; for example PORT=8080',
        'VISION_THREADS: must be a whole number from 1 to 256, not "0"; for example VISION_THREADS=4',
      ),
    );
    expect(new ConfigError('one', 'two').message).toBe('2 settings are wrong:\n  one\n  two');
  });

  it('accepts every example', () => {
    const refused = Object.entries<Variable>(variables).flatMap(([name, { example, secret }]) =>
      secret || 'value' in parseVariable(name as VariableName, example) ? [] : [name],
    );
    expect(refused).toEqual([]);
  });

  const mailFrom = 'identity@example.com';

  it.each([
    'smtps://mail.example.com',
    'smtp://[::1]:1025',
    'smtps://ada%40example.com:100%25@mail.example.com:465',
  ])('takes %s as a server of e-mail', (url) => {
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: mailFrom }).mail).toEqual({ url, from: mailFrom });
  });

  it.each([
    [
      'smtps://user:100%@mail.example.com',
      'must have a port up to 65535, and user and password percent-encoded',
    ],
    ['smtps://mail.example.com:70000', 'must have a port up to 65535, and user and password percent-encoded'],
    ['https://mail.example.com', 'must be an address that begins with smtps:// or smtp://'],
  ])('refuses %s as a server of e-mail at once, not with the first e-mail', (url, problem) => {
    expect(() => readConfig({ SMTP_URL: url, MAIL_FROM: mailFrom })).toThrow(problem);
  });

  it('requires server and sender of e-mail together', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(() => readConfig({ MAIL_FROM: mailFrom })).toThrow('SMTP_URL: must be set where MAIL_FROM is');
    expect(() => readConfig({ SMTP_URL: 'smtps://mail.example.com' })).toThrow(
      'MAIL_FROM: must be set where SMTP_URL or SMTP_URL_FILE is',
    );
  });

  it('reads the address of the database from a file that only its owner can read', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-config-')), 'url');
    fs.writeFileSync(file, 'postgres://user:word@db/countersign\n', { mode: 0o600 });
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://user:word@db/countersign');
    fs.writeFileSync(file, 'word');
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(
      new ConfigError(`DATABASE_URL_FILE: ${file}: must hold an address that begins with postgres://`),
    );
    fs.chmodSync(file, 0o644);
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(
      new ConfigError(
        `DATABASE_URL_FILE: ${file}: must not be readable or writable by others; set its mode to 0600`,
      ),
    );
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  it('never quotes a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'my secret' })).toThrow(/^(?!.*secret)/);
  });
});
