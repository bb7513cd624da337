import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { onePixelPng } from '../../../service/test/support/api.ts';
import { createTestDatabase } from '../../../service/test/support/engines.ts';
import { type Access, ApiClient } from '../../src/api-client.ts';
import { patienceMs } from '../../src/patience.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The service as a process of its own: the limit of its descriptors is not the test's. */
async function startApi() {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-descriptors-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const database = await createTestDatabase({ migrated: true });
  cleanups.push(() => database.drop());
  const settings = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'warn', COUNTERSIGN_ROLES: 'api' };
  const service = createServiceProcess({ executable, env: { ...settings, DATABASE_URL: database.url } });
  cleanups.push(() => service.kill());
  const url = await service.start();
  const access = JSON.parse(
    await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8'),
  ) as Access;
  return { service, port: Number(new URL(url).port), client: new ApiClient(access) };
}

const limitDescriptors = (pid: number, limit: number | string) =>
  execFileSync('/usr/bin/prlimit', ['--pid', String(pid), `--nofile=${limit}:`]);

/** Sets the limit of a process to the lowest number that it does not hold steadily: it can open nothing more. */
async function takeAllDescriptors(pid: number): Promise<void> {
  const numbersOf = async () => new Set((await fs.readdir(`/proc/${pid}/fd`)).map(Number));
  let held = await numbersOf();
  for (let sample = 0; sample < 20; sample += 1) {
    await sleep(20);
    const now = await numbersOf();
    held = new Set([...held].filter((number) => now.has(number)));
  }
  let free = 0;
  while (held.has(free)) free += 1;
  limitDescriptors(pid, free);
}

/** What a client on a connection of its own receives before so many milliseconds have passed without anything. */
function visit(port: number, silenceMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

describe('a process without free descriptors (I14)', () => {
  it('answers 503 to requests that need a file, logs a plain message, and recovers afterwards', async () => {
    const { service, port, client } = await startApi();
    const sessionId = await client.createSession();
    const body = { image: { context: 'face', content: onePixelPng } };
    const upload = () =>
      client.call<{ image: { id: string } }>({ method: 'POST', path: `/sessions/${sessionId}/media`, body });
    const download = () => client.call({ method: 'GET', path: `/media/${mediaId}`, sign: mediaId });
    const mediaId = (await upload()).body.image.id;
    expect((await download()).status).toBe(200);

    const pid = service.pid();
    const limits = await fs.readFile(`/proc/${pid}/limits`, 'utf8');
    const allowed = /^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? '';
    const answers = [];
    for (let round = 0; round < 5; round += 1) {
      await takeAllDescriptors(pid);
      answers.push(await upload(), await download());
    }
    const meanwhile = await visit(port, 1_500);
    limitDescriptors(pid, allowed);

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 503));
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(
      Array.from({ length: 10 }, () => '1'),
    );
    expect(meanwhile).not.toContain('200');
    const reports = () => service.output().match(/no file descriptor left/g);
    await expect.poll(reports).toHaveLength(1);
    expect((await upload()).status).toBe(200);
    expect((await download()).status).toBe(200);
    expect(await visit(port, patienceMs)).toContain('200');
  });
});
