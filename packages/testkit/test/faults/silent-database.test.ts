import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EndpointName, endpoints } from '@countersign/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  byNight,
  rowsByDay,
  createTestDatabase,
  engines,
  testServerUrl,
} from '../../../service/test/support/engines.ts';
import {
  type Answer,
  type FaultProxy,
  type ReceivedWebhook,
  startFaultProxy,
  startTestService,
  type TestIntegration,
  type TestService,
} from '../../src/index.ts';
import { patienceMs } from '../../src/patience.ts';
import { onePixel } from '../support/one-pixel.ts';

/** Within which every request is answered (R15), and the service works again once the database answers (F12). Milliseconds. */
const answerLimit = 10_000;
const recoveryLimit = 5_000;

const person = { firstName: 'Approve', lastName: 'Maasikas', dateOfBirth: '1991-03-14' };
const submission = { verification: { status: 'submitted' } };
const picture = { image: { context: 'face', content: onePixel.toString('base64') } };
const bodies: Partial<Record<EndpointName, unknown>> = {
  'create-session': { verification: { person } },
  'upload-media': picture,
  'collect-data': { collectedData: { device: { language: 'et' } } },
  'submit-session': submission,
  'update-watchlist-screening': { monitorStatus: 'disabled' },
  'validate-registry': { verification: { person: { ...person, idNumber: '987-65-4320' } } },
  'advance-clock': { advanceSeconds: 60 },
  'validate-registry-alias': { verification: { person: { ...person, idNumber: '987-65-4320' } } },
};

interface Timed {
  status: number;
  retryAfter: string | null;
  ms: number;
}

async function timed(work: () => Promise<Answer<unknown>>): Promise<Timed> {
  const start = performance.now();
  const { status, headers } = await work();
  return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - start };
}

/** Established connections of this machine to a port on 127.0.0.1, from the side that opened them. */
function connectionsTo(port: number): number {
  const established = '01';
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = fs.readFileSync('/proc/self/net/tcp', 'utf8').split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[2] === remote && columns[3] === established).length;
}

