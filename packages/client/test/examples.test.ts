import { once } from 'node:events';
import type { Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CountersignClient, type Webhook } from '../src/index.ts';
import { signedWebhook } from '../src/testing.ts';

const client = new CountersignClient({
  baseUrl: 'http://127.0.0.1:1',
  apiKey: 'key',
  sharedSecret: 'secret',
});
let close = () => {};
afterEach(() => close());

type Handle = (webhook: Webhook) => void | Promise<void>;
const example = (name: string): Promise<unknown> =>
  import(new URL(`../examples/${name}.mjs`, import.meta.url).href);
const { startListener } = (await example('node-http')) as {
  startListener: (client: CountersignClient, handle: Handle) => Server;
};
const { webhookHandler } = (await example('web-standard')) as {
  webhookHandler: (client: CountersignClient, handle: Handle) => (request: Request) => Promise<Response>;
};

/** Each example as a function that delivers one webhook to it and returns the status of its response. */
const examples = {
  'node-http': async (handle: Handle) => {
    const server = startListener(client, handle);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    close = () => server.close();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return async (init: RequestInit) => (await fetch(url, { method: 'POST', ...init })).status;
  },
  'web-standard': (handle: Handle) => {
    const answer = webhookHandler(client, handle);
    return Promise.resolve(
      async (init: RequestInit) =>
        (await answer(new Request('http://127.0.0.1/', { method: 'POST', ...init }))).status,
    );
  },
};

describe.each(Object.entries(examples))('the listener of the guide, %s', (_name, start) => {
  it('passes on what is verified, and answers 200', async () => {
    const taken: string[] = [];
    const deliver = await start(({ type }) => void taken.push(type));
    expect(await deliver(await signedWebhook('decision', { secrets: 'secret' }))).toBe(200);
    expect(taken).toEqual(['decision']);
  });

  it('answers 400 to untrusted webhooks, and passes nothing on', async () => {
    const taken: string[] = [];
    const deliver = await start(({ type }) => void taken.push(type));
    expect(await deliver(await signedWebhook('decision', { secrets: 'other' }))).toBe(400);
    expect(taken).toEqual([]);
  });

  it('answers 500 when the program fails, so that the webhook comes again', async () => {
    const deliver = await start(() => Promise.reject(new Error('no database')));
    expect(await deliver(await signedWebhook('event', { secrets: 'secret' }))).toBe(500);
  });
});

describe('the listener of Node', () => {
  const request = (length: number, body: string) =>
    `POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: ${length}\r\n\r\n${body}`;

  it.each([
    ['a sender that breaks off', request(100, 'abc')],
    ['a body of more than 2 MB', request(3_000_000, 'a'.repeat(2_000_001))],
  ])('continues after %s', async (_name, text) => {
    const taken: string[] = [];
    const server = startListener(client, ({ type }) => void taken.push(type));
    server.listen(0, '127.0.0.1');
    close = () => server.close();
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = net.connect(port, '127.0.0.1').on('error', () => {});
    sender.write(text);
    await once(server, 'request');
    sender.destroy();
    const init = { method: 'POST', ...(await signedWebhook('decision', { secrets: 'secret' })) };
    expect((await fetch(`http://127.0.0.1:${port}`, init)).status).toBe(200);
    expect(taken).toEqual(['decision']);
  });
});
