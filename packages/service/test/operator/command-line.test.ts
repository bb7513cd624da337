import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEmptyDatabase } from '../../src/storage/engine/empty-database.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { createTestDatabase, engines, silent } from '../support/engines.ts';
import { runCommand } from '../support/run-commands.ts';
import { shortLived } from '../support/short-lived.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const program = path.join(root, '.build/test-bundle/countersign.mjs');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-cli-'));
const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', COUNTERSIGN_ROLES: 'api' };

const countersign = (...args: string[]) => runCommand({ program, args, env, cwd: os.tmpdir() });

async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await countersign(...args, '--json');
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

let server: ChildProcess | null = null;
let ended: Promise<number | null> = Promise.resolve(null);
let url = '';

/** Starts `serve` and waits until it is ready, with its own first session link. */
async function serve(): Promise<void> {
  const child = spawn(process.execPath, [...shortLived, program, 'serve'], {
    env,
    cwd: os.tmpdir(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  ended = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^countersign ready (\S+)$/.exec(line)?.[1];
      if (ready === undefined) return;
      url = ready;
      resolve();
    });
  });
}

beforeAll(async () => {
  await makeEmptyDatabase();
  await serve();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await ended;
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const createSession = (apiKey: string) =>
  fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-client': apiKey },
    body: '{"verification":{"vendorData":"command line test"}}',
  });

interface Created {
  integrationId: string;
  apiKey: string;
  keyId: string;
  secret: string;
}

