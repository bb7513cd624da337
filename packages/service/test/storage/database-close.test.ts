import net from 'node:net';
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
    ['stops responding', { kind: 'drop' }],
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

  it('is open though its server never answers the end of the connection that judged it', async () => {
    const made = await createTestDatabase();
    cleanups.push(() => made.drop());
    const proxy = await startDeafProxy();
    cleanups.push(proxy.close);
    const url = new URL(made.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const log = pino({ level: 'silent' });
    const database = await openDatabase({ url: url.href, dataDir: '', relaxDurability: true, log });
    expect(proxy.farewells()).toBe(1);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
  });
});

/** Passes everything on to the test server but the end of a connection, which it neither passes on nor answers. */
async function startDeafProxy() {
  const server = new URL(testServerUrl());
  const open = new Set<net.Socket>();
  let farewells = 0;
  const proxy = net.createServer({ allowHalfOpen: true }, (client) => {
    const behind = net.connect(Number(server.port || 5432), server.hostname);
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    behind.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      // Terminate, `X`, of four bytes beside it.
      if (bytes.length === 5 && bytes[0] === 0x58) farewells += 1;
      else behind.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as net.AddressInfo).port,
    farewells: () => farewells,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
