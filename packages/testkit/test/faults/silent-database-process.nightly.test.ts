import fs from 'node:fs';
import fsp from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, testServerUrl } from '../../../service/test/support/engines.ts';
import { type Access, startFaultProxy } from '../../src/index.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
/** A third of the minute of F14: limits of 1 to 9 s repeat several times in it. */
const silenceMs = 20_000;
/** Requests a second; each is answered after 1 to 9 s, so that up to 200 wait at a time. */
const perSecond = 40;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Megabytes and open files of a process. */
function sizeOf(pid: number): { megabytes: number; files: number } {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { megabytes: Number(kilobytes) / 1024, files: fs.readdirSync(`/proc/${pid}/fd`).length };
}

/** A creation on a connection of its own, so that the process keeps none of ours open. */
function timedCreation({ apiUrl, apiKey }: Access): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'x-auth-client': apiKey, 'content-type': 'application/json', connection: 'close' };
    const request = http.request(`${apiUrl}/sessions`, { method: 'POST', agent: false, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      response
        .resume()
        .on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start }));
    });
    request.end('{"verification":{}}');
  });
}

describe.runIf(engines().includes('postgres'))(
  'a process whose database does not respond for long (F14)',
  () => {
    it('answers every request, grows neither in memory nor in open files, and serves again by itself (I14)', async () => {
      const server = new URL(testServerUrl());
      const proxy = await startFaultProxy({ host: server.hostname, port: Number(server.port || 5432) });
      cleanups.push(() => proxy.close());
      const database = await createTestDatabase();
      cleanups.push(() => database.drop());
      const directory = await fsp.mkdtemp(path.join(os.tmpdir(), 'countersign-silent-'));
      cleanups.push(() => fsp.rm(directory, { recursive: true, force: true }));
      const url = new URL(database.url);
      url.host = `127.0.0.1:${proxy.port}`;
      const service = createServiceProcess({
        executable,
        env: { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', DATABASE_URL: url.href },
      });
      cleanups.push(() => service.kill());
      await service.start();
      const file = path.join(directory, 'dev-integration.json');
      const access = JSON.parse(await fsp.readFile(file, 'utf8')) as Access;
      const create = () => timedCreation(access);
      /** Constant arrivals, however slow the answers are. */
      const load = async (ms: number) => {
        const answers: Promise<{ status: number; ms: number }>[] = [];
        for (const end = performance.now() + ms; performance.now() < end; await sleep(1_000 / perSecond))
          answers.push(create());
        return Promise.all(answers);
      };

      await load(5_000);
      const before = sizeOf(service.pid());
      proxy.behave({ kind: 'drop' });
      const refused = await load(silenceMs);
      const during = sizeOf(service.pid());
      proxy.behave({ kind: 'pass' });
      await sleep(5_000);
      const served = await load(5_000);
      await sleep(6_000);
      const after = sizeOf(service.pid());

      expect(refused.length).toBeGreaterThan(200);
      expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
      expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(10_000);
      expect(served.filter(({ status }) => status !== 201)).toEqual([]);
      // The compiler and the collector move some tens of megabytes either way; a request kept for ever would be 800 of them.
      expect(Math.max(during.megabytes, after.megabytes)).toBeLessThan(before.megabytes * 1.2 + 30);
      expect(after.files).toBeLessThanOrEqual(before.files + 20);
    });
  },
);
