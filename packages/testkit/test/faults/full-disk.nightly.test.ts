import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { byNight, createTestDatabase, engines } from '../../../service/test/support/engines.ts';
import { runOn } from '../../../service/src/bin/run-command.ts';
import { shortLived } from '../../../service/test/support/short-lived.ts';
import { ListsDirectory } from '../../../service/src/watchlists/lists-directory.ts';
import { loadLists } from '../../../service/src/watchlists/load-lists.ts';
import {
  mountSmallVolume,
  type SmallVolume,
  startPostgresCluster,
  startTestService,
} from '../../src/index.ts';
import { onePixel } from '../support/one-pixel.ts';
import { printUnread } from '../support/print-unread.ts';
import { quickDatabase, startQuickService } from '../support/quick-database.ts';
import {
  countRows,
  create,
  expectNothingLost,
  recovered,
  recoveryLimit,
  startCreating,
} from '../support/outage.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mounted(megabytes: number): Promise<SmallVolume> {
  const volume = await mountSmallVolume(megabytes);
  if (!volume) throw new Error('no small file system');
  cleanups.push(() => volume.remove());
  return volume;
}

const probe = await mountSmallVolume(1);
await probe?.remove();
if (!probe) {
  if (process.env['CI'] === 'true') throw new Error('CI must run as root, to mount a small file system');
  console.warn('NOT RUN: tests on a full disk (no right to mount a small file system)');
}
const withDatabase = engines().includes('postgres');

