/**
 * A database behind a network that is slow, stutters, cuts or forgets connections, beside a worker whose way to it is good: nothing that
 * was acknowledged is lost, sent or decided twice, and every answer comes in bounded time. That it falls silent: `silent-database`.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portalHeaders } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, testServerUrl } from '../../../service/test/support/engines.ts';
import {
  type Access,
  ApiClient,
  type FaultProxy,
  startFaultProxy,
  startTestService,
  type TestIntegration,
  type TestService,
} from '../../src/index.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { testBundle } from '../support/fault-stage.ts';

/** A request makes a few round trips, and each part of it has a limit of its own (decision 0022). Milliseconds. */
const answerLimit = 20_000;

interface Answered {
  what: string;
  status: number;
  ms: number;
  retryAfter: string | null;
}

async function proxied() {
  const server = new URL(testServerUrl());
  const proxy = await startFaultProxy({ host: server.hostname, port: Number(server.port || 5432) });
  const database = await createTestDatabase({ migrated: true });
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  return { proxy, database, url: url.href };
}

describe.runIf(engines().includes('postgres'))('a slow connection to the database', () => {
  let proxy: FaultProxy;
  let directory = '';
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let far: TestService;
  let near: TestService;
  let integration: TestIntegration;

  beforeAll(async () => {
    const made = await proxied();
    ({ proxy, database } = made);
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-slow-'));
    far = await startTestService({ databaseUrl: made.url, dataDir: directory });
    near = await startTestService({ databaseUrl: database.url, dataDir: directory, roles: ['worker'] });
    integration = await far.integrate();
  });
  afterAll(async () => {
    proxy.behave({ kind: 'pass' });
    await far.close();
    await near.close();
    await proxy.close();
    await database.drop();
    await fs.rm(directory, { recursive: true, force: true });
  });
  afterEach(() => proxy.behave({ kind: 'pass' }));

  const count = async (statement: string, values: unknown[]) => {
    const [row] = await near.ctx.database.query<{ count: number }>(statement, values);
    return row?.count;
  };

  /** Clients that create and submit, and repeat with the same key what was not answered. */
  function startUsing(clients: number) {
    const answers: Answered[] = [];
    const submitted: string[] = [];
    let going = true;
    let made = 0;
    const ask = async (what: string, work: () => ReturnType<ApiClient['call']>) => {
      const start = performance.now();
      const answer = await work();
      const { status, headers } = answer;
      answers.push({ what, status, ms: performance.now() - start, retryAfter: headers.get('retry-after') });
      return answer;
    };
    const persist = async (what: string, work: () => ReturnType<ApiClient['call']>) => {
      for (;;) {
        const answer = await ask(what, work);
        if (answer.status < 500 || !going) return answer;
        await sleep(200);
      }
    };
    const one = async () => {
      const headers = { 'idempotency-key': `slow-${(made += 1)}-${performance.now()}` };
      const body = { verification: { person: { firstName: 'Approve' } } };
      const created = await persist('create', () =>
        integration.client.call({ method: 'POST', path: '/sessions', body, sign: null, headers }),
      );
      if (created.status !== 201) return;
      const { id } = (created.body as { verification: { id: string } }).verification;
      const submission = { verification: { status: 'submitted' } };
      // Without its key, a repetition that comes after the decision is refused.
      const done = await persist('submit', () =>
        integration.client.call({ method: 'PATCH', path: `/sessions/${id}`, body: submission, headers }),
      );
      if (done.status === 200) submitted.push(id);
    };
    const loop = async () => {
      while (going) {
        await one();
        await sleep(50);
      }
    };
    const loops = Promise.all(Array.from({ length: clients }, loop));
    // A test that fails before it stops the loops leaves them to the end of the service.
    loops.catch(() => {});
    return {
      answers,
      submitted,
      async stop() {
        going = false;
        await loops;
      },
    };
  }

  /** Nothing was answered but success and 503, in time; each submission has one decision, and one event for it. */
  async function judge({ answers, submitted }: ReturnType<typeof startUsing>) {
    const odd = answers.filter(
      ({ status, retryAfter }) => ![200, 201].includes(status) && (status !== 503 || retryAfter === null),
    );
    expect(odd).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerLimit);
    for (const id of submitted)
      expect((await integration.client.waitForDecision(id)).body.verification?.status).toBe('approved');
    const decisions = `select count(*)::int as count from decision where session_id = any($1::uuid[])`;
    expect(await count(decisions, [submitted])).toBe(submitted.length);
    const events = () =>
      submitted.map(
        (id) =>
          new Set(
            far.receiver.received
              .filter((webhook) => webhook.path === '/decision' && webhook.body.includes(id))
              .map((webhook) => webhook.id),
          ).size,
      );
    await expect.poll(() => events().filter((size) => size !== 1)).toEqual([]);
    const left = `select count(*)::int as count from webhook where session_id = any($1::uuid[]) and state <> 'delivered'`;
    await expect.poll(() => count(left, [submitted])).toBe(0);
  }

  const portal = (route: string, body?: unknown) =>
    fetch(`${far.url}/portal/api${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(answerLimit),
      ...(body === undefined
        ? {}
        : {
            headers: {
              'content-type': 'application/json',
              origin: far.url,
              [portalHeaders.marker]: '1',
            },
            body: JSON.stringify(body),
          }),
    });

  it('of 300 ms can be reopened, and then refuses nothing', async () => {
    proxy.behave({ kind: 'cut' });
    await expect.poll(() => proxy.connections).toBe(0);
    proxy.behave({ kind: 'delay', ms: 150 });
    const connecting = startUsing(4);
    await expect.poll(() => proxy.connections).toBeGreaterThan(8);
    await sleep(5_000);
    await connecting.stop();
    const use = startUsing(4);
    await sleep(10_000);
    await use.stop();
    proxy.behave({ kind: 'pass' });
    expect(use.answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(use.submitted.length).toBeGreaterThan(4);
    await judge(connecting);
    await judge(use);
  });

  it('of 2 s answers in bounded time, and does no lasting harm', async () => {
    proxy.behave({ kind: 'delay', ms: 1_000 });
    const use = startUsing(4);
    await sleep(15_000);
    const [page, signIn] = await Promise.all([
      fetch(`${far.url}/portal`),
      portal('/sign-in', { email: 'ada@example.com', password: 'not the password of anybody' }),
    ]);
    expect(page.status).toBe(200);
    expect([401, 503]).toContain(signIn.status);
    proxy.behave({ kind: 'pass' });
    await expect.poll(() => use.submitted.length).toBeGreaterThan(4);
    await use.stop();
    await judge(use);
  });

  it('that stalls for 10 s repeatedly loses and duplicates nothing', async () => {
    const use = startUsing(4);
    for (let stall = 0; stall < 3; stall += 1) {
      await sleep(3_000);
      proxy.behave({ kind: 'drop' });
      const [page, signIn] = await Promise.all([
        fetch(`${far.url}/portal`),
        portal('/sign-in', { email: 'ada@example.com', password: 'not the password of anybody' }),
        sleep(10_000),
      ]);
      expect(page.status).toBe(200);
      expect(signIn.status).toBe(503);
      proxy.behave({ kind: 'pass' });
    }
    const before = use.submitted.length;
    const since = performance.now();
    await expect.poll(() => use.submitted.length).toBeGreaterThan(before + 4);
    expect(performance.now() - since).toBeLessThan(15_000);
    await use.stop();
    await judge(use);
  });

  it('that is cut silently and repeatedly loses and duplicates nothing', async () => {
    const use = startUsing(4);
    for (let cut = 0; cut < 8; cut += 1) {
      await sleep(1_000);
      if (cut % 2 === 0) {
        proxy.behave({ kind: 'cut' });
        await sleep(200);
        proxy.behave({ kind: 'pass' });
      } else proxy.strand();
    }
    const before = use.submitted.length;
    await expect.poll(() => use.submitted.length).toBeGreaterThan(before + 4);
    await use.stop();
    await judge(use);
  });

  it('that stops responding for longer than a lease passes the work to another worker', async () => {
    const use = startUsing(8);
    await sleep(2_000);
    proxy.behave({ kind: 'drop' });
    await sleep(35_000);
    proxy.behave({ kind: 'pass' });
    await sleep(3_000);
    await use.stop();
    await judge(use);
  });
});

describe.runIf(engines().includes('postgres'))('a process that is stopped', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  it.each([
    ['silent', { kind: 'drop' }],
    ['a second away', { kind: 'delay', ms: 1_000 }],
    ['refused', { kind: 'cut' }],
  ] as const)(
    'while its database is %s ends within 30 s, and work in progress is decided once',
    async (_, fault) => {
      const { proxy, database, url } = await proxied();
      cleanups.push(
        () => proxy.close(),
        () => database.drop(),
      );
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-slow-'));
      cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
      const service = createServiceProcess({
        executable: testBundle,
        env: {
          PORT: '0',
          DATA_DIR: directory,
          LOG_LEVEL: 'error',
          DATABASE_URL: url,
          VISION_TEXT_ENGINE: 'off',
        },
      });
      cleanups.push(() => service.kill());
      await service.start();
      const readAccess = async () =>
        JSON.parse(await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8')) as Access;
      const client = new ApiClient(await readAccess());
      const made = await Promise.all(
        Array.from({ length: 6 }, () => client.createSession({ person: { firstName: 'Approve' } })),
      );
      await Promise.all(made.map((id) => client.submit(id)));
      proxy.behave(fault);
      const { code, ms } = await service.terminate();
      expect([code, ms < 30_000]).toEqual([0, true]);
      proxy.behave({ kind: 'pass' });
      await service.start();
      const again = new ApiClient(await readAccess());
      for (const id of made)
        expect((await again.waitForDecision(id)).body.verification?.status).toBe('approved');
    },
  );
});
