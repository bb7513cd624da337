import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startFaultProxy } from '../../../testkit/src/fault-proxy.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { createTestDatabase, engines, testServerUrl } from '../support/engines.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Sockets that keep this process. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

describe.runIf(engines().includes('postgres'))('a database that is closed [postgres]', () => {
  it.each([
    ['answers', { kind: 'pass' }],
    ['falls silent', { kind: 'drop' }],
  ] as const)('leaves no connection open where its server %s', async (_, fault) => {
    const server = new URL(testServerUrl());
    const proxy = await startFaultProxy({ host: server.hostname, port: Number(server.port || 5432) });
    cleanups.push(() => proxy.close());
    const made = await createTestDatabase();
    cleanups.push(() => made.drop());
    const url = new URL(made.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const log = pino({ level: 'silent' });
    const database = await openDatabase({
      url: url.href,
      dataDir: '',
      connections: 3,
      relaxDurability: true,
      log,
    });
    await Promise.all([1, 2, 3].map(() => database.query('select pg_sleep(0.2)')));
    expect(proxy.connections).toBe(3);
    const before = sockets();
    proxy.behave(fault);
    await database.close();
    // Those of the proxy, two for each, may be there still.
    await expect.poll(sockets).toBeLessThanOrEqual(before - 3);
  });
});
