import http from 'node:http';
import { endpoints } from '@countersign/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpLimits, httpLimits } from '../../src/http/http-limits.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { type Client, failure, startApi, type TestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/engines.ts';
import { openDescriptors, openRaw, type RawConnection } from '../support/raw-connection.ts';
import { pngOfSize } from '../support/png-of-size.ts';

/** The limits of a server in use, a tenth to a fiftieth of the time each. */
const limits: HttpLimits = {
  headersMs: 600,
  requestMs: 20_000,
  keepAliveMs: 400,
  inactivityMs: 20_000,
  checkMs: 50,
  body: { windowMs: 600, leastBytesPerSecond: 1_000, totalMs: 4_000 },
  answer: { windowMs: 800, leastBytesPerSecond: 64 * 1024 },
  linger: { idleMs: 200, totalMs: 1_500, bytes: 4 * 1024 * 1024 },
  refusals: httpLimits.refusals,
  drain: httpLimits.drain,
};

/** What our own delays on a busy machine may add to a limit; the limits without a fix are 15 s and more, or none at all. */
const slackMs = 5_000;

let api: TestApi;
let client: Client;
let sessionId: string;
beforeAll(async () => {
  api = await startApi(await openTestDatabase('pglite'), {}, { limits });
  client = await api.integrate();
  sessionId = await client.createSession();
});
const opened: RawConnection[] = [];
afterAll(async () => {
  for (const { socket } of opened) socket.destroy();
  await api.close();
});

/** A connection whose client keeps its end open until the test is over. */
const open = (from?: string) => {
  const connection = openRaw(api.port, from);
  opened.push(connection);
  return connection;
};

/** Opens `count` connections, lets `talk` use them, and waits until the server holds none of them, though every client does. */
async function freed(count: number, talk: (connection: RawConnection) => void): Promise<RawConnection[]> {
  const before = openDescriptors();
  const connections = Array.from({ length: count }, () => open());
  for (const connection of connections) talk(connection);
  await Promise.all(connections.map(({ ended }) => ended));
  await expect
    .poll(openDescriptors, { timeout: slackMs })
    .toBeLessThanOrEqual(before + connections.filter(({ socket }) => !socket.destroyed).length);
  return connections;
}

const head = (method: string, path: string, headers: Record<string, string | number>) =>
  `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${client.apiKey}\r\nContent-Type: application/json\r\n` +
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const wrongSignature = { 'X-HMAC-SIGNATURE': '0'.repeat(64) };

const heldBytes = async () => {
  const gauges = [api.ctx.metrics.uploadBytesInFlight, api.ctx.metrics.bodyBytesHeld];
  return Promise.all(gauges.map(async (gauge) => (await gauge.get()).values[0]?.value ?? 0));
};

describe('a client that does not finish its request (F34, R15)', () => {
  it.each([
    ['sends nothing', ''],
    ['sends half of its headers', 'POST /v1/sessions HTTP/1.1\r\nHost: x\r\nX-AU'],
  ])(
    'a connection that %s gets 408 within the limit, and no descriptor is left to it',
    async (_name, text) => {
      const startedAt = performance.now();
      const connections = await freed(20, ({ socket }) => void socket.write(text));
      expect(performance.now() - startedAt).toBeLessThan(limits.headersMs + slackMs);
      for (const { received } of connections) expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    },
  );

  it('the limits are checked every second in use, so that 15 s for the headers are never 45', () => {
    expect([httpLimits.headersMs, httpLimits.checkMs]).toEqual([15_000, 1_000]);
  });

  it('a body that stops gets a signed 408, and connection, buffers and budget are given back', async () => {
    const text = head('POST', '/sessions', { 'Content-Length': 100_000 }) + '{"verification":{';
    const connections = await freed(20, ({ socket }) => void socket.write(text));
    for (const { received } of connections) {
      expect(received()).toMatch(/^HTTP\/1\.1 408 /);
      expect(received()).toMatch(/\r\nconnection: close\r\n/i);
      expect(received()).toMatch(/\r\nx-hmac-signature: [0-9a-f]{64}\r\n/i);
      expect(JSON.parse(received().split('\r\n\r\n')[1] ?? '')).toEqual(
        failure('1101', 'The request arrived too slowly.'),
      );
    }
    expect(await heldBytes()).toEqual([0, 0]);
  });

  it('a body below the least rate gets 408 though it never stops', async () => {
    const connection = open();
    connection.socket.write(head('POST', '/sessions', { 'Content-Length': 100_000 }));
    const drip = setInterval(() => connection.socket.write('x'), 50);
    expect(await connection.status()).toBe(408);
    clearInterval(drip);
    await connection.ended;
    expect(connection.received()).toContain('"code":"1101"');
  });

  it('a body that comes fast enough but never ends gets 408 after the limit for the whole of it', async () => {
    const connection = open();
    const startedAt = performance.now();
    connection.socket.write(head('POST', '/sessions', { 'Content-Length': 1_000_000 }));
    const flow = setInterval(() => connection.socket.write(Buffer.alloc(500, ' ')), 50);
    expect(await connection.status()).toBe(408);
    clearInterval(flow);
    await connection.ended;
    expect(connection.received()).toContain('"code":"1101"');
    expect(performance.now() - startedAt).toBeGreaterThan(limits.body.totalMs / 2);
  });

  it('a slow body that keeps to the rate is taken', async () => {
    const body = `{"verification":{}}${' '.repeat(3_000)}`;
    const connection = open();
    connection.socket.write(head('POST', '/sessions', { 'Content-Length': body.length }));
    for (let at = 0; at < body.length; at += 300) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      connection.socket.write(body.slice(at, at + 300));
    }
    expect(await connection.status()).toBe(201);
  });

  it('a client that vanishes in the middle leaves no descriptor and no bytes behind', async () => {
    const before = openDescriptors();
    const text = head('POST', `/sessions/${sessionId}/media`, {
      'Content-Length': 1_000_000,
      ...wrongSignature,
    });
    const connections = Array.from({ length: 20 }, () => open());
    for (const { socket } of connections) socket.write(`${text}{"image":{"content":"${'A'.repeat(5_000)}`);
    await expect.poll(async () => (await heldBytes())[0]).toBeGreaterThan(0);
    for (const { socket } of connections) socket.resetAndDestroy();
    await expect.poll(heldBytes).toEqual([0, 0]);
    await expect.poll(openDescriptors, { timeout: slackMs }).toBeLessThanOrEqual(before);
  });

  it('an idle connection is kept for the next request no longer than the limit', async () => {
    const [connection] = await freed(
      1,
      ({ socket }) => void socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    expect(connection?.received()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('an answer before the end of the body (A-112)', () => {
  it('ends the connection, also while the client keeps its own end open and continues to send', async () => {
    const before = openDescriptors();
    const connections = Array.from({ length: 10 }, () => open());
    for (const { socket } of connections)
      socket.write(head('POST', `/sessions/${sessionId}/media`, { 'Content-Length': 33_554_432 }));
    const drips = connections.map(({ socket }) => setInterval(() => socket.write('x'), 50));
    expect(await Promise.all(connections.map((connection) => connection.status()))).toEqual(
      Array.from({ length: 10 }, () => 401),
    );
    await Promise.all(
      connections.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve))),
    );
    for (const drip of drips) clearInterval(drip);
    await expect.poll(openDescriptors, { timeout: slackMs }).toBeLessThanOrEqual(before);
  });

  it('reaches a client that writes its whole body before it reads', async () => {
    const body = Buffer.alloc(3 * 1024 * 1024, ' ');
    const connection = open();
    connection.socket.pause();
    connection.socket.write(head('POST', `/sessions/${sessionId}/media`, { 'Content-Length': body.length }));
    await new Promise((resolve) => connection.socket.write(body, resolve));
    connection.socket.resume();
    expect(await connection.status()).toBe(401);
    await connection.ended;
    expect(connection.received()).toContain('"code":"1815"');
  });

  it('does not read more than the limit from a client that continues to send', async () => {
    const connection = open();
    connection.socket.write(head('POST', '/sessions', { 'Content-Length': 10_000_000_000 }));
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const pump = () => {
      while (!connection.socket.destroyed && connection.socket.write(piece)) sent += piece.length;
    };
    connection.socket.on('drain', () => ((sent += piece.length), pump()));
    pump();
    expect(await connection.status()).toBe(413);
    await new Promise((resolve) => connection.socket.once('close', resolve));
    // What the kernel's buffers on both sides hold comes on top.
    expect(sent).toBeLessThan(limits.linger.bytes + 24 * 1024 * 1024);
  });
});

describe('a signature that cannot be one is refused before the body (A-113, H22)', () => {
  const signed = endpoints.filter(({ bodyBytes, signed: covers }) => bodyBytes !== null && covers !== 'none');

  it('there are such routes', () => expect(signed.length).toBeGreaterThan(5));

  it.each(signed.map(({ method, path, headers }) => [method, path, headers] as const))(
    '%s %s',
    async (method, path, family) => {
      const target = path.replace(/:\w+/, sessionId);
      const name = family === 'feedback' ? 'VRF-HMAC-SIGNATURE' : 'X-HMAC-SIGNATURE';
      const ask = async (signature: string) => {
        const connection = open();
        const length = 'Content-Length: 1048576\r\n';
        const start = head(method, target, {}).slice(0, -2);
        connection.socket.write(`${start}VRF-AUTH-CLIENT: ${client.apiKey}\r\n${length}${signature}\r\n`);
        const status = await connection.status();
        await connection.ended;
        return [status, /"code":"(\d+)"/.exec(connection.received())?.[1]];
      };
      const value = 'a'.repeat(64);
      expect(await ask('')).toEqual([401, '1815']);
      expect(await ask(`${name}: \r\n`)).toEqual([401, '1815']);
      expect(await ask(`${name}: ${value}\r\n${name}: ${value}\r\n`)).toEqual([401, '1815']);
      expect(await ask(`${name}: ${value.slice(1)}\r\n`)).toEqual([401, '1812']);
    },
  );

  it('so is session creation where the integration demands a signature', async () => {
    const strict = await api.integrate({ settings: { requireSignedCreation: true } });
    const connection = open();
    const text = head('POST', '/sessions', { 'Content-Length': 1_048_576 });
    connection.socket.write(text.replace(client.apiKey, strict.apiKey));
    expect(await connection.status()).toBe(401);
  });

  it('the size still comes first', async () => {
    const connection = open();
    connection.socket.write(head('PATCH', `/sessions/${sessionId}`, { 'Content-Length': 1_048_577 }));
    expect(await connection.status()).toBe(413);
  });

  it('a client that expects 100 gets the final status instead (H26)', async () => {
    const expectation = { 'Content-Length': 100_000, Expect: '100-continue' };
    for (const path of [`/sessions/${sessionId}/media`, `/sessions/${sessionId}/collected-data`]) {
      const connection = open();
      connection.socket.write(head('POST', path, expectation));
      expect(await connection.status()).toBe(401);
      await connection.ended;
      expect(connection.received()).not.toContain('100 Continue');
    }
    const accepted = open();
    accepted.socket.write(
      head('POST', `/sessions/${sessionId}/media`, { ...expectation, ...wrongSignature }),
    );
    expect(await accepted.status()).toBe(100);
  });

  it('beside the API no body is read at all', async () => {
    const connection = open();
    connection.socket.write(
      'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
    );
    expect(await connection.status()).toBe(404);
    await connection.ended;
  });
});

describe('a client that does not read its answer (F34)', () => {
  it('is cut off, and the picture it requested is closed', async () => {
    const bytes = pngOfSize(18 * 1024 * 1024);
    const { json } = await client.upload(sessionId, { context: 'face', content: bytes.toString('base64') });
    const before = openDescriptors();
    const signature = { 'X-HMAC-SIGNATURE': hmacHex(client.secret, json.image.id) };
    const connections = Array.from({ length: 5 }, () => open());
    for (const { socket } of connections) {
      socket.pause();
      socket.write(head('GET', `/media/${json.image.id}`, signature));
    }
    // The five clients' own ends are still open when the server's five connections and files are closed.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect.poll(openDescriptors, { timeout: 15_000 }).toBeLessThanOrEqual(before + 5);
  });

  it('a slow one that keeps to the rate gets everything', async () => {
    const bytes = pngOfSize(600_000);
    const { json } = await client.upload(sessionId, { context: 'face', content: bytes.toString('base64') });
    const signature = hmacHex(client.secret, json.image.id);
    const length = await new Promise<number>((resolve, reject) => {
      const headers = { 'x-auth-client': client.apiKey, 'x-hmac-signature': signature };
      http
        .get(`${api.url}/v1/media/${json.image.id}`, { headers, agent: false }, (response) => {
          let received = 0;
          response.on('data', (chunk: Buffer) => {
            received += chunk.length;
            response.pause();
            setTimeout(() => response.resume(), 100);
          });
          response.on('end', () => resolve(received));
          response.on('error', reject);
        })
        .on('error', reject);
    });
    expect(length).toBe(600_000);
  });
});

describe('pictures requested and left at once (F34, S05)', () => {
  it('are not read to their end: others are served meanwhile', async () => {
    const { json } = await client.upload(sessionId, {
      context: 'face',
      content: pngOfSize(8 * 1024 * 1024, 'x').toString('base64'),
    });
    const signature = { 'X-HMAC-SIGNATURE': hmacHex(client.secret, json.image.id) };
    const one = process.cpuUsage();
    await client.call({ path: `/media/${json.image.id}` });
    const whole = process.cpuUsage(one).user / 1_000;
    const start = process.cpuUsage();
    const connections = Array.from({ length: 100 }, () => open());
    for (const { socket } of connections) {
      socket.on('error', () => {});
      socket.write(head('GET', `/media/${json.image.id}`, signature), () => socket.resetAndDestroy());
    }
    await Promise.all(connections.map(({ ended }) => ended));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await api.send({ method: 'GET', path: '/healthz', headers: {} })).status).toBe(200);
    // A hundred downloads read twice over would cost a hundred times as much; the client is in this process too.
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(40 * whole);
  });
});
