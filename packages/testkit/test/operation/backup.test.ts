import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOn } from '../../../service/src/bin/run-command.ts';
import { installationFile } from '../../../service/src/runtime/installation-files.ts';
import { isNightly, createTestDatabase, testKekText } from '../../../service/test/support/engines.ts';
import { runCommand } from '../../../service/test/support/run-commands.ts';
import { shortLived } from '../../../service/test/support/short-lived.ts';
import { ApiClient, startTestService } from '../../src/index.ts';
import { describeService, onePixel } from '../support/each-engine.ts';

const run = promisify(execFile);
const program = installationFile('dist/countersign.mjs');

interface Ended {
  code: number;
  output: Record<string, unknown> | null;
  notes: string;
}

/** Runs `countersign restore`. */
async function restore(env: Record<string, string>, ...args: string[]): Promise<Ended> {
  const { PATH = '' } = process.env;
  const asked = { program, args: ['restore', ...args, '--json'], env: { PATH, ...env }, cwd: os.tmpdir() };
  const { code, stdout, stderr } = await runCommand(asked);
  return {
    code,
    output: stdout === '' ? null : (JSON.parse(stdout) as Record<string, unknown>),
    notes: stderr,
  };
}

describeService(
  'a backup',
  (running, engine) => {
    let place: string;
    const drops: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      place = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-backup-'));
    });
    afterAll(async () => {
      for (const drop of drops) await drop();
      await fs.rm(place, { recursive: true, force: true });
    });
    const backup = (directory: string) => runOn(running().ctx, { command: 'backup', args: [directory] });
    const isEmbedded = () => running().ctx.database.engine === 'pglite';

    /** An empty place with the key-encryption key in it, and what the command line needs to find it. */
    async function emptyPlace(name: string) {
      const dataDir = path.join(place, name);
      await fs.mkdir(dataDir, { mode: 0o700 });
      await fs.copyFile(path.join(running().ctx.config.dataDir, 'kek'), path.join(dataDir, 'kek'));
      if (isEmbedded()) return { dataDir, databaseUrl: null, env: { DATA_DIR: dataDir } };
      const { url, drop } = await createTestDatabase({ clock: false });
      drops.push(drop);
      return { dataDir, databaseUrl: url, env: { DATA_DIR: dataDir, DATABASE_URL: url } };
    }

    /** The script of the nightly timer, on an installation that nobody serves. */
    async function nightly(env: Record<string, string>) {
      const directory = path.join(place, 'nightly');
      const ages = {
        '2026-01-31T023000Z': 40,
        '2026-03-10T023000Z': 1,
        '2026-03-09T023000Z.unfinished-4711': 2,
        '2026-03-11T023000Z.unfinished-4712': 0,
        'not-a-backup': 40,
      };
      for (const [name, days] of Object.entries(ages)) {
        const at = path.join(directory, name);
        await fs.mkdir(path.join(at, 'blobs'), { recursive: true });
        const then = new Date(Date.now() - days * 86_400_000);
        await fs.utimes(at, then, then);
      }
      const check = isEmbedded() ? null : await createTestDatabase({ clock: false });
      if (check) drops.push(check.drop);
      const { PATH = '' } = process.env;
      await run(installationFile('deploy/nightly-backup.sh'), [directory], {
        env: { PATH, ...env, ...(check ? { BACKUP_CHECK_URL: check.url } : {}) },
      });
      expect((await fs.readdir(directory)).toSorted()).toEqual([
        '2026-03-10T023000Z',
        '2026-03-11T023000Z.unfinished-4712',
        expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z$/),
        'erasures.jsonl',
        'not-a-backup',
      ]);
      if (isEmbedded()) return;
      const { stdout } = await run(process.execPath, [...shortLived, program, 'backups', 'list', '--json'], {
        env: { PATH, ...env },
      });
      expect(JSON.parse(stdout)).toMatchObject([
        {
          directory: expect.stringMatching(/nightly\/\d{4}-\d\d-\d\dT\d{6}Z$/) as string,
          schema: expect.stringMatching(/^\d{4}_/) as string,
          error: null,
          verifiedAt: expect.stringMatching(/^\d{4}-/) as string,
        },
      ]);
    }

    async function decidedSession() {
      const { client, integrationId } = await running().integrate({ settings: { deletion: true } });
      const id = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
      const mediaId = await client.uploadMedia(id, { context: 'face', bytes: onePixel });
      await client.submit(id);
      return { client, integrationId, id, mediaId, decision: await client.waitForDecision(id) };
    }

    it('is written while the service works, and restored with every decision and picture', async () => {
      const { client, id, mediaId, decision } = await decidedSession();
      const directory = path.join(place, 'whole');
      expect(await backup(directory)).toMatchObject({ exitCode: 0, output: { directory } });
      // What comes later is not in it.
      const later = await client.createSession();
      const { dataDir, databaseUrl, env } = await emptyPlace('restored');
      const restored = await restore(env, directory);
      expect(restored).toMatchObject({
        code: 0,
        output: { outcome: 'restored', missingPictures: [], unreadableSessions: [] },
      });
      const service = await startTestService({
        dataDir,
        ...(databaseUrl === null ? {} : { databaseUrl }),
        roles: ['api'],
      });
      try {
        const there = new ApiClient({ ...client.access, apiUrl: `${service.url}/v1` });
        const answer = await there.decision(id);
        expect(answer).toMatchObject({ status: 200, verified: true });
        expect(answer.bytes.equals(decision.bytes)).toBe(true);
        const picture = await there.call({ method: 'GET', path: `/media/${mediaId}`, sign: mediaId });
        expect(picture.bytes.equals(onePixel)).toBe(true);
        expect(
          (await there.call({ method: 'GET', path: `/sessions/${later}/decision`, sign: later })).status,
        ).toBe(404);
      } finally {
        await service.close();
      }
      const again = await restore(env, directory);
      expect(again.code).toBe(3);
      if (!isEmbedded())
        expect(again.notes).toMatch(
          /^countersign: database ".+" at .+: must be empty; it holds an installation; name another one with --database-url\n$/,
        );
      // By day the script runs on PostgreSQL: on the embedded engine it starts the same commands.
      if (isNightly || !isEmbedded()) await nightly(env);
    });

    // How the files of a backup are judged does not rest on the engine.
    if (engine === 'pglite' && !isNightly) return;

    it('is verified without restoring anything', async () => {
      await decidedSession();
      const directory = path.join(place, 'verified');
      await backup(directory);
      const { dataDir, env } = await emptyPlace('untouched');
      expect(await restore(env, directory, '--verify')).toMatchObject({
        code: 0,
        output: { outcome: 'verified', missingPictures: [] },
      });
      expect(await fs.readdir(dataDir)).toEqual(['kek']);
      // The database that was named has no tables again: the next trial is not refused for them.
      expect((await restore(env, directory, '--verify')).notes).not.toContain('must be empty');
      const names = await fs.readdir(directory, { withFileTypes: true });
      for (const { parentPath, name } of names.filter((each) => each.isFile()))
        expect([name, (await fs.stat(path.join(parentPath, name))).mode & 0o777]).toEqual([name, 0o600]);
    });

    it('is not restored where a byte of it has changed or a link leads out of it, and both are named', async () => {
      await decidedSession();
      const directory = path.join(place, 'damaged');
      await backup(directory);
      const sums = await fs.readFile(path.join(directory, 'SHA256SUMS'), 'utf8');
      const [, picture = ''] = /^[0-9a-f]{64} {2}(blobs\/.+)$/m.exec(sums) ?? [];
      const handle = await fs.open(path.join(directory, picture), 'r+');
      await handle.write(Buffer.from([0xff, 0x00, 0xff]), 0, 3, 20);
      await handle.close();
      // What is stored later would be written there.
      await fs.symlink(os.tmpdir(), path.join(directory, 'blobs', 'elsewhere'));
      const { dataDir, env } = await emptyPlace('still-empty');
      expect(await restore(env, directory)).toEqual({
        code: 1,
        output: { outcome: 'damaged', missing: [], changed: [picture], added: ['blobs/elsewhere'] },
        notes: `${directory}: must be unchanged since it was written; 2 files differ from SHA256SUMS. Nothing was restored.\n`,
      });
      expect(await fs.readdir(dataDir)).toEqual(['kek']);
    });

    it('is not restored without the key-encryption key it was made under', async () => {
      await decidedSession();
      const directory = path.join(place, 'keyless');
      await backup(directory);
      const { dataDir, env } = await emptyPlace('other-key');
      const other = { ...env, COUNTERSIGN_KEK: testKekText };
      expect(await restore(other, directory)).toMatchObject({
        code: 6,
        notes: expect.stringContaining(
          'must be the key-encryption key that this database was created with',
        ) as string,
      });
      expect(await fs.readdir(dataDir)).toEqual(['kek']);
      // Nothing is left behind, files and tables: the same place takes it with the right key.
      const again = await restore(env, directory);
      if (isEmbedded()) expect(again).toMatchObject({ code: 0, output: { outcome: 'restored' } });
      // The dump of a database of tests has the schema of its clock as well, which a place keeps.
      else expect(again.notes).toMatch(/^(?!.*must be empty)/);
      const { env: keyless } = await emptyPlace('no-key');
      await fs.rm(path.join(keyless.DATA_DIR, 'kek'), { force: true });
      expect(await restore(keyless, directory)).toMatchObject({
        code: 6,
        notes: expect.stringContaining('COUNTERSIGN_KEK') as string,
      });
    });

    it('is recorded with its size, or with the cause of its failure, and is its owner’s alone', async () => {
      const directory = path.join(place, 'recorded');
      const { output } = await backup(directory);
      const { files, bytes, schema } = output as { files: number; bytes: number; schema: string };
      const inPlace = path.join(place, 'a-file');
      await fs.writeFile(inPlace, '');
      expect(await backup(path.join(inPlace, 'today'))).toMatchObject({ exitCode: 1 });
      const listed = await runOn(running().ctx, { command: 'backups list', args: ['--limit', '2'] });
      expect(listed.output).toMatchObject([
        {
          directory: path.join(inPlace, 'today'),
          bytes: null,
          error: expect.stringContaining('ENOTDIR') as string,
        },
        { directory, bytes, schema, error: null, verifiedAt: null },
      ]);
      const sizes = await Promise.all(
        (await fs.readdir(directory, { recursive: true })).map(async (name) => {
          const found = await fs.stat(path.join(directory, name));
          // Also of a file that is taken out of the directory, which is its owner's alone.
          expect([name, found.mode & 0o077]).toEqual([name, 0]);
          return found.isFile() && name !== 'SHA256SUMS' ? found.size : null;
        }),
      );
      const ofFiles = sizes.filter((size) => size !== null);
      expect([ofFiles.length, ofFiles.reduce((sum, size) => sum + size, 0)]).toEqual([files, bytes]);
    });

    it('is a backup too where the database does not take its record, and counts as none', async () => {
      const { database } = running().ctx;
      const directory = path.join(place, 'unrecorded');
      await database.query('alter table backup rename to backup_away');
      const written = await backup(directory);
      await database.query('alter table backup_away rename to backup');
      expect(written).toMatchObject({
        exitCode: 0,
        output: { recorded: false },
        note: expect.stringContaining('could not be recorded') as string,
      });
      expect(await runOn(running().ctx, { command: 'backups verified', args: [directory] })).toEqual({
        exitCode: 4,
        output: null,
        note: `${directory}: must be a backup that this installation recorded; see "backups list"`,
      });
      expect(await runOn(running().ctx, { command: 'backups verified', args: [place] })).toMatchObject({
        exitCode: 3,
        note: `${place}: must be a backup; there is no backup.json in it`,
      });
    });

    it('is refused where something is, and where nothing is a backup', async () => {
      const there = path.join(place, 'there');
      await fs.mkdir(there);
      expect(await backup(there)).toMatchObject({ exitCode: 3, note: `${there}: must not exist yet` });
      expect(await backup('backups/today')).toMatchObject({
        exitCode: 2,
        note: 'DIRECTORY: must be an absolute path such as /var/backups/today, not backups/today',
      });
      const { env } = await emptyPlace('empty');
      expect(await restore(env, there)).toMatchObject({
        code: 3,
        notes: `countersign: ${there}: must be a backup; there is no backup.json in it\n`,
      });
      expect(await fs.readdir(place)).not.toContainEqual(expect.stringContaining('unfinished'));
    });
  },
  { embedded: 'always' },
);
