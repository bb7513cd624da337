import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../src/bin/reach-installation.ts';
import { readConfig } from '../../src/runtime/config.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { deleteKey } from '../../src/usecases/integration/delete-key.ts';
import { type Answer, type Client, startApi, type TestApi } from '../support/api.ts';
import {
  createTestDatabase,
  describeEnginesOnce,
  engines,
  rowsByDay,
  silent,
  testKekText,
} from '../support/engines.ts';

/** Contract A-116: so long after the commit, every process works by it. */
const inForceMs = 2_000;

/** A setting, what it is tightened to, and a request that it then refuses. */
const tightened: [name: string, from: GivenSettings, to: GivenSettings, ask: Ask, refused: string][] = [
  [
    'allowedAddresses',
    {},
    { allowedAddresses: ['203.0.113.0/24'] },
    (client, id) => client.decision(id),
    '401/1815',
  ],
  [
    'requireSignedCreation',
    {},
    { requireSignedCreation: true },
    (client) => client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, sign: null }),
    '401/1815',
  ],
  [
    'requestsPerSecond',
    {},
    { requestsPerSecond: 1 },
    async (client, id) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => client.decision(id)));
      return answers.find(({ status }) => status === 429) ?? (answers[0] as Answer);
    },
    '429/1101',
  ],
  [
    'origins',
    {},
    { origins: ['https://shop.example.com'] },
    (client) =>
      client.call({
        method: 'POST',
        path: '/sessions',
        body: { verification: {} },
        headers: { origin: 'https://elsewhere.example.com' },
      }),
    '401/1815',
  ],
  [
    'deletion',
    { deletion: true },
    { deletion: false },
    (client, id) => client.call({ method: 'DELETE', path: `/sessions/${id}` }),
    '400/1301',
  ],
];

type Ask = (client: Client, sessionId: string) => Promise<Answer>;

const outcome = ({ status, json }: Answer) =>
  json.status === 'fail' ? `${status}/${json.code}` : String(status);

