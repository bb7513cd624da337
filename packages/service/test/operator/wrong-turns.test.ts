import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { createTestDatabase, engines, silent } from '../support/engines.ts';
import { runCommand, startCommand } from '../support/run-commands.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const program = path.join(root, '.build/test-bundle/countersign.mjs');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-wrong-turns-'));
const dataDir = path.join(place, 'data');
const key = 'qz0Xo7n2hFQ1R8Jm4uQwYvH3s5Kd9LbTgE6iCaPxNfM=';

/** Runs the program in an empty place. What serves has a process of its own, whose start and end it is about. */
const countersign = (args: string[], env: Record<string, string> = {}) =>
  (args[0] === 'serve' ? startCommand : runCommand)({
    program,
    args,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, COUNTERSIGN_ROLES: 'api', ...env },
    cwd: place,
  });

const onPostgres = engines().includes('postgres');

/** A database that nothing of this service is in, on the test server. */
async function withDatabase(
  work: (database: Database, named: { url: string; name: string }) => Promise<void>,
): Promise<void> {
  const { url, drop } = await createTestDatabase();
  const { host, pathname } = new URL(url);
  const database = await openDatabase({ url, relaxDurability: true, log: silent });
  try {
    await work(database, { url, name: `database "${pathname.slice(1)}" at ${host}` });
  } finally {
    await database.close();
    await drop();
  }
}

afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

describe('a command in the wrong place', () => {
  it.each([[['integration', 'list']], [['job', 'list']], [['export', '--to', 'postgres://x/y']]])(
    '%j prints that there is no installation, and makes none',
    async (args) => {
      expect(await countersign(args)).toEqual({
        code: 4,
        stdout: '',
        stderr: `countersign: no installation in ${dataDir}: name one with --data-dir or --database-url, or create one with "countersign migrate"\n`,
      });
      expect(fs.existsSync(dataDir)).toBe(false);
    },
  );

  it('prints no value with --json where it was refused', async () => {
    const access = { API_URL: 'http://127.0.0.1:9/v1', API_KEY: 'key', SHARED_SECRET: 'secret' };
    expect(await countersign(['session', 'create', '--json'], access)).toEqual({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/^countersign: /) as string,
    });
  });

  it.runIf(onPostgres)('prints which database holds none, and leaves it empty', async () => {
    await withDatabase(async (database, { url, name }) => {
      expect(await countersign(['integration', 'list'], { DATABASE_URL: url })).toEqual({
        code: 4,
        stdout: '',
        stderr: `countersign: no installation in ${name}: create one with "countersign migrate", or name another with --database-url\n`,
      });
      await database.query('create table somebody_elses (id int)');
      expect(await countersign(['integration', 'list'], { DATABASE_URL: url })).toEqual({
        code: 4,
        stdout: '',
        stderr: `countersign: ${name}: must be empty or hold an installation; it contains tables of another program; choose another database with --database-url\n`,
      });
    });
  });

  it('names a database that is away with its cause, never its password', async () => {
    const url = 'postgres://someone:hidden-word@127.0.0.1:1/bank';
    expect(await countersign(['integration', 'list'], { DATABASE_URL: url })).toEqual({
      code: 5,
      stdout: '',
      stderr: 'countersign: database "bank" at 127.0.0.1:1: connection refused\n',
    });
  });
});

describe('a production start', () => {
  const production = { COUNTERSIGN_ENV: 'production', COUNTERSIGN_KEK: key, PORT: '0' };

  it.runIf(onPostgres)('refuses a database of an earlier release, and names what is missing', async () => {
    await withDatabase(async (database, { url, name }) => {
      await migrate(database);
      await database.query(`delete from migration where name in ('0009_keyed_digests', '0010_job_lanes')`);
      expect(await countersign(['serve'], { ...production, DATABASE_URL: url })).toEqual({
        code: 4,
        stdout: '',
        stderr: `countersign: ${name}: must be migrated to this release; missing 0009_keyed_digests, 0010_job_lanes; run "countersign migrate"\n`,
      });
    });
  });

  it('creates no installation of its own', async () => {
    expect(await countersign(['serve'], production)).toMatchObject({ code: 4, stdout: '' });
    expect(fs.existsSync(path.join(dataDir, 'database'))).toBe(false);
  });
});

