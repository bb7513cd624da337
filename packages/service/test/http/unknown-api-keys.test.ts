import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { type Answer, startApi } from '../support/api.ts';
import { createTestDatabase, describeEnginesOnce, type Engine, silent } from '../support/engines.ts';

const outcome = ({ status, json }: Answer) => `${status}/${json.code}`;

/** What is asked of a database, looks at the configuration's version and the log of requests apart. */
interface Asked {
  statements: string[];
  /** Statements on their way at the same time, at most. */
  atOnce: number;
}

/** A database of its own with so many integrations beside those of the test, and what is asked of it. */
async function within(
  { engine, integrations }: { engine: Engine; integrations: number },
  test: (database: Database, asked: Asked) => Promise<void>,
): Promise<void> {
  const server = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
  const where = server ? { url: server.url, connectionWaitMs: 15_000 } : { memory: true };
  const database = await openDatabase({ ...where, log: silent });
  try {
    await migrate(database);
    await database.query(
      `insert into integration (id, name, mode, api_key)
       select gen_random_uuid(), 'Filler', 'live', gen_random_uuid() from generate_series(1, $1::int)`,
      [integrations],
    );
    const asked: Asked = { statements: [], atOnce: 0 };
    let running = 0;
    const query: Database['query'] = async (text, values) => {
      if (text.includes('configuration-version') || text.startsWith('insert into api_request'))
        return database.query(text, values);
      asked.statements.push(text);
      running += 1;
      asked.atOnce = Math.max(asked.atOnce, running);
      return database.query<never>(text, values).finally(() => (running -= 1));
    };
    await test({ ...database, query }, asked);
  } finally {
    await database.close();
    await server?.drop();
  }
}

describeEnginesOnce('API keys that do not exist (A-115, S05)', (_open, engine) => {
  it('cost no statement at all where all that exist are cached', async () => {
    await within({ engine, integrations: 1_000 }, async (database, asked) => {
      // A trusted proxy: how many connections it may have is not what is looked at here.
      const api = await startApi(database, { TRUSTED_PROXIES: '127.0.0.1/32' });
      const client = await api.integrate();
      await client.createSession();
      const guess = () => client.call({ path: '/nothing', headers: { 'x-auth-client': randomUUID() } });
      await guess();
      asked.statements.length = 0;
      const answers = await Promise.all(Array.from({ length: 300 }, guess));
      expect(new Set(answers.map(outcome))).toEqual(new Set(['401/1803']));
      expect(asked.statements).toEqual([]);
      await api.close();
    });
  });

  it('share statements, and then get 429, where there are too many to cache', async () => {
    await within({ engine, integrations: 10_001 }, async (database, asked) => {
      const api = await startApi(database, { TRUSTED_PROXIES: '127.0.0.1/32' });
      const client = await api.integrate();
      const sessionId = await client.createSession();
      const guess = (address: string) =>
        client.call({
          path: `/sessions/${sessionId}/decision`,
          headers: { 'x-auth-client': randomUUID(), 'x-forwarded-for': address },
        });
      asked.atOnce = 0;
      const many = await Promise.all(
        Array.from({ length: 200 }, (_, visitor) => guess(`198.51.100.${visitor}`)),
      );
      expect(new Set(many.map(outcome))).toEqual(new Set(['401/1803']));
      // However many ask at the same time, two statements at most are on their way for them.
      expect(asked.atOnce).toBeLessThanOrEqual(2);
      for (let failure = 0; failure < 40; failure += 1) await guess('203.0.113.66');
      asked.statements.length = 0;
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 50 }, () => guess('203.0.113.66')));
      const seconds = Math.ceil((performance.now() - begun) / 1_000);
      const refused = answers.filter((answer) => outcome(answer) === '429/1101');
      expect(refused.length).toBeGreaterThanOrEqual(50 - seconds);
      expect(asked.statements.length).toBeLessThanOrEqual(2 * Math.ceil((performance.now() - begun) / 1_000));
      // Whoever is known works, from there and from elsewhere.
      for (const address of ['203.0.113.66', '192.0.2.1']) {
        const headers = { 'x-forwarded-for': address };
        expect((await client.call({ path: `/sessions/${sessionId}/decision`, headers })).status).toBe(200);
      }
      await api.close();
    });
  });
});