describe('the command line beside the serving process', () => {
  it('creates an integration that works at once, and stops it at once', async () => {
    const { integrationId, apiKey, secret } = await json<Created>(
      'integration',
      'create',
      '--name',
      'Shop',
      '--mode',
      'test',
    );
    expect(secret).toMatch(/^csk_/);
    expect((await createSession(apiKey)).status).toBe(201);
    expect(await json('integration', 'deactivate', integrationId)).toEqual({ active: false });
    const refused = await createSession(apiKey);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ code: '1804' });
  });

  it('creates no second integration of a name, and renames none to it', async () => {
    const { integrationId } = await json<Created>(
      'integration',
      'create',
      '--name',
      'Once',
      '--mode',
      'live',
    );
    const refused = (name: string) => ({
      code: 3,
      stderr: `countersign: --name: must be a name that no integration has, in any letter case, not ${name}; Once is ${integrationId}\n`,
    });
    const twice = await countersign('integration', 'create', '--name', 'once', '--mode', 'test');
    expect(twice).toMatchObject(refused('once'));
    await json<Created>('integration', 'create', '--name', 'Twice', '--mode', 'test');
    expect(await countersign('integration', 'configure', 'Twice', '--name', 'ONCE')).toMatchObject(
      refused('ONCE'),
    );
    expect((await countersign('integration', 'configure', 'Once', '--name', 'ONCE')).code).toBe(0);
    expect(await countersign('keys', 'list', 'Twise')).toMatchObject({
      code: 4,
      stderr:
        'countersign: INTEGRATION: must be its name, its id or the beginning of its id with 4 characters or more; there is none for Twise; did you mean Twice?\n',
    });
  });

  it('creates a further organisation only with --create', async () => {
    const invite = (email: string, organisation: string, ...more: string[]) =>
      countersign('portal', 'invite', email, '--organisation', organisation, '--role', 'owner', ...more);
    expect(await invite('ada@example.com', 'Example Ltd', '--create')).toMatchObject({
      code: 0,
      stderr: 'The organisation Example Ltd was made.\n',
    });
    expect(await invite('bo@example.com', 'example ltd')).toMatchObject({ code: 0, stderr: '' });
    const words = (name: string, advice: string) => ({
      code: 4,
      stderr: `countersign: --organisation: must be the name of an organisation, not "${name}"; "portal organisations" lists them${advice} "portal invite --create" makes a new one\n`,
    });
    const meant = '; did you mean "Example Ltd"?';
    expect(await invite('cy@example.com', 'Exmaple Ltd')).toMatchObject(words('Exmaple Ltd', meant));
    expect(await countersign('portal', 'rules', '--organisation', 'Exmaple Ltd')).toMatchObject(
      words('Exmaple Ltd', meant),
    );
    expect(await invite('cy@example.com', 'Bank')).toMatchObject(words('Bank', ';'));
    const { stdout } = await countersign('portal', 'organisations', '--format', 'jsonl');
    expect(stdout).not.toContain('Exmaple');
  });

  it('walks a key rotation: add, promote, delete', async () => {
    const created = await json<Created>('integration', 'create', '--name', 'Rotated', '--mode', 'live');
    const added = await json<{ keyId: string; secret: string }>(
      'keys',
      'add',
      created.integrationId,
      '--label',
      'new',
    );
    expect(await countersign('keys', 'delete', created.integrationId, created.keyId)).toMatchObject({
      code: 3,
      stderr: 'countersign: key: must not be the master; "keys promote" makes another one the master\n',
    });
    expect(await json('keys', 'promote', created.integrationId, added.keyId)).toEqual({
      outcome: 'promoted',
    });
    expect(await json('keys', 'delete', created.integrationId, created.keyId)).toEqual({
      outcome: 'deleted',
    });
    expect(await json('keys', 'list', created.integrationId)).toEqual([
      {
        keyId: added.keyId,
        label: 'new',
        isMaster: true,
        createdAt: expect.any(String) as string,
        lastUsedAt: null,
        ageDays: 0,
      },
    ]);
  });

  it('shows a secret only when it is made', async () => {
    const created = await json<Created>('integration', 'create', '--name', 'Secretive', '--mode', 'test');
    for (const args of [
      ['integration', 'list'],
      ['integration', 'show', created.integrationId],
      ['keys', 'list', created.integrationId],
    ]) {
      expect((await countersign(...args, '--json')).stdout).not.toContain(created.secret);
    }
  });

  it('takes a session over the API from its creation to a decision, and prints no secret', async () => {
    const { apiKey, secret } = await json<Created>(
      'integration',
      'create',
      '--name',
      'Developer',
      '--mode',
      'test',
    );
    const access = path.join(dataDir, 'access.json');
    const given = JSON.stringify({ apiUrl: `${url}/v1`, apiKey, sharedSecret: secret });
    fs.writeFileSync(access, given, { mode: 0o600 });
    const { sessionId } = await json<{ sessionId: string }>('session', 'create', '--access', access);
    const decided = await json('session', 'decide', 'Developer', sessionId.slice(0, 8), 'decline');
    expect(decided).toEqual({ outcome: 'decided', status: 'declined' });
    const watched = await countersign('session', 'watch', sessionId, '--access', access);
    const last = expect.stringMatching(/^\S+ {2}\S+ {2}declined {2}9102 {2}102\n$/) as string;
    expect(watched).toEqual({ code: 1, stdout: last, stderr: '' });
    const read = await countersign('session', 'get', sessionId, '--access', access);
    expect([read.code, read.stdout.includes(secret)]).toEqual([0, false]);
    expect((await countersign('session', 'creat')).stderr).toContain('did you mean "session create"?');
  });

  it('changes settings and refuses wrong ones', async () => {
    const { integrationId } = await json<Created>(
      'integration',
      'create',
      '--name',
      'Strict',
      '--mode',
      'live',
      '--set',
      'riskScore=true',
    );
    const set = [
      '--set',
      'resubmissionWindowSeconds=600',
      '--set',
      'origins=["https://shop.example.com"]',
      '--unset',
      'riskScore',
    ];
    expect(await json('integration', 'configure', integrationId, ...set)).toMatchObject({
      resubmissionWindowSeconds: 600,
      origins: ['https://shop.example.com'],
      riskScore: false,
    });
    expect(
      (await countersign('integration', 'configure', integrationId, '--set', 'riskscore=true')).code,
    ).toBe(2);
    const wrong = await countersign(
      'integration',
      'configure',
      integrationId,
      '--set',
      'sessionLifetimeSeconds=1',
    );
    expect(wrong).toMatchObject({
      code: 3,
      stderr: 'countersign: sessionLifetimeSeconds: must be a whole number from 60 to 7776000, not 1\n',
    });
  });

  it('configures watchlist screening member by member, and keeps what was in force before', async () => {
    const { integrationId } = await json<Created>(
      'integration',
      'create',
      '--name',
      'Screening',
      '--mode',
      'live',
      '--set',
      'watchlistScreening=true',
      '--set',
      'watchlist.lists=["SANCTIONS","PEP_CLASS_1"]',
    );
    const configure = ['integration', 'configure', integrationId];
    const set = ['--set', 'watchlist.matchThreshold=91', '--set', 'watchlist.monitoring=true'];
    expect(await json(...configure, ...set)).toMatchObject({
      watchlistScreening: true,
      watchlist: { lists: ['SANCTIONS', 'PEP_CLASS_1'], matchThreshold: 91, monitoring: true, limit: 50 },
    });
    expect(await json(...configure, '--unset', 'watchlist.lists')).toMatchObject({
      watchlist: { lists: { length: 8 }, matchThreshold: 91 },
    });
    expect(await json(...configure, '--unset', 'watchlist')).toMatchObject({
      watchlist: { matchThreshold: 80, monitoring: false },
    });
    for (const wrong of ['watchlist.threshold=80', 'watchlist.lists.0=SANCTIONS', 'manualReview.on=true'])
      expect((await countersign(...configure, '--set', wrong)).code).toBe(2);
    expect(await countersign(...configure, '--set', 'watchlist.matchThreshold=101')).toMatchObject({
      code: 3,
      stderr: 'countersign: watchlist.matchThreshold: must be a whole number from 0 to 100, not 101\n',
    });
  });

  it('configures registry checks one by one, and shows what is in force', async () => {
    const create = ['integration', 'create', '--name', 'Registry', '--mode', 'live'];
    const { integrationId } = await json<Created>(
      ...create,
      '--set',
      'registry=BR_CPF',
      '--set',
      'brazil.name_match=on',
    );
    const configure = ['integration', 'configure', integrationId];
    await json(...configure, '--set', 'brazil.gender_match=required', '--set', 'brazil.faceThreshold=85');
    expect(await json('integration', 'show', integrationId)).toMatchObject({
      settings: {
        registry: 'BR_CPF',
        brazil: {
          faceThreshold: 85,
          nameThreshold: 90,
          name_match: 'on',
          gender_match: 'required',
          date_of_birth_match: 'off',
        },
      },
    });
    expect(await countersign(...configure, '--set', 'registry=MX_INE')).toMatchObject({
      code: 3,
      stderr:
        'countersign: registry: must not be MX_INE together with identityVerification; create an integration of its own for it\n',
    });
  });

  it.each([
    ['an unknown integration', 4, ['keys', 'add', randomUUID()]],
    ['an unknown key', 4, ['keys', 'promote', randomUUID(), randomUUID()]],
    ['an unknown session', 4, ['job', 'release', randomUUID()]],
    ['an unknown alert', 4, ['alerts', 'resolve', randomUUID()]],
    ['an unknown command', 2, ['keys', 'steal']],
    ['an unknown option', 2, ['keys', 'list', randomUUID(), '--force']],
    ['the name of no integration', 4, ['keys', 'list', 'mine']],
    ['a word instead of an identifier', 2, ['alerts', 'resolve', 'mine']],
    ['a directory that is being served', 5, ['migrate']],
    ['a wrong configuration', 6, ['integration', 'list', '--database-url', 'mysql://x']],
  ])('%s gives exit code %i', async (_name, code, args) => {
    expect((await countersign(...args)).code).toBe(code);
  });

  it('opens its socket to its own user only', () => {
    expect(fs.statSync(path.join(dataDir, 'control')).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(dataDir, 'control/control.sock')).mode & 0o077).toBe(0);
  });

  it('ends in order on SIGTERM, and then works on the directory itself', async () => {
    const before = await json<unknown[]>('integration', 'list');
    server?.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await json<unknown[]>('integration', 'list')).toEqual(before);
    expect((await countersign('migrate')).code).toBe(0);
  });
});

