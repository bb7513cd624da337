/** What an operator gets to read about the database: its users, its migrations, a standby, a key that is not its own. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { createTestDatabase, engines, silent, testKekText, testServerUrl } from '../support/engines.ts';
import { runCommand } from '../support/run-commands.ts';

const program = path.resolve(import.meta.dirname, '../../../../.build/test-bundle/countersign.mjs');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-operator-'));
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

const onPostgres = engines().includes('postgres');

interface Given {
  database: Database;
  name: string;
  run(
    args: string[],
    env?: Record<string, string>,
  ): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** A database of its own, and the program on it as in production. */
async function withDatabase({ migrated }: { migrated: boolean }, work: (given: Given) => Promise<void>) {
  const { url, drop } = await createTestDatabase({ migrated });
  const { host, pathname } = new URL(url);
  const database = await openDatabase({ url, relaxDurability: true, log: silent });
  const settings = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: place,
    DATABASE_URL: url,
    COUNTERSIGN_KEK: testKekText,
    COUNTERSIGN_ROLES: 'api',
    PORT: '0',
  };
  const run: Given['run'] = (args, env = {}) =>
    runCommand({ program, args, env: { ...settings, ...env }, cwd: place });
  try {
    await work({ database, name: `database "${pathname.slice(1)}" at ${host}`, run });
  } finally {
    await database.close();
    await drop();
  }
}

const checked = (stdout: string, check: string): unknown =>
  (JSON.parse(stdout) as { check: string }[]).find((one) => one.check === check);

/** A superuser has every right whatever is revoked. */
async function isSuperuser(): Promise<boolean> {
  const database = await openDatabase({ url: testServerUrl(), relaxDurability: true, log: silent });
  const [user] = await database.query<{ super: boolean }>(
    `select rolsuper as super from pg_roles where rolname = current_user`,
  );
  await database.close();
  return user?.super === true;
}
const mayLack = onPostgres && !(await isSuperuser());
if (onPostgres && !mayLack)
  console.warn('NOT RUN: tests of lacking rights (TEST_DATABASE_URL must name a user that is no superuser)');

