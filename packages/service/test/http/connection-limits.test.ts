import { afterEach, describe, expect, it } from 'vitest';
import { addressGroup } from '../../src/http/client-address.ts';
import { connectionsFor } from '../../src/http/connection-limit.ts';
import { createLog } from '../../src/runtime/log.ts';
import { type Call, type Client, failure, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/engines.ts';
import { openRaw, type RawConnection } from '../support/raw-connection.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(env: Record<string, string>, lines?: string[]): Promise<TestApi> {
  const log = lines && {
    log: createLog('warn', { destination: { write: (line: string) => void lines.push(line) } }),
  };
  const api = await startApi(await openTestDatabase('pglite'), env, log);
  cleanups.push(() => api.close());
  return api;
}

const open = (api: TestApi, from: string): RawConnection => {
  const connection = openRaw(api.port, from);
  cleanups.push(() => connection.socket.destroy());
  return connection;
};

const get = '/healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const answered = async (connection: RawConnection) => {
  connection.socket.write(`GET ${get}`);
  return connection.status();
};

describe('connections (A-114, S05)', () => {
  it('beyond the limit of an address are answered 503 with Retry-After and closed; other addresses are served', async () => {
    const api = await start({ CONNECTIONS_PER_ADDRESS: '5' });
    const five = Array.from({ length: 5 }, () => open(api, '127.0.0.2'));
    for (const connection of five) expect(await answered(connection)).toBe(200);
    const sixth = open(api, '127.0.0.2');
    expect(await sixth.status()).toBe(503);
    await sixth.ended;
    expect(sixth.received()).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(JSON.parse(sixth.received().split('\r\n\r\n')[1] ?? '')).toEqual(
      failure('1101', 'The service is temporarily unavailable.'),
    );
    expect(await answered(open(api, '127.0.0.3'))).toBe(200);
    five[0]?.socket.destroy();
    await expect.poll(() => answered(open(api, '127.0.0.2'))).toBe(200);
  });

  it('beyond the limit of the service are refused from any address, and idle ones make room', async () => {
    const lines: string[] = [];
    const api = await start({ CONNECTIONS_MAX: '16' }, lines);
    const sixteen = Array.from({ length: 16 }, (_, n) => open(api, `127.0.1.${n}`));
    for (const connection of sixteen) expect(await answered(connection)).toBe(200);
    expect(await answered(open(api, '127.0.0.2'))).toBe(503);
    await Promise.all(sixteen.map(({ ended }) => ended));
    await expect.poll(() => answered(open(api, '127.0.0.2'))).toBe(200);
    expect(lines.filter((line) => line.includes('connection limit reached'))).toHaveLength(1);
  });

  it('a flood of refused ones costs one log line, and the clients that are there are answered meanwhile', async () => {
    const lines: string[] = [];
    const api = await start({ CONNECTIONS_PER_ADDRESS: '20' }, lines);
    const client = await api.integrate();
    const many = Array.from({ length: 400 }, () => open(api, '127.0.0.9'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.call({ method: 'POST', path: '/sessions', body: { verification: {} }, from: '127.0.0.3' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
    await expect
      .poll(async () => (await api.ctx.metrics.refusedConnections.get()).values[0]?.value, {
        timeout: 10_000,
      })
      .toBe(380);
    await Promise.all(many.slice(20).map(({ ended }) => ended));
    expect(lines).toHaveLength(1);
  });

  it('that all come at once are all answered, also those that send before it is their turn', async () => {
    const api = await start({ CONNECTIONS_PER_ADDRESS: '500' });
    const many = Array.from({ length: 300 }, () => {
      const connection = open(api, '127.0.0.4');
      connection.socket.write(`GET ${get}`);
      return connection;
    });
    const statuses = await Promise.all(many.map((connection) => connection.status()));
    expect(new Set(statuses)).toEqual(new Set([200]));
    // And those that leave before it is their turn harm nobody.
    for (let count = 0; count < 100; count += 1) open(api, '127.0.0.5').socket.resetAndDestroy();
    expect(await answered(open(api, '127.0.0.6'))).toBe(200);
  });

  it('of a trusted proxy are not limited per address: they are all its clients’', async () => {
    const api = await start({ CONNECTIONS_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1/32' });
    const behind = Array.from({ length: 10 }, () => open(api, '127.0.0.1'));
    for (const connection of behind) expect(await answered(connection)).toBe(200);
    const direct = Array.from({ length: 3 }, () => open(api, '127.0.0.2'));
    expect(await Promise.all(direct.map(answered))).toEqual([200, 200, 503]);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, group) => expect(addressGroup(address)).toBe(group));

  it.each([
    [1_048_576, 2048],
    [4_096, 1908],
    [1_024, 372],
    [64, 16],
    [null, 2048],
  ])('with %s open files allowed there are at most %i', (openFiles, connections) => {
    expect(connectionsFor({ connectionsMax: 2048, databaseConnections: 16 }, openFiles)).toBe(connections);
  });
});

const head = (client: Client, path: string, length: number) =>
  `POST /v1${path} HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${client.apiKey}\r\nContent-Type: application/json\r\n` +
  `X-HMAC-SIGNATURE: ${'0'.repeat(64)}\r\nContent-Length: ${length}\r\n\r\n`;

const held = async (gauge: TestApi['ctx']['metrics']['bodyBytesHeld']) =>
  (await gauge.get()).values[0]?.value ?? 0;

describe('bytes of request bodies (A-114, S05)', () => {
  const upload = (sessionId: string, from?: string): Call => ({
    method: 'POST',
    path: `/sessions/${sessionId}/media`,
    body: { image: { context: 'face', content: onePixelPng } },
    ...(from === undefined ? {} : { from }),
  });

  it('count when they arrive: connections that declare 32 MB and send nothing hold nothing', async () => {
    const api = await start({ UPLOAD_DISK_MB: '256' });
    const [client, other] = [await api.integrate(), await api.integrate()];
    const [mine, theirs] = [await client.createSession(), await other.createSession()];
    const silent = Array.from({ length: 64 }, () => open(api, '127.0.0.9'));
    for (const { socket } of silent) socket.write(head(client, `/sessions/${mine}/media`, 33_554_432));
    await expect
      .poll(async () => (await api.ctx.metrics.connections.get()).values[0]?.value)
      .toBeGreaterThanOrEqual(64);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await held(api.ctx.metrics.uploadBytesInFlight)).toBe(0);
    const answers = [
      client.call(upload(mine)),
      other.call(upload(theirs)),
      client.call(upload(mine, '127.0.0.9')),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('strangers with a key stop neither other tenants nor its owner, whose address is known or new', async () => {
    const api = await start({ BODY_MEMORY_MB: '16' });
    const [owner, other] = [await api.integrate(), await api.integrate()];
    const sessionId = await owner.createSession();
    expect((await owner.call({ path: `/sessions/${sessionId}/decision`, from: '127.0.0.3' })).status).toBe(
      200,
    );

    // One stranger's address: an eighth of 16 MB. Bodies of session creation need no signature at all.
    const first = await flood(api, owner, { from: '127.0.0.9', connections: 6 });
    expect(
      first.map(({ received }) => received()).filter((text) => text.startsWith('HTTP/1.1 503 ')).length,
    ).toBeGreaterThan(3);
    expect(first.map(({ received }) => received()).join('')).toMatch(/\r\nretry-after: 1\r\n/i);
    expect(await held(api.ctx.metrics.bodyBytesHeld)).toBeLessThanOrEqual(2 * 1024 * 1024);
    const large = { verification: { vendorData: 'x' }, ignored: 'y'.repeat(500_000) };
    const create = (client: Client, from: string): Call & { client: Client } => ({
      client,
      method: 'POST',
      path: '/sessions',
      body: large,
      from,
    });
    const statuses = (calls: (Call & { client: Client })[]) =>
      Promise.all(calls.map(async ({ client, ...call }) => (await client.call(call)).status));
    expect(
      await statuses([create(owner, '127.0.0.3'), create(owner, '127.0.0.4'), create(other, '127.0.0.5')]),
    ).toEqual([201, 201, 201]);

    // Many strangers' addresses: what unknown addresses may hold of this integration is used up, and nothing else is.
    for (let n = 10; n < 16; n += 1) await flood(api, owner, { from: `127.0.0.${n}`, connections: 3 });
    expect(await held(api.ctx.metrics.bodyBytesHeld)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(
      await statuses([create(owner, '127.0.0.3'), create(owner, '127.0.0.4'), create(other, '127.0.0.5')]),
    ).toEqual([201, 503, 201]);
  });

  it('of uploads to disk are shared the same way', async () => {
    const api = await start({ UPLOAD_DISK_MB: '256' });
    const owner = await api.integrate();
    const sessionId = await owner.createSession();
    expect((await owner.call(upload(sessionId, '127.0.0.3'))).status).toBe(200);
    // An eighth of 256 MB for an unknown address: one of the largest uploads, and no second one beside it.
    const stranger = open(api, '127.0.0.9');
    stranger.socket.write(head(owner, `/sessions/${sessionId}/media`, 33_554_432));
    stranger.socket.write('{"image":{"content":"');
    for (let n = 0; n < 20; n += 1) stranger.socket.write('A'.repeat(1024 * 1024));
    await expect.poll(() => held(api.ctx.metrics.uploadBytesInFlight)).toBeGreaterThan(19 * 1024 * 1024);
    const second = open(api, '127.0.0.9');
    second.socket.write(head(owner, `/sessions/${sessionId}/media`, 33_554_432));
    expect(await second.status()).toBe(503);
    const answers = await Promise.all([
      owner.call(upload(sessionId, '127.0.0.3')),
      owner.call(upload(sessionId, '127.0.0.4')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    stranger.socket.resetAndDestroy();
    await expect.poll(() => held(api.ctx.metrics.uploadBytesInFlight)).toBe(0);
  });
});

/** Connections that each send most of 1 MB of a session creation and then wait; resolves when the server has dealt with it. */
async function flood(
  api: TestApi,
  client: Client,
  { from, connections }: { from: string; connections: number },
): Promise<RawConnection[]> {
  const all = Array.from({ length: connections }, () => open(api, from));
  for (const { socket } of all)
    socket.write(head(client, '/sessions', 1_048_576) + '{"x":"'.padEnd(900_000, 'x'));
  let before = -1;
  let unchanged = 0;
  await expect
    .poll(
      async () => {
        const now =
          (await held(api.ctx.metrics.bodyBytesHeld)) +
          all.filter(({ received }) => received() !== '').length;
        unchanged = now === before && now > 0 ? unchanged + 1 : 0;
        before = now;
        return unchanged;
      },
      { interval: 200 },
    )
    .toBeGreaterThanOrEqual(5);
  return all;
}