describe('a start with wrong settings', () => {
  it('prints all of them and exits with status 6 before anything is begun', async () => {
    const beganAt = performance.now();
    const { code, stderr } = await countersign(['serve'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr:
        'countersign: 2 settings are wrong:\n' +
        '  LOG_LEVEL: must be one of fatal, error, warn, info, debug, trace, silent, not "loud"; for example LOG_LEVEL=info\n' +
        '  PORT: must be a whole number from 0 to 65535, not "x"; for example PORT=8080\n',
    });
    console.log(`wrong settings answered in ${Math.round(performance.now() - beganAt)} ms`);
  });

  it('names a port that another program holds', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      expect(await countersign(['serve'], { PORT: String(port) })).toEqual({
        code: 6,
        stdout: '',
        stderr: `countersign: PORT: must be an address this process can listen on, not 127.0.0.1:${port}: another program is listening there\n`,
      });
    } finally {
      server.close();
    }
  });

  it.each([
    [{ COUNTERSIGN_KEK_FILE: '/nope' }, 'COUNTERSIGN_KEK_FILE: /nope: must exist; there is no such file'],
    [
      { REGISTRIES_FILE: '/nope', COUNTERSIGN_ROLES: 'worker' },
      'REGISTRIES_FILE: /nope: must exist; there is no such file',
    ],
  ])('names a file that is missing: %j', async (env, message) => {
    const given = { PORT: '0', ...env };
    expect(await countersign(['serve'], given)).toMatchObject({
      code: 6,
      stderr: `countersign: ${message}\n`,
    });
  });

  it.each([
    [
      { VISION_MODELS: '/nope' },
      'VISION_MODELS: must be a directory that can be read, not /nope: there is none',
    ],
    [
      { SIM_PORTRAITS: '/nope' },
      'SIM_PORTRAITS: must be a directory that can be read, not /nope: there is none',
    ],
    [
      { HOST: '203.0.113.7' },
      'HOST: must be an address this process can listen on, not 203.0.113.7:0: this machine has no such address',
    ],
  ])(
    'names a setting that this machine cannot meet, at a start and in config check: %j',
    async (env, message) => {
      const roles = { COUNTERSIGN_ROLES: 'api,worker' };
      const given = { ...roles, ...env, PORT: '0', DATA_DIR: path.join(place, 'unmet') };
      expect(await countersign(['serve'], given)).toEqual({
        code: 6,
        stdout: '',
        stderr: `countersign: ${message}\n`,
      });
      const { code, stdout } = await countersign(['config', 'check', '--json'], given);
      expect({
        code,
        details: (JSON.parse(stdout) as { detail: string }[]).map(({ detail }) => detail),
      }).toEqual({
        code: 6,
        details: expect.arrayContaining([message]) as unknown,
      });
    },
  );

  it('names a path that is not a directory', async () => {
    const file = path.join(place, 'file');
    fs.writeFileSync(file, '');
    expect(await countersign(['serve'], { DATA_DIR: path.join(file, 'data') })).toMatchObject({
      code: 5,
      stderr: `countersign: ${path.join(file, 'data')}: must be a directory; a part of the path is a file\n`,
    });
  });
});

describe('migrate', () => {
  it.each([
    ['a placeholder', '0'.repeat(64), 'this is a placeholder; generate a random one'],
    ['malformed', 'YOUR-KEY', 'expected 32 bytes in base64 or hexadecimal'],
  ])('creates nothing under a key that is %s', async (_, kek, fault) => {
    const own = path.join(place, `migrate-${kek.slice(0, 1)}`);
    const { code, stderr } = await countersign(['migrate'], { DATA_DIR: own, COUNTERSIGN_KEK: kek });
    expect([code, stderr]).toEqual([
      6,
      `countersign: COUNTERSIGN_KEK: key-encryption key, line 1: ${fault}\n`,
    ]);
    expect(fs.existsSync(own)).toBe(false);
  });

  it('creates an installation that the next command accepts, with a key of its own in development', async () => {
    const env = { DATA_DIR: path.join(place, 'migrated') };
    expect(await countersign(['migrate'], env)).toMatchObject({ code: 0, stdout: 'outcome  created\n' });
    expect(await countersign(['integration', 'list', '--json'], env)).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
  });
});

