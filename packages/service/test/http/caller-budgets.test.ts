import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { httpLimits } from '../../src/http/http-limits.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { type Answer, type Client, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

/** Documentation networks stand for the Internet; the test is a trusted proxy that says who calls. */
const owner = '198.51.100.7';
const stranger = '203.0.113.66';
const from = (address: string) => ({ 'x-forwarded-for': address });
const outcome = ({ status, json }: Answer) =>
  json.status === 'fail' ? `${status}/${json.code}` : String(status);
const wrong = '0'.repeat(64);

/** A database that counts what is asked of it, the look at the configuration's version apart: that is one a second for all. */
function counted(database: Database): { database: Database; statements: string[] } {
  const statements: string[] = [];
  const note = (text: string) => {
    if (!text.includes('configuration-version')) statements.push(text);
  };
  return {
    statements,
    database: {
      ...database,
      query: (text, values) => {
        note(text);
        return database.query(text, values);
      },
      transaction: (work) => {
        note('begin');
        return database.transaction(work);
      },
    },
  };
}

interface Stage {
  api: TestApi;
  client: Client;
  statements: string[];
  sessionId: string;
  mediaId: string;
  /** One request of each kind whose signature is wrong, from the address. */
  attack: (address: string) => Promise<string[]>;
}