describeEnginesOnce('a setting that another process tightens (A-116)', (open) => {
  it.each(tightened)('%s is in force within 2 s', async (...[, from, to, ask, refused]) => {
    const database = await open();
    const [here, there] = [await startApi(database), await startApi(database)];
    try {
      const client = await here.integrate({ settings: from });
      const [first, second] = [await client.createSession(), await client.createSession()];
      expect(outcome(await ask(client, first))).toMatch(/^20[01]$/);
      const { integrationId } = client;
      const configured = await configureIntegration(there.ctx)({
        integrationId,
        settings: to,
        actor: 'test',
      });
      expect(configured.outcome).toBe('configured');
      await sleep(inForceMs);
      expect(outcome(await ask(client, second))).toBe(refused);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });

  it('is in force at once in the process that changed it', async () => {
    const here = await startApi(await open());
    try {
      const client = await here.integrate();
      const id = await client.createSession();
      await configureIntegration(here.ctx)({
        integrationId: client.integrationId,
        settings: { allowedAddresses: ['203.0.113.0/24'] },
        actor: 'test',
      });
      expect(outcome(await client.decision(id))).toBe('401/1815');
    } finally {
      await here.close();
    }
  });

  it('is polled once a second however many requests and integrations there are, and not without requests', async () => {
    const database = await open();
    const asked: string[] = [];
    const counting = {
      ...database,
      query: <T extends Record<string, unknown>>(text: string, values?: unknown[]) => {
        // The log of requests is written beside it.
        if (!text.startsWith('insert into api_request')) asked.push(text);
        return database.query<T>(text, values);
      },
    };
    const here = await startApi(counting);
    try {
      const clients = await Promise.all([here.integrate(), here.integrate(), here.integrate()]);
      for (const client of clients) expect((await client.call({ path: '/nothing' })).status).toBe(404);
      asked.length = 0;
      const begun = performance.now();
      let requests = 0;
      while (performance.now() < begun + 3_000 || requests <= 100) {
        await Promise.all(clients.map((client) => client.call({ path: '/nothing' })));
        requests += clients.length;
      }
      expect(new Set(asked).size).toBe(1);
      expect(asked.length).toBeGreaterThanOrEqual(2);
      expect(asked.length).toBeLessThanOrEqual(2 + (performance.now() - begun) / 1_000);
    } finally {
      await here.close();
    }
  });
});

describe.skipIf(!engines().includes('postgres'))(
  'on PostgreSQL, with a server and the command line as processes of their own',
  () => {
    it.each(rowsByDay(tightened, ([name]) => name === 'allowedAddresses'))(
      '%s is in force within 2 s (A-116)',
      async (...[name, from, to, ask, refused]) => {
        const { url, drop } = await createTestDatabase();
        const database = await openDatabase({ url, log: silent, connections: 4, connectionWaitMs: 15_000 });
        let api: TestApi | null = null;
        try {
          await migrate(database);
          api = await startApi(database);
          const client = await api.integrate({ settings: from });
          const [first, second] = [await client.createSession(), await client.createSession()];
          expect(outcome(await ask(client, first))).toMatch(/^20[01]$/);
          const config = readConfig({
            DATA_DIR: api.ctx.config.dataDir,
            DATABASE_URL: url,
            COUNTERSIGN_KEK: testKekText,
          });
          const value = JSON.stringify((to as Record<string, unknown>)[name]);
          const args = [client.integrationId, '--set', `${name}=${value}`];
          expect(
            await runCommand(config, { command: 'integration configure', args }, 'settings'),
          ).toMatchObject({
            exitCode: 0,
          });
          await sleep(inForceMs);
          expect(outcome(await ask(client, second))).toBe(refused);
        } finally {
          await api?.close();
          await database.close();
          await drop();
        }
      },
    );
  },
);

describeEnginesOnce('keys and integrations that another process changes (A-116)', (open) => {
  it('take effect within 2 s, also where no statement is sent to the database on the way', async () => {
    const database = await open();
    const [here, there] = [await startApi(database), await startApi(database)];
    try {
      const client = await here.integrate();
      const unrouted = () => client.call({ path: '/nothing', sign: null });
      expect((await unrouted()).status).toBe(404);
      const { integrationId } = client;
      const added = await addKey(there.ctx)({ integrationId, label: 'second', actor: 'test' });
      if (added.outcome !== 'added') throw new Error(added.outcome);
      await deleteKey(there.ctx)({ integrationId, keyId: added.keyId, actor: 'test' });
      await configureIntegration(there.ctx)({ integrationId, active: false, actor: 'test' });
      await sleep(inForceMs);
      expect(outcome(await unrouted())).toBe('401/1804');
      // What was switched on again works with the next request.
      await configureIntegration(there.ctx)({ integrationId, active: true, actor: 'test' });
      expect((await unrouted()).status).toBe(404);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });

  it('an integration made elsewhere works with its first request', async () => {
    const database = await open();
    const [here, there] = [await startApi(database), await startApi(database)];
    try {
      const apiKey = randomUUID();
      const early = await here.integrate();
      const unknown = await early.call({ path: '/nothing', headers: { 'x-auth-client': apiKey } });
      expect(outcome(unknown)).toBe('401/1803');
      await there.integrate({ apiKey });
      const known = await early.call({ path: '/nothing', headers: { 'x-auth-client': apiKey } });
      expect(known.status).toBe(404);
    } finally {
      await Promise.all([here.close(), there.close()]);
    }
  });
});

// The embedded engine is in this process: it cannot be away.
describe.skipIf(!engines().includes('postgres'))('while the database is away', () => {
  it('a request is answered 503 rather than by settings that may be old (A-116)', async () => {
    const { url, drop } = await createTestDatabase();
    const database = await openDatabase({ url, log: silent, connections: 4 });
    await migrate(database);
    const api = await startApi(database);
    try {
      const client = await api.integrate();
      expect((await client.call({ path: '/nothing' })).status).toBe(404);
      await drop();
      await sleep(inForceMs);
      const answer = await client.call({ path: '/nothing' });
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    } finally {
      await api.close().catch(() => {});
      await database.close();
    }
  });
});