describe('config check', () => {
  it('prints every check and changes nothing', async () => {
    const own = path.join(place, 'own');
    const env = { DATA_DIR: own, COUNTERSIGN_ROLES: 'api,worker' };
    expect((await countersign(['migrate'], env)).code).toBe(0);
    const { code, stdout } = await countersign(['config', 'check', '--json'], {
      ...env,
      COUNTERSIGN_KEK: key,
      PORT: '0',
    });
    expect({ code, checks: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      checks: [
        { check: 'settings', result: 'ok', detail: 'development' },
        { check: 'key-encryption key', result: 'ok', detail: 'version 1' },
        { check: 'data directory', result: 'ok', detail: own },
        { check: 'database', result: 'ok', detail: 'embedded' },
        { check: 'ports', result: 'ok', detail: 'free' },
        { check: 'registries', result: 'ok', detail: 'none configured' },
      ],
    });
  });

  it('continues after a fault, and exits with status 6', async () => {
    const { code, stdout } = await countersign(['config', 'check', '--json'], {
      COUNTERSIGN_KEK: 'short',
      DATA_DIR: path.join(place, 'nowhere'),
      DATABASE_URL: 'postgres://127.0.0.1:1/bank',
      PORT: '0',
    });
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toEqual([
      { check: 'settings', result: 'ok', detail: 'development' },
      {
        check: 'key-encryption key',
        result: 'wrong',
        detail: 'COUNTERSIGN_KEK: key-encryption key, line 1: expected 32 bytes in base64 or hexadecimal',
      },
      { check: 'data directory', result: 'wrong', detail: `${path.join(place, 'nowhere')}: must exist` },
      {
        check: 'database',
        result: 'unavailable',
        detail: 'database "bank" at 127.0.0.1:1: connection refused',
      },
      { check: 'ports', result: 'ok', detail: 'free' },
      { check: 'registries', result: 'ok', detail: 'none configured' },
    ]);
  });

  it('reports that a start makes the key, names what is likely misspelt, and refuses one port for two', async () => {
    const held = net.createServer().listen(0, '127.0.0.1');
    await once(held, 'listening');
    const port = String((held.address() as AddressInfo).port);
    await once(held.close(), 'close');
    const { code, stdout } = await countersign(['config', 'check', '--json'], {
      COUNTERSIGN_ROLES: 'api,worker',
      DATA_DIR: path.join(place, 'nowhere'),
      WEBHOOK_ALLOW_NETWORK: '10.0.0.0/8',
      PORT: port,
      METRICS_PORT: port,
    });
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        {
          check: 'settings',
          result: 'ok',
          detail: 'development; WEBHOOK_ALLOW_NETWORK is not used; did you mean WEBHOOK_ALLOW_NETWORKS?',
        },
        {
          check: 'key-encryption key',
          result: 'ok',
          detail: 'none yet: the first start in development creates one',
        },
        {
          check: 'ports',
          result: 'wrong',
          detail: `METRICS_PORT: must be an address this process can listen on, not 127.0.0.1:${port}: PORT is the same`,
        },
      ]),
    );
  });

  it('names in production that clients have no address of their own yet, and roles without the other one', async () => {
    const production = {
      COUNTERSIGN_ROLES: 'api,worker',
      COUNTERSIGN_ENV: 'production',
      COUNTERSIGN_KEK: key,
      HOST: '127.0.0.1',
      PORT: '8099',
    };
    const detailOf = async (env: Record<string, string>) => {
      const { stdout } = await countersign(['config', 'check', '--json'], { ...production, ...env });
      return (JSON.parse(stdout) as { check: string; detail: string }[])[0]?.detail;
    };
    expect(await detailOf({})).toBe(
      'production; PUBLIC_URL is not set: links and answers begin with http://127.0.0.1:8099; it must be the address that clients call',
    );
    const PUBLIC_URL = 'https://verify.example.com';
    expect(await detailOf({ PUBLIC_URL })).toBe('production');
    const alone = 'on the embedded database, which no second process can open';
    const remedy =
      'it must be api,worker, or DATABASE_URL must name a PostgreSQL database for processes of both roles';
    expect(await detailOf({ PUBLIC_URL, COUNTERSIGN_ROLES: 'api' })).toBe(
      `production; COUNTERSIGN_ROLES is api ${alone}: no session is decided and no webhook sent; ${remedy}`,
    );
    expect(await detailOf({ PUBLIC_URL, COUNTERSIGN_ROLES: 'worker' })).toBe(
      `production; COUNTERSIGN_ROLES is worker ${alone}: no request is answered; ${remedy}`,
    );
    const DATABASE_URL = 'postgres://127.0.0.1:1/bank';
    expect(await detailOf({ PUBLIC_URL, DATABASE_URL, COUNTERSIGN_ROLES: 'api' })).toBe('production');
  });

  it('reports wrong settings as the start does', async () => {
    const { code, stdout } = await countersign(['config', 'check'], { PORT: 'x' });
    expect({ code, stdout }).toEqual({
      code: 6,
      stdout:
        'check     result  detail\n' +
        'settings  wrong   PORT: must be a whole number from 0 to 65535, not "x"; for example PORT=8080\n',
    });
  });
});
