import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { quickDatabase } from '../support/quick-database.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startOne(settings: Record<string, string>) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-worker-'));
  cleanups.push(() => fs.rmSync(directory, { recursive: true, force: true }));
  const database = await quickDatabase();
  cleanups.push(() => database.drop());
  const env = {
    DATA_DIR: directory,
    COUNTERSIGN_ROLES: 'worker',
    VISION_PROCESS: 'inline',
    ...database.env,
    ...settings,
  };
  const service = createServiceProcess({ executable, env });
  cleanups.push(() => service.kill());
  const url = await service.start();
  // Seen once to arrive after the ready line, on a busy machine.
  await expect.poll(() => service.output()).toContain('"serving"');
  const lines = service.output().split('\n');
  const serving = lines.find((line) => line.includes('"serving"')) ?? '{}';
  return {
    url,
    ready: lines.filter((line) => line.startsWith('countersign ready')),
    logged: JSON.parse(serving) as Record<string, unknown>,
  };
}

describe('a process of workers only', () => {
  it('prints and logs the address on which it answers /healthz, /readyz and /metrics', async () => {
    const { url, ready, logged } = await startOne({ METRICS_PORT: '0' });
    expect(ready).toEqual([expect.stringMatching(/^countersign ready http:\/\/127\.0\.0\.1:[1-9]\d*$/)]);
    expect(logged).toMatchObject({ url, roles: ['worker'] });
    const statuses = ['/healthz', '/readyz', '/metrics'].map(
      async (page) => (await fetch(url + page)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
  });

  it('prints no address where it listens on none, but what must be set', async () => {
    const { ready, logged } = await startOne({ PORT: '8080' });
    expect(ready).toEqual([
      'countersign ready, without a port: METRICS_PORT must be set for /readyz and /metrics',
    ]);
    expect(logged).toMatchObject({ roles: ['worker'] });
    expect(logged).not.toHaveProperty('url');
  });
});

describe('a process of the API', () => {
  it('prints the address for clients first, and where it listens behind a proxy', async () => {
    const { url, ready, logged } = await startOne({
      COUNTERSIGN_ROLES: 'api',
      PORT: '0',
      PUBLIC_URL: 'https://verify.example.com',
    });
    expect(url).toBe('https://verify.example.com');
    expect(ready).toEqual([
      expect.stringMatching(
        /^countersign ready https:\/\/verify\.example\.com \(listening on http:\/\/127\.0\.0\.1:[1-9]\d*\)$/,
      ),
    ]);
    const [, listening = ''] = /\(listening on (\S+)\)$/.exec(ready[0] ?? '') ?? [];
    expect(logged).toMatchObject({ url, host: '127.0.0.1', port: Number(new URL(listening).port) });
    expect((await fetch(`${listening}/readyz`)).status).toBe(200);
  });
});
