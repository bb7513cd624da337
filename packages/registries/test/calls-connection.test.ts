import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectTo,
  context,
  type FarEnd,
  hang,
  question,
  readStatus,
  reply,
  startFarEnd,
} from './calls-far-end.ts';

let farEnd: FarEnd | undefined;
afterEach(async () => {
  await farEnd?.close();
  farEnd = undefined;
});

describe('A connection that was never made', () => {
  it('is unavailable, connect, not delivered, when it is refused', async () => {
    farEnd = await startFarEnd(hang);
    const { url } = farEnd;
    await farEnd.close();
    const { http } = connectTo(url);
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'connect',
      attempts: 1,
      delivered: 'no',
    });
    expect(await http.reachable()).toBe('down');
  });

  it('is the same when the name has no address', async () => {
    const { http } = connectTo('https://registry.invalid', {
      deps: { resolve: () => Promise.reject(new Error('ENOTFOUND')) },
    });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'connect',
      attempts: 1,
      delivered: 'no',
    });
  });

  it('is unavailable, timeout, not delivered, when the name is not found in time', async () => {
    const { http } = connectTo('https://registry.invalid', {
      resilience: { connectMs: 30 },
      deps: { resolve: () => new Promise(() => {}) },
    });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'no',
    });
  });

  it('is unavailable, tls, not delivered, when the far end does not use TLS', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { http } = connectTo(`https://127.0.0.1:${port}`);
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'tls',
      attempts: 1,
      delivered: 'no',
    });
    server.close();
  });

  it.each([
    ['http://registry.example', '203.0.113.9'],
    ['http://registry.example', '100.64.0.1'],
    ['https://registry.example', '169.254.169.254'],
    ['https://registry.example', '::ffff:169.254.169.254'],
    ['https://registry.example', 'fe80::1'],
    ['https://registry.example', 'fd00:ec2::254'],
    ['https://registry.example', 'fd20:ce::254'],
    ['https://registry.example', '168.63.129.16'],
    ['https://registry.example', '100.100.100.200'],
    ['https://registry.example', '0.0.0.0'],
    ['https://registry.example', '64:ff9b::169.254.169.254'],
    ['https://registry.example', '64:ff9b::168.63.129.16'],
    ['https://registry.example', '64:ff9b::100.100.100.200'],
    ['https://registry.example', '64:ff9b::192.0.0.192'],
    ['https://registry.example', '64:ff9b::0.0.0.0'],
    ['https://registry.example', '64:ff9b::255.255.255.255'],
    ['https://registry.example', '64:ff9b:1::a9fe:a9fe'],
    ['https://registry.example', '::ffff:0:169.254.169.254'],
    ['https://registry.example', '::169.254.169.254'],
    ['https://registry.example', '2002:a9fe:a9fe::1'],
    ['https://registry.example', '2001:0:a9fe:a9fe::1'],
    ['http://registry.example', '64:ff9b::10.0.0.1'],
    ['https://registry.example', '64:ff9b::a00:1'],
    ['https://registry.example', '::10.0.0.1'],
    ['https://registry.example', '192.0.2.1'],
    ['https://registry.example', '2001:db8::1'],
  ])('is technical, config, for %s at %s: nothing is sent there', async (url, address) => {
    const { http } = connectTo(url, {
      resilience: { retries: 2 },
      deps: { resolve: () => Promise.resolve(['127.0.0.1', address]) },
    });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'technical',
      cause: 'config',
      attempts: 1,
      at: null,
    });
    expect(await http.reachable()).toBe('unknown');
  });

  it('waits for the same look-up as the others, so that a name server that hangs holds one thread', async () => {
    const asked: string[] = [];
    const { http } = connectTo('https://registry.invalid', {
      resilience: { connectMs: 30, retries: 2 },
      deps: {
        resolve: (name) => {
          asked.push(name);
          return new Promise(() => {});
        },
      },
    });
    await Promise.all([1, 2, 3].map(() => http.request(question, context(), readStatus)));
    expect(asked).toEqual(['registry.invalid']);
    await http.close();
  });

  it('resolves its name again once the last look-up has ended, successfully or not', async () => {
    let lookUps = 0;
    const { http } = connectTo('https://registry.invalid', {
      deps: { resolve: () => Promise.reject(new Error(`ENOTFOUND ${(lookUps += 1)}`)) },
    });
    await http.request(question, context(), readStatus);
    await http.request(question, context(), readStatus);
    expect(lookUps).toBe(2);
    await http.close();
  });

  it('is made to the next address when the first does not answer', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url.replace('127.0.0.1', 'registry.example'), {
      deps: { resolve: () => Promise.resolve(['127.0.0.99', '127.0.0.1']) },
    });
    expect(await http.request(question, context(), readStatus)).toMatchObject({
      kind: 'answered',
      answer: 200,
    });
    expect(farEnd.requests[0]?.headers['host']).toMatch(/^registry\.example:/);
    await http.close();
  });

  it.each(['169.254.169.254', '168.63.129.16', '64:ff9b::a00:1', '203.0.113.9'])(
    'is judged anew when a name that was fine resolves to %s: nothing is sent there (S08)',
    async (address) => {
      const answers = [['127.0.0.1'], [address]];
      farEnd = await startFarEnd(reply(200, '{}', { connection: 'close' }));
      const { http } = connectTo(farEnd.url.replace('127.0.0.1', 'registry.example'), {
        deps: { resolve: async () => answers.shift() ?? [] },
      });
      expect(await http.request(question, context(), readStatus)).toMatchObject({
        kind: 'answered',
        answer: 200,
      });
      expect(await http.request(question, context(), readStatus)).toMatchObject({
        kind: 'technical',
        cause: 'config',
      });
      expect(farEnd.requests).toHaveLength(1);
      expect(answers).toEqual([]);
      await http.close();
    },
  );

  it('is not made where a redirect leads (S08)', async () => {
    const lookUps: string[] = [];
    farEnd = await startFarEnd(reply(307, '', { location: 'http://169.254.169.254/latest' }));
    const { http } = connectTo(farEnd.url.replace('127.0.0.1', 'registry.example'), {
      deps: {
        resolve: async (name) => {
          lookUps.push(name);
          return ['127.0.0.1'];
        },
      },
    });
    expect(await http.request(question, context(), readStatus)).toMatchObject({
      kind: 'technical',
      cause: 'unexpected_status',
      httpStatus: 307,
    });
    expect([farEnd.requests.length, lookUps]).toEqual([1, ['registry.example']]);
    await http.close();
  });
});
