import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hmacHex } from '@countersign/service';
import { createTestDatabase, engines, rowsByDay } from '../../../service/test/support/engines.ts';
import { type Access, ApiClient } from '../../src/api-client.ts';
import { createServiceProcess, type ServiceProcess } from '../../src/storm/service-process.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const floodProgram = path.resolve(import.meta.dirname, '../support/flood.mjs');
const megabyte = 1024 * 1024;
const connections = 1_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The API alone on PostgreSQL, as an installation runs it: the embedded database's own memory would hide the figure. */
async function startApi(env: Record<string, string> = {}) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-hostile-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const database = await createTestDatabase({ migrated: true });
  cleanups.push(() => database.drop());
  const settings = { PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error', COUNTERSIGN_ROLES: 'api' };
  const service = createServiceProcess({
    executable,
    env: { ...settings, DATABASE_URL: database.url, ...env },
  });
  cleanups.push(() => service.kill());
  const url = await service.start();
  const access = JSON.parse(
    await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8'),
  ) as Access;
  return { service, access, port: Number(new URL(url).port) };
}

function startFlood(plan: Record<string, unknown>): { report(): Promise<FloodReport> } {
  const child: ChildProcess = fork(floodProgram);
  cleanups.push(() => child.kill('SIGKILL'));
  child.send(plan);
  return {
    async report() {
      const answered = once(child, 'message');
      child.send('report');
      return ((await answered) as [FloodReport])[0];
    },
  };
}

interface FloodReport {
  opened: number;
  statuses: Record<string, number>;
}

/** Samples memory until told to stop; gives the most it saw, in bytes. */
function watchMemory(service: ServiceProcess): () => number {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, service.memory())), 50);
  cleanups.push(() => clearInterval(timer));
  return () => most;
}

/** One create and one signed read, `rounds` times; milliseconds of each round, sorted. */
async function visit(client: ApiClient, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const id = await client.createSession({ vendorData: 'victim' });
    const { status } = await client.call({ method: 'GET', path: `/sessions/${id}/attempts`, sign: id });
    expect(status).toBe(200);
    times.push(performance.now() - startedAt);
  }
  return times.toSorted((a, b) => a - b);
}

const headOf = (route: string, { apiKey }: Access, signature = '0'.repeat(64)) =>
  `POST /v1${route} HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${apiKey}\r\nX-HMAC-SIGNATURE: ${signature}\r\n` +
  'Content-Type: application/json\r\nContent-Length: LENGTH\r\n\r\n';

describe.runIf(engines().includes('postgres'))('1,000 hostile connections (S05, F34)', () => {
  const kinds: [string, string, number][] = [
    ['session creations, which need no signature', '/sessions', 1_048_576],
    [
      'uploads with a signature of the right form',
      '/sessions/2b7f3c1a-9b8d-4e6f-8a0b-1c2d3e4f5a6b/media',
      33_554_432,
    ],
  ];
  it.each(rowsByDay(kinds, ([, route]) => route !== '/sessions'))(
    '%s: with 1 MiB each, memory stays within 512 MB and others are served',
    async (_name, route, bodyBytes) => {
      const { service, access, port } = await startApi();
      const client = new ApiClient(access);
      await visit(client, 20);
      const mostMemory = watchMemory(service);
      const plan = { port, head: headOf(route, access), connections, addresses: 10 };
      const flood = startFlood({ ...plan, bodyBytes, sendBytes: megabyte - 1 });
      const times: number[] = [];
      const visited = async () => {
        times.push(...(await visit(client, 5)));
        return (await flood.report()).opened;
      };
      await expect.poll(visited, { interval: 50 }).toBe(connections);
      times.push(...(await visit(client, 20)));
      const { statuses } = await flood.report();
      expect(mostMemory() / megabyte).toBeLessThanOrEqual(512);
      expect(Object.keys(statuses).filter((status) => !['401', '408', '503'].includes(status))).toEqual([]);
      expect(statuses['503']).toBeGreaterThan(0);
      // An alarm for a service that stands still: its clients and the flood share two cores with it here.
      expect(times.toSorted((a, b) => a - b)[times.length >> 1]).toBeLessThan(5_000);
    },
  );
});

describe.runIf(engines().includes('postgres'))('the 8 largest uploads at once (F38)', () => {
  it('are answered 200, or 503 beyond the budget, while other requests continue', async () => {
    const { access, port } = await startApi({ UPLOAD_DISK_MB: '256' });
    const client = new ApiClient(access);
    const quiet = await visit(client, 40);
    const sessionId = await client.createSession();
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex').toString('base64');
    const start = `{"image":{"context":"face","content":"${png}`;
    const end = '"}}';
    const sendBytes = 25_165_824 - png.length;
    const signature = hmacHex(access.sharedSecret, start + 'A'.repeat(sendBytes) + end);
    const head = headOf(`/sessions/${sessionId}/media`, access, signature);
    const plan = { port, head, connections: 8, addresses: 1, start, end, sendBytes };
    const flood = startFlood({ ...plan, bodyBytes: start.length + sendBytes + end.length });
    const busy: number[] = [];
    let statuses: Record<string, number> = {};
    const answered = () => Object.values(statuses).reduce((sum, count) => sum + count, 0);
    while (answered() < 8) {
      busy.push(...(await visit(client, 1)));
      ({ statuses } = await flood.report());
    }
    const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    expect(Object.keys(statuses).filter((status) => status !== '200' && status !== '503')).toEqual([]);
    expect(statuses['200']).toBeGreaterThan(0);
    expect(statuses['503']).toBeGreaterThan(0);
    // The goal is 25 ms more, which `npm run bench` measures; here 200 MB are made and received on the same cores.
    expect(p99(busy)).toBeLessThan(p99(quiet) + 1_000);
  });
});