describe.runIf(onPostgres)('the database of an operator', () => {
  it('is created, migrated with names, and left as it is where nothing is missing', () =>
    withDatabase({ migrated: false }, async ({ database, run }) => {
      expect(JSON.parse((await run(['migrate', '--json'])).stdout)).toEqual({ outcome: 'created' });
      expect((await run(['migrate'])).stdout).toBe('outcome  unchanged\n');
      await database.query(`delete from migration where name = '0031_screening_assignee'`);
      await database.query(
        'alter table watchlist_screening drop column assignee_id, drop column assigned_at, drop column assignee_version',
      );
      const { stdout } = await run(['migrate', '--json']);
      expect(JSON.parse(stdout)).toEqual({ outcome: 'migrated', applied: ['0031_screening_assignee'] });
    }));

  it('is not served by a release before the one that migrated it, unless that only added', () =>
    withDatabase({ migrated: true }, async ({ database, name, run }) => {
      const add = (migration: string, expands: boolean) =>
        database.query(`insert into migration (name, sha256, expands) values ($1, '', $2)`, [
          migration,
          expands,
        ]);
      await add('9998_wider', true);
      expect((await run(['integration', 'list'])).code).toBe(0);
      await add('9999_narrower', false);
      const words = `${name}: must not be migrated by a newer release (9999_narrower), which this release cannot serve beside; start that release or a newer one`;
      const production = { COUNTERSIGN_ENV: 'production' };
      expect(await run(['serve'], production)).toMatchObject({ code: 4, stderr: `countersign: ${words}\n` });
      expect(checked((await run(['config', 'check', '--json'])).stdout, 'database')).toEqual({
        check: 'database',
        result: 'wrong',
        detail: words,
      });
    }));

  it.runIf(mayLack)('names the rights that its user lacks, before anything is served', () =>
    withDatabase({ migrated: true }, async ({ database, name, run }) => {
      const [user] = await database.query<{ name: string }>('select current_user as name');
      await database.query('revoke select on sequence audit_id_seq from current_user');
      await database.query('revoke update, delete on session from current_user');
      const words = `${name}: its user ${user?.name} must have all rights that a process needs; it lacks SELECT on audit_id_seq, UPDATE, DELETE on session; docs/guides/run.md#users-of-the-database has the statements`;
      const refused = { code: 6, stdout: '', stderr: `countersign: ${words}\n` };
      expect(await run(['serve'], { COUNTERSIGN_ENV: 'production' })).toEqual(refused);
      expect(await run(['integration', 'list'])).toEqual(refused);
      // Both logs and the chain are only added to.
      await database.query('grant select on sequence audit_id_seq to current_user');
      await database.query('grant update, delete on session to current_user');
      await database.query(
        'revoke update, delete on audit, organisation_audit, audit_link from current_user',
      );
      expect((await run(['integration', 'list'])).code).toBe(0);
    }),
  );

  it.runIf(mayLack)('is migrated by its owner alone', () =>
    withDatabase({ migrated: true }, async ({ database, name, run }) => {
      await database.query('revoke insert, select on migration from current_user');
      expect(await run(['migrate'])).toEqual({
        code: 6,
        stdout: '',
        stderr: `countersign: ${name}: its user must own the tables and be allowed to create tables; run "countersign migrate" as the owner, named by --database-url; nothing was changed\n`,
      });
    }),
  );

  it('is read where it is a standby, and named where something is to be written', () =>
    withDatabase({ migrated: true }, async ({ database, name, run }) => {
      expect((await run(['integration', 'create', '--name', 'Shop', '--mode', 'test'])).code).toBe(0);
      const [own] = await database.query<{ name: string }>('select current_database() as name');
      await database.query(`alter database "${own?.name}" set default_transaction_read_only = on`);
      const readOnly = `${name}: read-only: a standby, or default_transaction_read_only is on`;
      expect((await run(['integration', 'list', '--format', 'csv'])).stdout).toContain('Shop');
      expect(await run(['keys', 'add', 'Shop', '--label', 'second'])).toEqual({
        code: 5,
        stdout: '',
        stderr: `countersign: ${readOnly}\n`,
      });
      expect(checked((await run(['config', 'check', '--json'])).stdout, 'database')).toEqual({
        check: 'database',
        result: 'unavailable',
        detail: readOnly,
      });
    }));

  it('that turned read-only refuses writes for now, and the connection is replaced by one that may write', () =>
    withDatabase({ migrated: true }, async ({ database }) => {
      const write = () => database.query(`insert into installation (name, value) values ('probe', '1')`);
      // What a standby does to a connection that outlived the failover.
      await database.query('set default_transaction_read_only = on');
      await expect(write()).rejects.toMatchObject({ name: 'Unavailable', message: 'database unavailable' });
      await write();
      const stored = await database.query(`select value from installation where name = 'probe'`);
      expect(stored).toEqual([{ value: '1' }]);
    }));

  it('is compared with the key-encryption key', () =>
    withDatabase({ migrated: true }, async ({ run }) => {
      expect((await run(['integration', 'create', '--name', 'Shop', '--mode', 'test'])).code).toBe(0);
      const look = async (env: Record<string, string>) =>
        checked((await run(['config', 'check', '--json'], env)).stdout, 'key-encryption key');
      expect(await look({})).toMatchObject({ result: 'ok', detail: 'version 1' });
      const next = `2:${'0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(2)}`;
      expect(await look({ COUNTERSIGN_KEK: next.slice(2) })).toMatchObject({
        result: 'wrong',
        detail:
          'key-encryption key: must be the key-encryption key that this database was created with; COUNTERSIGN_KEK_FILE or COUNTERSIGN_KEK names it',
      });
      // A next version is held, and the old line taken away without "keys rewrap".
      const both = { COUNTERSIGN_KEK: `${testKekText},${next}` };
      expect((await run(['integration', 'list'], both)).code).toBe(0);
      expect(await look(both)).toMatchObject({
        result: 'ok',
        detail: 'version 1 in use; version 2 is available too, and "keys rewrap" activates it',
      });
      const tooEarly =
        'key-encryption key: must hold version 1, which data in this database is encrypted with; add the line for every process again, and remove it after "countersign keys rewrap"';
      expect(await look({ COUNTERSIGN_KEK: next })).toMatchObject({ result: 'wrong', detail: tooEarly });
      expect(await run(['serve'], { COUNTERSIGN_KEK: next })).toMatchObject({
        code: 6,
        stderr: `countersign: ${tooEarly}\n`,
      });
    }));

  it('that is not there is a wrong setting, not an outage', () =>
    withDatabase({ migrated: false }, async ({ run }) => {
      const url = new URL(testServerUrl('nowhere'));
      Object.assign(url, { username: 'nobody-of-this-name', password: 'hidden-word' });
      const { code, stderr } = await run(['integration', 'list'], { DATABASE_URL: url.href });
      expect([
        code,
        stderr.replace(` at ${url.hostname}:${url.port || '5432'}: `, ' at HOST:PORT: '),
      ]).toEqual([
        6,
        expect.stringMatching(
          /^countersign: DATABASE_URL: must name a database, and a user that may connect to it; database "nowhere" at HOST:PORT: (?:database|role|password authentication|no pg_hba\.conf entry) .+\n$/,
        ) as string,
      ]);
      expect(stderr).not.toContain('hidden-word');
    }));
});