describe.skipIf(!engines().includes('postgres'))('the export to PostgreSQL', () => {
  it('copies every row, continues its sequences, and refuses a database that has rows', async () => {
    const { url: target, drop } = await createTestDatabase();
    const database = await openDatabase({ url: target, log: silent });
    try {
      const integrations = await json<{ integrationId: string }[]>('integration', 'list');
      const copied = await json<Record<string, number>>('export', '--to', target);
      expect(copied).toMatchObject({
        integration: integrations.length,
        installation: 2,
        session: 3,
        attempt: 3,
      });
      for (const [table, count] of Object.entries(copied)) {
        expect(await database.query(`select count(*)::int as count from "${table}"`)).toEqual([{ count }]);
      }
      const [audit] = await database.query<{ next: number; last: number }>(
        `select nextval(pg_get_serial_sequence('audit', 'id')) as next, (select max(id) from audit) as last`,
      );
      expect(audit?.next).toBe((audit?.last ?? 0) + 1);
      const again = await countersign('export', '--to', target);
      expect(again.code).toBe(3);
      expect(again.stderr).toContain('the target already has rows in api_request');
      const listed = await json('integration', 'list', '--database-url', target);
      expect(listed).toEqual(integrations);
    } finally {
      await database.close();
      await drop();
    }
  });

  it.each([['--help'], ['integration', 'list']])(
    '%s ends without an error where its output is not read',
    async (...args) => {
      const child = spawn(process.execPath, [...shortLived, program, ...args], { env, cwd: os.tmpdir() });
      child.stdout.destroy();
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    },
  );
});
