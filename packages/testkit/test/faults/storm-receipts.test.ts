import net from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { receiptsOf } from '../../src/storm/receipts.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../src/webhook-receiver.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function receiver(): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver({ secrets: ['secret'] });
  cleanups.push(() => started.close());
  return started;
}

const post = ({ url }: WebhookReceiver, path: string, body: string) =>
  fetch(`${url}${path}`, { method: 'POST', headers: { 'webhook-id': 'w1' }, body });

/** Sends this much of a webhook and is gone, as a process is that was killed. */
async function breakOff({ port, connections }: WebhookReceiver, text: string): Promise<void> {
  const before = connections();
  const socket = net.connect(port, '127.0.0.1').on('error', () => {});
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  await expect.poll(connections).toBe(before + 1);
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
}

const head = 'POST /hook HTTP/1.1\r\nhost: receiver\r\nwebhook-id: w1\r\n';

describe('the receipts of a storm', () => {
  it('cover decisions and events, each under its session', async () => {
    const started = await receiver();
    await post(started, '/hook', '{"id":"s1","action":"submitted"}');
    await post(started, '/hook', '{"status":"success","verification":{"id":"s2"}}');
    expect(receiptsOf(started.received)).toMatchObject([
      { id: 'w1', type: 'event', sessionId: 's1', verified: false },
      { id: 'w1', type: 'decision', sessionId: 's2', verified: false },
    ]);
  });

  it.each([
    ['its head', `${head}content-`],
    ['its body', `${head}content-length: 100\r\n\r\n`],
    ['the middle of its body', `${head}content-length: 100\r\n\r\n{"id":"s1"`],
    ['the middle of its chunks', `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n`],
  ])('omit a webhook whose sender was killed at %s', async (_, text) => {
    const started = await receiver();
    await breakOff(started, text);
    await post(started, '/hook', '{"id":"s2"}');
    expect(receiptsOf(started.received).map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });

  it('omit requests to another path, meant for a process that had this port before', async () => {
    const started = await receiver();
    await fetch(`${started.url}/v1/sessions`);
    expect(receiptsOf(started.received)).toEqual([]);
  });

  it.each([
    ['an empty body', ''],
    ['a body that is not JSON', '{"id":'],
    ['a body that is null', 'null'],
  ])('count a webhook with %s as not verified', async (_, body) => {
    const started = await receiver();
    await post(started, '/hook', body);
    expect(receiptsOf(started.received)).toMatchObject([{ id: 'w1', type: 'unreadable', verified: false }]);
  });
});