describe.runIf(engines().includes('postgres'))('a database that stops answering (F14, R15)', () => {
  let proxy: FaultProxy;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: TestService;
  let integration: TestIntegration;

  beforeAll(async () => {
    const server = new URL(testServerUrl());
    proxy = await startFaultProxy({ host: server.hostname, port: Number(server.port || 5432) });
    database = await createTestDatabase({ migrated: true });
    const url = new URL(database.url);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    service = await startTestService({ databaseUrl: url.href });
    // A service that is still starting may be too busy to connect within its second.
    await eventually(() => service.ctx.database.query('select 1').then(Boolean, () => false));
    integration = await service.integrate({
      settings: { deletion: true, validateRegistry: true, watchlistScreening: true },
    });
  });
  afterAll(async () => {
    proxy.behave({ kind: 'pass' });
    await service.close();
    await proxy.close();
    await database.drop();
  });
  beforeEach(() => recovered());
  afterEach(() => proxy.behave({ kind: 'pass' }));

  const create = (headers: Record<string, string> = {}) =>
    integration.client.call<{ verification: { id: string } }>({
      method: 'POST',
      path: '/sessions',
      body: { verification: { person } },
      sign: null,
      headers,
    });

  /** Makes every connection that the pool may have: idle ones are what a silence meets first. */
  const fillPool = () =>
    Promise.all(Array.from({ length: 16 }, () => service.ctx.database.query('select pg_sleep(0.3)')));

  /** Resolves when creations succeed again; @returns the milliseconds that took */
  async function recovered(): Promise<number> {
    const start = performance.now();
    while ((await create()).status !== 201) await sleep(50);
    return performance.now() - start;
  }

  const count = async (statement: string, values: unknown[]) => {
    const [row] = await service.ctx.database.query<{ count: number }>(statement, values);
    return row?.count;
  };

  /** A call of every endpoint for a session of its own kind. */
  function everyEndpoint(sessionId: string): (() => Promise<Answer<unknown>>)[] {
    return publicEndpoints.map(({ name, method, path, signed, query }) => () => {
      const filled = path.replace(/:\w+/, sessionId) + (query === null ? '' : '?version=1.0.0');
      const body = bodies[name];
      if (signed === 'none') return integration.client.call({ method, path: filled, body, sign: null });
      if (signed === 'body') return integration.client.call({ method, path: filled, body: body ?? {} });
      return integration.client.call({ method, path: filled, sign: sessionId });
    });
  }

  /** What the submission of a session led to, once it has been decided. */
  async function endOf(sessionId: string) {
    const { body } = await integration.client.waitForDecision(sessionId);
    await service.receiver.waitFor(1, (webhook) => isAbout(webhook, sessionId));
    return {
      status: body.verification?.status,
      decisions: await count(`select count(*)::int as count from decision where session_id = $1`, [
        sessionId,
      ]),
      webhooks: new Set(
        service.receiver.received.filter((webhook) => isAbout(webhook, sessionId)).map(({ id }) => id),
      ).size,
    };
  }

  it('answers 503 with Retry-After within 10 s on every route, and is not ready (R15)', async () => {
    const { id } = (await create()).body.verification;
    await fillPool();
    proxy.behave({ kind: 'drop' });
    const ready = timed(() => probe(`${service.url}/readyz`));
    const link = timed(() => probe(`${service.url}/v/${id}`));
    const answers = await Promise.all(everyEndpoint(id).map(timed));
    expect(
      answers.map(({ status, retryAfter }, at) => [publicEndpoints[at]?.name, status, retryAfter]),
    ).toEqual(publicEndpoints.map(({ name }) => [name, 503, '1']));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerLimit);
    expect(await ready).toMatchObject({ status: 503, retryAfter: '1' });
    expect((await ready).ms).toBeLessThan(5_000);
    expect((await link).ms).toBeLessThan(answerLimit);
    expect((await probe(`${service.url}/healthz`)).status).toBe(200);
    proxy.behave({ kind: 'pass' });
    expect(await recovered()).toBeLessThan(recoveryLimit);
    expect((await probe(`${service.url}/readyz`)).status).toBe(200);
  });

  it('answers a burst of creations, keeps none of their connections, and loses no acknowledged session (I1, I14)', async () => {
    const crowd = async () => Promise.all(Array.from({ length: 40 }, () => timed(() => create())));
    await crowd();
    const before = (await create()).body.verification.id;
    proxy.behave({ kind: 'drop' });
    const answers = [...(await crowd()), ...(await crowd())];
    expect(answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '1')).toEqual([]);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerLimit);
    // Connections given up are closed, not left to the operating system's patience.
    expect(connectionsTo(proxy.port)).toBeLessThanOrEqual(16);
    proxy.behave({ kind: 'pass' });
    expect(await recovered()).toBeLessThan(recoveryLimit);
    expect((await crowd()).filter(({ status }) => status !== 201)).toEqual([]);
    expect((await integration.client.decision(before)).status).toBe(200);
    expect(connectionsTo(proxy.port)).toBeLessThanOrEqual(16);
  });

  it.each(rowsByDay(['server', 'nobody'] as const, (reaches) => reaches === 'server'))(
    'in the middle of a commit that reaches %j: the response is 503, a retry is safe, and one decision follows (I2, R5)',
    async (reaches) => {
      const sessionId = (await create()).body.verification.id;
      const silent = proxy.dropAt('commit', reaches);
      const submit = () =>
        integration.client.call({
          method: 'PATCH',
          path: `/sessions/${sessionId}`,
          body: submission,
          headers: { 'idempotency-key': `submit-${reaches}` },
        });
      const submitted = timed(submit);
      await silent;
      const answer = await submitted;
      expect(answer).toMatchObject({ status: 503, retryAfter: '1' });
      expect(answer.ms).toBeLessThan(answerLimit);
      proxy.behave({ kind: 'pass' });
      expect(await recovered()).toBeLessThan(recoveryLimit);
      // What the server had committed may have been decided by now: its key gives the first answer all the same.
      expect((await submit()).status).toBe(200);
      expect(await endOf(sessionId)).toEqual({ status: 'approved', decisions: 1, webhooks: 1 });
    },
  );

  byNight(() => {
    it.each(['server', 'nobody'] as const)(
      'in the middle of a creation with an idempotency key whose commit reaches %j: the key gives one session (I15)',
      async (reaches) => {
        const key = { 'idempotency-key': `silent-${reaches}` };
        const claimed = async () =>
          (await count(`select count(*)::int as count from idempotency`, [])) ?? NaN;
        const before = await claimed();
        const silent = proxy.dropAt('commit', reaches);
        const first = timed(() => create(key));
        await silent;
        expect(await first).toMatchObject({ status: 503, retryAfter: '1' });
        proxy.behave({ kind: 'pass' });
        await recovered();
        const repeated = await create(key);
        const again = await create(key);
        expect([repeated.status, again.status]).toEqual([201, 201]);
        expect(again.body.verification.id).toBe(repeated.body.verification.id);
        expect((await claimed()) - before).toBe(1);
      },
    );

    it('in the middle of an upload: the response is 503, and the retry makes one medium with its blob (I8)', async () => {
      const sessionId = (await create()).body.verification.id;
      const upload = () =>
        integration.client.call({ method: 'POST', path: `/sessions/${sessionId}/media`, body: picture });
      const silent = proxy.dropAt('commit', 'server');
      const first = timed(upload);
      await silent;
      expect(await first).toMatchObject({ status: 503, retryAfter: '1' });
      proxy.behave({ kind: 'pass' });
      await recovered();
      expect((await upload()).status).toBe(200);
      const listed = await integration.client.call<{ images: { id: string }[] }>({
        method: 'GET',
        path: `/sessions/${sessionId}/media`,
        sign: sessionId,
      });
      expect(listed.body.images).toHaveLength(1);
      const id = listed.body.images[0]?.id ?? '';
      const read = await integration.client.call({ method: 'GET', path: `/media/${id}`, sign: id });
      expect(read.bytes).toEqual(onePixel);
    });

    it('on the idle connections only: one request fails, and all of them are replaced', async () => {
      const pooled = async () => {
        await fillPool();
        return proxy.connections;
      };
      await expect.poll(pooled).toBeGreaterThanOrEqual(16);
      proxy.strand();
      const first = await timed(() => create());
      expect(first).toMatchObject({ status: 503, retryAfter: '1' });
      expect(first.ms).toBeLessThan(answerLimit);
      const start = performance.now();
      for (let n = 0; n < 20; n += 1) expect((await create()).status).toBe(201);
      expect(performance.now() - start).toBeLessThan(recoveryLimit);
    });

    it('while connecting: the response comes within 10 s, and workers continue afterwards', async () => {
      proxy.behave({ kind: 'cut' });
      await eventually(() => proxy.connections === 0);
      proxy.behave({ kind: 'drop' });
      const answer = await timed(() => create());
      expect(answer).toMatchObject({ status: 503, retryAfter: '1' });
      expect(answer.ms).toBeLessThan(answerLimit);
      const attempts = proxy.accepted;
      await sleep(3_000);
      // Workers look again and again, and never in a loop: five of them, about once a second each.
      expect(proxy.accepted - attempts).toBeGreaterThan(0);
      expect(proxy.accepted - attempts).toBeLessThan(60);
      proxy.behave({ kind: 'pass' });
      expect(await recovered()).toBeLessThan(recoveryLimit);
      const sessionId = (await create()).body.verification.id;
      await integration.client.submit(sessionId);
      expect(await endOf(sessionId)).toEqual({ status: 'approved', decisions: 1, webhooks: 1 });
    });

    it.each([
      ['delays every packet by a second', { kind: 'delay', ms: 1_000 }],
      ['drips', { kind: 'drip', bytes: 16, everyMs: 400 }],
    ] as const)('is answered within 10 s too when the network %s', async (_name, fault) => {
      const { id } = (await create()).body.verification;
      proxy.behave(fault);
      const answers = await Promise.all([
        timed(() => create()),
        timed(() => integration.client.decision(id)),
        timed(() => integration.client.call({ method: 'PATCH', path: `/sessions/${id}`, body: submission })),
      ]);
      expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(answerLimit);
      proxy.behave({ kind: 'pass' });
      expect(await recovered()).toBeLessThan(recoveryLimit + 2_000);
    });

    it('between decision and delivery: workers wait, and every webhook arrives as one event (I4)', async () => {
      const sessions = await Promise.all(
        Array.from({ length: 12 }, async () => (await create()).body.verification.id),
      );
      const submitting = sessions.map((id) => integration.client.submit(id));
      await Promise.all(submitting);
      proxy.behave({ kind: 'drop' });
      await sleep(9_000);
      proxy.behave({ kind: 'pass' });
      expect(await recovered()).toBeLessThan(recoveryLimit);
      for (const id of sessions)
        expect(await endOf(id)).toEqual({ status: 'approved', decisions: 1, webhooks: 1 });
    });
  });
});

const publicEndpoints = endpoints.filter(({ headers }) => headers === 'public');

const isAbout = ({ path, body }: ReceivedWebhook, sessionId: string) =>
  path === '/decision' && body.includes(sessionId);

const probe = async (url: string): Promise<Answer<unknown>> => {
  const { status, headers } = await fetch(url);
  return { status, headers, bytes: Buffer.alloc(0), body: null, verified: false };
};

async function eventually(holds: () => boolean | Promise<boolean>, ms = patienceMs): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not come to hold in time');
    await sleep(50);
  }
}
