import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../service/test/support/engines.ts';
import { mountSmallVolume, type SmallVolume, startPostgresCluster, startTestService } from '../src/index.ts';
import { onePixel } from './support/one-pixel.ts';
import {
  countRows,
  create,
  expectNothingLost,
  recovered,
  recoveryLimit,
  startCreating,
} from './support/outage.ts';

const executable = path.resolve(import.meta.dirname, '../../../bin/countersign');

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

  it('at the start is named in one sentence, and the process exits with 5', async () => {
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
});