describe.runIf(probe !== null)('a full disk', () => {
  it('under the tables of PostgreSQL: writes are 503, reads work, and it recovers by itself (F16, I1, I7)', async () => {
    const volume = await mounted(96);
    const cluster = await startPostgresCluster({ dataDir: path.join(volume.directory, 'data') });
    cleanups.push(() => cluster.remove());
    const service = await startTestService({ databaseUrl: cluster.url });
    cleanups.push(() => service.close());
    const stage = { service, integration: await service.integrate() };
    const first = (await create(stage)).body.verification.id;
    await volume.fill();
    const load = startCreating(stage, 8);
    while (!load.answers.some(({ status }) => status === 503)) await sleep(20);
    await sleep(2_000);
    expect(load.answers.at(-1)).toMatchObject({ status: 503, retryAfter: '1' });
    expect((await stage.integration.client.decision(first)).status).toBe(200);
    await volume.empty();
    expect(await recovered(stage)).toBeLessThan(recoveryLimit);
    await load.stop();
    await expectNothingLost(stage, load);
  });

  it.runIf(withDatabase)(
    'under the stored pictures: uploads are 503 and leave no row, reads work (F17, I8)',
    async () => {
      const volume = await mounted(8);
      const database = await createTestDatabase();
      cleanups.push(() => database.drop());
      const service = await startTestService({ databaseUrl: database.url, dataDir: volume.directory });
      cleanups.push(() => service.close());
      const stage = { service, integration: await service.integrate() };
      const { client } = stage.integration;
      const sessionId = (await create(stage)).body.verification.id;
      const kept = await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
      await volume.fill();
      const body = { image: { context: 'document-front', content: onePixel.toString('base64') } };
      const refused = await client.call({ method: 'POST', path: `/sessions/${sessionId}/media`, body });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
      expect(
        await countRows(stage, 'select count(*)::int as count from media where session_id = $1', [sessionId]),
      ).toBe(1);
      expect((await client.call({ method: 'GET', path: `/media/${kept}`, sign: kept })).bytes).toEqual(
        onePixel,
      );
      expect((await create(stage)).status).toBe(201);
      await volume.empty();
      expect((await client.call({ method: 'POST', path: `/sessions/${sessionId}/media`, body })).status).toBe(
        200,
      );
    },
  );

  byNight(() => {
    it.runIf(withDatabase)(
      'under the stored pictures that the system has mounted read-only: uploads are 503, reads work, and it recovers (F17)',
      async () => {
        const volume = await mounted(8);
        const database = await createTestDatabase({ migrated: true });
        cleanups.push(() => database.drop());
        const service = await startTestService({
          databaseUrl: database.url,
          dataDir: volume.directory,
          env: printUnread,
        });
        cleanups.push(() => service.close());
        const stage = { service, integration: await service.integrate() };
        const { client } = stage.integration;
        const sessionId = (await create(stage)).body.verification.id;
        const kept = await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
        await volume.setWritable(false);
        const body = { image: { context: 'document-front', content: onePixel.toString('base64') } };
        const upload = () => client.call({ method: 'POST', path: `/sessions/${sessionId}/media`, body });
        const refused = await upload();
        expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
        expect((await client.call({ method: 'GET', path: `/media/${kept}`, sign: kept })).bytes).toEqual(
          onePixel,
        );
        await volume.setWritable(true);
        expect((await upload()).status).toBe(200);
      },
    );
  });

  it('under the embedded database: writes are 503, reads work, and it recovers by itself (F16, I1, I7)', async () => {
    const volume = await mounted(96);
    const service = await startTestService({ dataDir: volume.directory });
    cleanups.push(() => service.close());
    const stage = { service, integration: await service.integrate() };
    const first = (await create(stage)).body.verification.id;
    await volume.fill();
    const load = startCreating(stage, 2);
    while (!load.answers.some(({ status }) => status !== 201)) await sleep(20);
    await sleep(1_000);
    expect(load.answers.at(-1)).toMatchObject({ status: 503 });
    expect((await stage.integration.client.decision(first)).status).toBe(200);
    await volume.empty();
    expect(await recovered(stage)).toBeLessThan(recoveryLimit);
    await load.stop();
    await expectNothingLost(stage, load);
  });

  it('at start-up is reported in one sentence, and the process exits with 5', async () => {
    const volume = await mounted(8);
    await volume.fill();
    const dataDir = path.join(volume.directory, 'data');
    const started = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
      execFile(process.execPath, [executable, 'serve'], { env }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    expect(started).toEqual({
      code: 5,
      stderr: `countersign: ${dataDir}: the disk is full; free some space and start again\n`,
    });
  });

  it('under the log: requests are served, nothing ends, and the log continues once there is room', async () => {
    const volume = await mounted(1);
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-full-log-'));
    cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
    const database = await quickDatabase();
    cleanups.push(() => database.drop());
    const file = path.join(volume.directory, 'log');
    const log = await fs.open(file, 'a');
    cleanups.push(() => log.close());
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: directory,
      PORT: '0',
      LOG_REQUESTS: 'true',
      COUNTERSIGN_ROLES: 'api',
      ...database.env,
    };
    const child = spawn(process.execPath, [...shortLived, executable, 'serve'], {
      env,
      stdio: ['ignore', 'pipe', log.fd],
    });
    cleanups.push(() => Promise.resolve(void child.kill('SIGKILL')));
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ready = /^countersign ready (\S+)$/m;
    await expect.poll(() => output).toMatch(ready);
    const url = ready.exec(output)?.[1] ?? '';
    const refused = async () => (await fetch(`${url}/v1/sessions`, { method: 'POST', body: '{}' })).status;
    const lines = async () =>
      (await fs.readFile(file, 'utf8')).split('\n').filter((line) => line.includes('refused'));

    await volume.fill();
    for (let n = 0; n < 200; n += 1) expect(await refused()).toBe(401);
    expect(child.exitCode).toBe(null);
    const before = (await lines()).length;
    await volume.empty();
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(before + 100);
    // Each line is whole, and none is lost: the first of them stood partly in the last free bytes.
    await expect.poll(async () => (await lines()).length).toBe(200);
    for (const line of await lines()) expect(JSON.parse(line)).toMatchObject({ msg: 'refused' });

    await volume.fill();
    expect(await refused()).toBe(401);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('under a backup: it fails with the cause, leaves nothing behind, and is written once there is room', async () => {
    const volume = await mounted(64);
    const service = await startQuickService();
    cleanups.push(() => service.close());
    const stage = { service, integration: await service.integrate() };
    const sessionId = (await create(stage)).body.verification.id;
    await stage.integration.client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
    const directory = path.join(volume.directory, 'today');
    const backUp = () => runOn(service.ctx, { command: 'backup', args: [directory] });
    await volume.fill();
    const refused = await backUp();
    expect([refused.exitCode, refused.note]).toEqual([
      5,
      `${directory}: the disk is full; free some space and back up again`,
    ]);
    expect(await fs.readdir(volume.directory)).toEqual(['ballast']);
    const listed = await runOn(service.ctx, { command: 'backups list', args: [] });
    expect(listed.output).toMatchObject([{ directory, error: refused.note }]);
    await volume.empty();
    expect(await backUp()).toMatchObject({ exitCode: 0, output: { directory } });
    expect(await fs.readdir(volume.directory)).toEqual(['today']);
  });

  it('while a list is checked: that list is rejected, the others come into force, and nothing is left behind (F21)', async () => {
    const volume = await mounted(8);
    const outside = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-full-lists-'));
    cleanups.push(() => fs.rm(outside, { recursive: true }));
    const write = (name: string, people: number, suffix: string) =>
      fs.writeFile(
        path.join(outside, name),
        Array.from({ length: people }, (_, at) =>
          JSON.stringify({
            id: `${name}-${at}`,
            names: [{ text: `Velmar Orsinto ${suffix}` }],
            listings: [{ list: 'SANCTIONS', source: 'example' }],
          }),
        ).join('\n'),
      );
    const directory = new ListsDirectory(volume.directory);
    const sources = ['large', 'small'].map((id) => ({ id, format: 'native', path: path.join(outside, id) }));
    await fs.writeFile(directory.sourcesFile, JSON.stringify(sources));
    const load = () => loadLists(volume.directory, { offline: false, now: new Date() });
    await write('large', 10, 'first');
    await write('small', 10, 'first');
    const { current: before } = await load();

    await write('large', 45_000, 'second');
    await write('small', 20, 'second');
    const { outcome, current } = await load();
    expect(outcome).toBe('published');
    expect(current.sources).toMatchObject([
      {
        id: 'large',
        entities: 10,
        lastError: {
          message:
            'watchlist directory: must be readable and writable: the disk is full; free some space and load again (ENOSPC)',
        },
      },
      { id: 'small', entities: 20, lastError: null },
    ]);
    const kept = [before, current].map(({ snapshot }) => `${snapshot}.snapshot`).sort();
    const left = async () => (await fs.readdir(path.join(volume.directory, 'snapshots'))).sort();
    expect(await left()).toEqual(kept);
    expect((await fs.readdir(directory.file('large'))).length).toBe(1);

    // Not a byte is left: nothing can be published, and the load names why.
    await write('small', 30, 'third');
    await volume.fill();
    await expect(load()).rejects.toThrow('ENOSPC');
    expect(await left()).toEqual(kept);
    await volume.empty();
    expect((await load()).current.sources).toMatchObject([{ id: 'large' }, { entities: 30 }]);
  });

  it('does not keep files that killed loads left behind', async () => {
    const directory = new ListsDirectory(await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-full-lists-')));
    cleanups.push(() => fs.rm(directory.root, { recursive: true }));
    await directory.create();
    const line = {
      id: 'one',
      names: [{ text: 'Velmar Orsinto' }],
      listings: [{ list: 'SANCTIONS', source: 'example' }],
    };
    await fs.writeFile(path.join(directory.root, 'judged-by-us.jsonl.part'), JSON.stringify(line));
    await fs.writeFile(
      directory.sourcesFile,
      JSON.stringify([{ id: 'house', format: 'native', path: 'judged-by-us.jsonl.part' }]),
    );
    await fs.mkdir(directory.file('gone/incoming-1'), { recursive: true });
    for (const name of ['current.json.1.part', 'snapshots/0.snapshot.7.part', 'files/gone/judged-1.jsonl'])
      await fs.writeFile(path.join(directory.root, name), 'unfinished');
    const { current } = await loadLists(directory.root, { offline: false, now: new Date() });
    const names = await fs.readdir(directory.root, { recursive: true, withFileTypes: true });
    expect(
      names
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      [
        `${current.snapshot}.snapshot`,
        'current.json',
        'judged-by-us.jsonl.part',
        'judged-by-us.jsonl.part',
        'sources.json',
      ].sort(),
    );
  });
});
