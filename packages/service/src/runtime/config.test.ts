import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { availableCores } from './available-cores.ts';
import { ConfigError, readConfig } from './config.ts';

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

  it('is strict in production', () => {
    for (const env of [{ COUNTERSIGN_ENV: 'production' }, { NODE_ENV: 'production' }]) {
      expect(readConfig(env)).toMatchObject({
        environment: 'production',
        host: '0.0.0.0',
        webhooks: { allowHttp: false, allowNetworks: [], allowPorts: [] },
      });
    }
  });

  it('looks at pictures in a process of its own unless told otherwise', () => {
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
    [{ PORT: '80a' }, 'PORT is not valid: expected a whole number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT is not valid: expected a whole number from 0 to 65535'],
    [{ COUNTERSIGN_ENV: 'staging' }, 'COUNTERSIGN_ENV is not valid: expected one of development, production'],
    [
      { COUNTERSIGN_ROLES: 'api,boss' },
      'COUNTERSIGN_ROLES is not valid: expected a list separated by commas',
    ],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL is not valid: expected the form ^postgres(ql)?://'],
    [{ VISION_PROCESS: 'cloud' }, 'VISION_PROCESS is not valid: expected one of child, inline'],
    [{ VISION_THREADS: '0' }, 'VISION_THREADS is not valid: expected a whole number from 1 to 256'],
    [{ WEBHOOK_ALLOW_HTTP: 'perhaps' }, 'WEBHOOK_ALLOW_HTTP is not valid: expected true or false'],
    [
      { WEBHOOK_ALLOW_PORTS: 'https' },
      'WEBHOOK_ALLOW_PORTS is not valid: expected a list separated by commas',
    ],
    [{ COUNTERSIGN_PORT: '1' }, 'unknown variable COUNTERSIGN_PORT'],
    [
      { COUNTERSIGN_ENV: 'production', COUNTERSIGN_TEST_RELAXED_DURABILITY: 'true' },
      'COUNTERSIGN_TEST_RELAXED_DURABILITY is for tests and refused in production',
    ],
    [
      { COUNTERSIGN_ENV: 'production', COUNTERSIGN_FAILPOINTS: 'session-inserted=kill' },
      'COUNTERSIGN_FAILPOINTS is for tests and refused in production',
    ],
    [
      { COUNTERSIGN_KEK: 'a', COUNTERSIGN_KEK_FILE: 'b' },
      'COUNTERSIGN_KEK and COUNTERSIGN_KEK_FILE exclude each other',
    ],
    [
      { DATABASE_URL: 'postgres://a/b', DATABASE_URL_FILE: '/c' },
      'DATABASE_URL and DATABASE_URL_FILE exclude each other',
    ],
    [
      { VISION_SANDBOX: 'required', VISION_PROCESS: 'inline' },
      'VISION_SANDBOX=required: VISION_PROCESS must be child, which is the default',
    ],
    [
      { VISION_USER: '0' },
      'VISION_USER is not valid: expected the form ^[1-9][0-9]{0,9}(:[1-9][0-9]{0,9})?$',
    ],
  ])('refuses %j (S26)', (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message));
  });

  it('reads the address of the database from a file that only its owner can read', () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-config-')), 'url');
    fs.writeFileSync(file, 'postgres://user:word@db/countersign\n', { mode: 0o600 });
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://user:word@db/countersign');
    fs.writeFileSync(file, 'word');
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(
      new ConfigError('DATABASE_URL_FILE is not valid: expected the form ^postgres(ql)?://'),
    );
    fs.chmodSync(file, 0o644);
    expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(
      new ConfigError(`DATABASE_URL_FILE: ${file} can be read or written by others; set its mode to 0600`),
    );
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  it('never quotes a value', () => {
    expect(() => readConfig({ DATABASE_URL: 'my secret' })).toThrow(/^(?!.*secret)/);
  });
});
