// Run by `npm run test:runtimes` in each runtime, with the examples of the guide: how they handle a webhook that is valid, forged,
// or accepted by a program that fails; and the client against a server of its own.
import assert from 'node:assert/strict';
import http from 'node:http';
import { CountersignClient, verifyWebhook } from '@countersign/client';
import { signedWebhook } from '@countersign/client/testing';
import express from 'express';
import fastify from 'fastify';
import { webhookRoute } from './express.mjs';
import { webhookPlugin } from './fastify.mjs';
import { startListener } from './node-http.mjs';
import { webhookHandler } from './web-standard.mjs';

const sharedSecret = 'secret';
const client = new CountersignClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'key', sharedSecret });
const path = '/webhooks/countersign';
const listening = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}${path}`));
  });
const post = (url) => async (init) => (await fetch(url, { method: 'POST', ...init })).status;

/** Each listener as a function that delivers one request, and a function that closes it. */
const listeners = {
  'node:http': async (handle) => {
    const server = startListener(client, handle);
    return { deliver: post(await listening(server)), close: () => server.close() };
  },
  'web standard': async (handle) => {
    const answer = webhookHandler(client, handle);
    const deliver = async (init) =>
      (await answer(new Request('http://x/', { method: 'POST', ...init }))).status;
    return { deliver, close: () => {} };
  },
  Express: async (handle) => {
    const server = http.createServer(express().use(webhookRoute(client, handle)));
    return { deliver: post(await listening(server)), close: () => server.close() };
  },
  Fastify: async (handle) => {
    const app = fastify().register(webhookPlugin(client, handle));
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { deliver: post(url + path), close: () => app.close() };
  },
};

for (const [name, start] of Object.entries(listeners)) {
  const taken = [];
  const { deliver, close } = await start(({ type, body }) => {
    if (type === 'event') throw new Error('no database');
    taken.push([type, body.verification?.status]);
  });
  assert.equal(await deliver(await signedWebhook('decision', { secrets: sharedSecret })), 200);
  assert.equal(await deliver(await signedWebhook('decision', { secrets: 'other' })), 400);
  assert.equal(await deliver(await signedWebhook('event', { secrets: sharedSecret })), 500);
  assert.deepEqual(taken, [['decision', 'declined']]);
  await close();
  console.log(`ok ${name}`);
}

/** Answers every request with what it received, signed like the service. */
const echo = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  const body = JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() });
  const { createHmac } = await import('node:crypto');
  response.setHeader('x-hmac-signature', createHmac('sha256', sharedSecret).update(body).digest('hex'));
  response.end(body);
});
const baseUrl = new URL(await listening(echo)).origin;
const caller = new CountersignClient({ baseUrl, apiKey: 'key', sharedSecret });
const content = new Blob([new Uint8Array(50_000).fill(7)]).stream();
const sent = await caller.uploadMedia('5043de43-828c-4b68-9ca0-15a1b9ea504d', { context: 'face', content });
assert.equal(JSON.parse(sent.body).image.content, Buffer.alloc(50_000, 7).toString('base64'));
echo.close();
console.log('ok a stream uploaded');

await assert.rejects(
  verifyWebhook({ body: '{}', headers: {} }, { secrets: sharedSecret }),
  ({ problem }) => problem === 'signature-missing',
);
console.log('ok a webhook without a signature refused');