describeEnginesOnce('strangers with the API key (A-115, H23)', (open) => {
  const staged = async (
    test: (stage: Stage) => Promise<void>,
    settings: Parameters<TestApi['integrate']>[0] = {},
  ) => {
    const { database, statements } = counted(await open());
    const api = await startApi(database, { TRUSTED_PROXIES: '127.0.0.1/32' });
    try {
      const client = await api.integrate(settings);
      const sessionId = await client.createSession();
      const mediaId = (await client.upload(sessionId, { context: 'face', content: onePixelPng })).json.image
        .id;
      const attack = attackOn(client, { sessionId, mediaId });
      await test({ api, client, statements, sessionId, mediaId, attack });
    } finally {
      await api.close();
    }
  };

  it('never use up the limit of its owner', { timeout: 60_000 }, async () => {
    await staged(
      async ({ client, sessionId, attack }) => {
        let flooding = true;
        const flood = async () => {
          while (flooding) await attack(stranger);
        };
        const floods = [flood(), flood(), flood()];
        const answers: string[] = [];
        for (let request = 0; request < 20; request += 1) {
          answers.push(
            outcome(await client.call({ path: `/sessions/${sessionId}/decision`, headers: from(owner) })),
          );
          await sleep(25);
        }
        flooding = false;
        await Promise.all(floods);
        expect(new Set(answers)).toEqual(new Set(['200']));
      },
      { settings: { requestsPerSecond: 60 } },
    );
  });

  it('never use up the limit of its owner with sessions that need no signature (S07)', async () => {
    await staged(
      async ({ client, sessionId }) => {
        const create = (address: string, sign: null | undefined) =>
          client.call({
            method: 'POST',
            path: '/sessions',
            body: { verification: {} },
            headers: from(address),
            ...(sign === null ? { sign } : {}),
          });
        const many = (address: string, sign?: null) =>
          Promise.all(Array.from({ length: 12 }, async () => outcome(await create(address, sign))));
        const strangers = await many(stranger, null);
        // The limit holds for one address: 5 at once, and what comes back while the requests run.
        expect(strangers.filter((answer) => answer === '201').length).toBeLessThanOrEqual(9);
        expect(strangers).toContain('429/1101');
        // Its /64 network is one address.
        const network = [await many('2001:db8:7::1', null), await many('2001:db8:7::2:1', null)];
        expect(network[1]).toContain('429/1101');
        // Another address, and whoever signs, have budgets of their own.
        expect(outcome(await create(owner, null))).toBe('201');
        expect(outcome(await create(stranger, undefined))).toBe('201');
        expect(outcome(await client.decision(sessionId))).toBe('200');
      },
      { settings: { requestsPerSecond: 5 } },
    );
  });

  it(
    'cost no statement after the first twenty failures, whatever they try',
    { timeout: 60_000 },
    async () => {
      await staged(async ({ statements, attack }) => {
        for (let round = 0; round < 10; round += 1) await attack(stranger);
        statements.length = 0;
        const started = performance.now();
        const answers: string[] = [];
        for (let round = 0; round < 30; round += 1) answers.push(...(await attack(stranger)));
        // A token comes back every second, and one request may ask with it; an upload asks twice.
        const allowed = 3 * Math.ceil((performance.now() - started) / 1_000);
        expect(statements.length).toBeLessThanOrEqual(allowed);
        expect(new Set(answers)).toEqual(
          new Set(['401/1818', '401/1819', '401/1803', '401/1815', '429/1101']),
        );
      });
    },
  );

  it('wait for their refusals once too many go out at once; callers with a valid signature never wait (S05)', async () => {
    const refusals = { atOnce: 6, perSecond: 1, pauseMs: 2_000 };
    const api = await startApi(await open(), {}, { limits: { ...httpLimits, refusals } });
    try {
      const client = await api.integrate();
      const sessionId = await client.createSession();
      const timed = async (sign: string) => {
        const startedAt = performance.now();
        const { status } = await client.call({
          path: `/sessions/${sessionId}/decision`,
          headers: { 'x-hmac-signature': sign },
        });
        return { status, ms: performance.now() - startedAt };
      };
      const atOnce = await Promise.all(Array.from({ length: 6 }, () => timed(wrong)));
      expect(atOnce.filter(({ status, ms }) => status === 401 && ms < 1_500)).toHaveLength(6);
      const waits = Promise.all(Array.from({ length: 10 }, () => timed(wrong)));
      const startedAt = performance.now();
      expect((await client.decision(sessionId)).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(1_500);
      const late = (await waits).filter(({ status, ms }) => status === 401 && ms >= 1_990);
      expect(late.length).toBeGreaterThanOrEqual(8);
    } finally {
      await api.close();
    }
  });

  it('get the same answer whether or not the thing they name exists', async () => {
    await staged(async ({ client, sessionId, mediaId, attack }) => {
      for (let round = 0; round < 10; round += 1) await attack(stranger);
      const ask = async (path: string) =>
        outcome(await client.call({ path, headers: { ...from(stranger), 'x-hmac-signature': wrong } }));
      for (const [there, absent] of [
        [`/sessions/${sessionId}/decision`, `/sessions/${randomUUID()}/decision`],
        [`/media/${mediaId}`, `/media/${randomUUID()}`],
      ] as const)
        expect(await ask(absent)).toBe(await ask(there));
    });
  });

  it('do not keep clients behind the same address from working', { timeout: 60_000 }, async () => {
    await staged(async ({ api, client, sessionId, mediaId, attack }) => {
      for (let round = 0; round < 12; round += 1) await attack(stranger);
      const headers = from(stranger);
      const answers = [
        await client.call({ path: `/sessions/${sessionId}/decision`, headers }),
        await client.call({ path: `/media/${mediaId}`, headers }),
        await client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, headers }),
        await client.call({
          method: 'POST',
          path: `/sessions/${sessionId}/media`,
          body: { image: { context: 'document-front', content: onePixelPng } },
          headers,
        }),
        await client.call({
          method: 'PATCH',
          path: `/sessions/${sessionId}`,
          body: { verification: { status: 'submitted' } },
          headers,
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200, 200]);
      const stored = await client.call({ path: `/media/${answers[3]?.json.image.id}` });
      expect(stored.bytes.toString('base64')).toBe(onePixelPng);
      // Nor an integration that this process has not served yet.
      const other = await api.integrate();
      const first = await other.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {} },
        headers,
      });
      expect(first.status).toBe(201);
      // Nor a key that was made in another process a moment ago.
      const added = await addKey(api.ctx)({
        integrationId: client.integrationId,
        label: 'new',
        actor: 'test',
      });
      if (added.outcome !== 'added') throw new Error(added.outcome);
      const path = `/sessions/${sessionId}/decision`;
      expect((await client.call({ path, headers, secret: added.secret })).status).toBe(200);
    });
  });

  it('are not shown a limit before they have signed', async () => {
    await staged(
      async ({ client, sessionId }) => {
        const ask = () =>
          client.call({
            path: `/sessions/${sessionId}/decision`,
            headers: { ...from(stranger), 'x-hmac-signature': wrong },
          });
        const answers = await Promise.all(Array.from({ length: 30 }, ask));
        expect(new Set(answers.map(outcome))).toEqual(new Set(['401/1818']));
        const unsigned = Array.from({ length: 5 }, () => client.call({ path: '/nothing', sign: null }));
        expect(new Set((await Promise.all(unsigned)).map(outcome))).toEqual(new Set(['404/1101']));
      },
      { settings: { requestsPerSecond: 2 } },
    );
  });
});

function attackOn(
  client: Client,
  { sessionId, mediaId }: Pick<Stage, 'sessionId' | 'mediaId'>,
): Stage['attack'] {
  return async (address) => {
    const headers = { ...from(address), 'x-hmac-signature': wrong };
    const image = { context: 'face', content: onePixelPng };
    const answers = await Promise.all([
      client.call({ path: `/sessions/${sessionId}/decision`, headers }),
      client.call({
        method: 'PATCH',
        path: `/sessions/${sessionId}`,
        body: { verification: { status: 'submitted' } },
        headers,
      }),
      client.call({ method: 'POST', path: `/sessions/${sessionId}/media`, body: { image }, headers }),
      client.call({ path: `/media/${mediaId}`, headers }),
      client.call({
        path: `/sessions/${sessionId}/decision`,
        headers: { ...headers, 'x-auth-client': randomUUID() },
      }),
      client.call({ path: `/sessions/${sessionId}/decision`, sign: null, headers: from(address) }),
    ]);
    return answers.map(outcome);
  };
}
