import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { diagnose } from '../../src/bin/commands/doctor.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { startWebhookReceiver } from '../../../testkit/src/webhook-receiver.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const config = readConfig({ FLOW_URL: 'https://verify.example.com' });
const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** Serves one page, and checks it. */
async function check(
  {
    headers = {},
    html = viewport,
    status = 200,
  }: { headers?: Record<string, string | string[]>; html?: string; status?: number },
  options: Record<string, string> = {},
) {
  const server = http.createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { exitCode, output } = await diagnose(config, {
    options: { page: url, ...options },
    positionals: [],
  });
  const rows = output as { check: string; result: string; detail: string }[];
  return { exitCode, url, rows: Object.fromEntries(rows.map(({ check: name, ...row }) => [name, row])) };
}

describe('doctor --page', () => {
  it('finds nothing wrong with a page that restricts nothing', async () => {
    const { exitCode, url, rows } = await check({});
    expect({ exitCode, rows }).toEqual({
      exitCode: 0,
      rows: {
        page: { result: 'ok', detail: url },
        'secure context': { result: 'ok', detail: 'localhost' },
        'CSP frame-src': { result: 'ok', detail: 'the page has no policy' },
        'Permissions-Policy camera': { result: 'ok', detail: 'not restricted' },
        viewport: { result: 'ok', detail: 'there is one' },
      },
    });
  });

  it('names each directive that keeps the flow out, with what to send', async () => {
    const { exitCode, rows } = await check({
      headers: {
        'content-security-policy': "default-src 'self'",
        'permissions-policy': 'geolocation=(), camera=(self)',
      },
      html: `${viewport}<script src="https://verify.example.com/sdk/v2.5.0/countersign.js"></script>`,
    });
    expect({ exitCode, rows }).toMatchObject({
      exitCode: 1,
      rows: {
        'CSP frame-src': {
          result: 'wrong',
          detail: 'must admit https://verify.example.com; add it: frame-src https://verify.example.com',
        },
        'CSP script-src': {
          result: 'wrong',
          detail: 'must admit https://verify.example.com; add it: script-src https://verify.example.com',
        },
        'Permissions-Policy camera': {
          result: 'wrong',
          detail:
            'must name the flow\'s origin; send: Permissions-Policy: camera=(self "https://verify.example.com")',
        },
      },
    });
  });

  it('accepts the headers that the guide recommends', async () => {
    const { exitCode } = await check({
      headers: {
        'content-security-policy':
          "default-src 'none'; frame-src https://verify.example.com; script-src https://verify.example.com",
        'permissions-policy': 'camera=(self "https://verify.example.com")',
      },
      html: `${viewport}<script src="https://verify.example.com/sdk/v2.5.0/countersign.js"></script>`,
    });
    expect(exitCode).toBe(0);
  });

  it('holds every policy against the page: each header, and that of a meta element', async () => {
    const admitted = 'frame-src https://verify.example.com';
    const twice = await check({ headers: { 'content-security-policy': [admitted, "frame-src 'none'"] } });
    expect(twice.rows['CSP frame-src']?.result).toBe('wrong');
    const meta = await check({
      headers: { 'content-security-policy': admitted },
      html: `${viewport}<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`,
    });
    expect(meta.rows['CSP frame-src']?.result).toBe('wrong');
  });

  it('names a page that fails, a flow without TLS, and a missing viewport', async () => {
    expect((await check({ status: 404 })).rows['page']?.result).toBe('wrong');
    const { exitCode, rows } = await check({ html: '<p>shop</p>' });
    expect([exitCode, rows['viewport']?.result]).toEqual([0, 'advice']);
  });

  it('takes the origin of the flow from the command line as well', async () => {
    const headers = { 'content-security-policy': 'frame-src https://other.example.com' };
    expect((await check({ headers }, { flow: 'https://other.example.com/v/x' })).exitCode).toBe(0);
  });

  it('reports a page that does not answer', async () => {
    const options = { page: 'http://127.0.0.1:1/' };
    expect(await diagnose(config, { options, positionals: [] })).toEqual({
      exitCode: 5,
      output: null,
      note: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/: must answer; /) as string,
    });
  });

  it.each([
    [{}, 'must be given: one or more of --page, --api, --callback, --webhook'],
    [{ page: 'shop' }, '--page: must be an address that begins with http:// or https://, not shop'],
    [
      { page: 'http://127.0.0.1:1/', flow: 'verify' },
      '--flow: must be an origin such as https://verify.example.com, not verify',
    ],
  ])('refuses %j', async (options, message) => {
    await expect(diagnose(config, { options, positionals: [] })).rejects.toThrow(message);
  });
});

type Rows = { check: string; result: string; detail: string }[];
const rowsOf = (output: unknown) =>
  Object.fromEntries((output as Rows).map(({ check: name, result }) => [name, result]));

describeApiOnce('doctor --api', (given) => {
  it('finds nothing wrong with an installation on this machine', async () => {
    const options = { api: `${given.api.url}/v1` };
    const { exitCode, output } = await diagnose(config, { options, positionals: [] });
    expect({ exitCode, rows: rowsOf(output) }).toEqual({
      exitCode: 0,
      rows: { ready: 'ok', clock: 'ok', API: 'ok', CORS: 'ok', transport: 'ok' },
    });
  });
});

describe('doctor --api behind a proxy', () => {
  /** Serves answers by path. */
  async function behind(answer: (request: http.IncomingMessage) => [number, object, string]) {
    const server = http.createServer((request, response) => {
      const [status, headers, body] = answer(request);
      response.writeHead(status, headers as http.OutgoingHttpHeaders);
      response.end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { exitCode, output } = await diagnose(config, { options: { api }, positionals: [] });
    const rows = Object.fromEntries((output as Rows).map(({ check: name, ...row }) => [name, row]));
    return { exitCode, rows };
  }
  const problem = (code: string) => JSON.stringify({ status: 'fail', code, message: 'x' });

  it('names a header that is removed, a preflight that is answered, a clock that is off', async () => {
    const { exitCode, rows } = await behind(({ method }) => [
      method === 'OPTIONS' ? 405 : 401,
      { 'x-request-id': 'a', date: 'Wed, 01 Jan 2020 00:00:00 GMT' },
      problem('1801'),
    ]);
    expect(exitCode).toBe(1);
    expect(rows).toMatchObject({
      ready: { result: 'advice' },
      clock: { result: 'wrong' },
      API: {
        result: 'wrong',
        detail: 'a proxy removes X-AUTH-CLIENT: pass all headers on, those with an x- too',
      },
      CORS: { result: 'wrong' },
    });
  });

  it('reports an address that does not belong to an installation', async () => {
    const { rows } = await behind(() => [404, {}, 'not found']);
    expect(rows['API']).toMatchObject({
      result: 'wrong',
      detail: expect.stringContaining('x-request-id is missing') as string,
    });
  });

  it('names an installation that cannot work', async () => {
    const { rows } = await behind(({ url }) => [
      url === '/readyz' ? 503 : 401,
      { 'x-request-id': 'a' },
      problem('1803'),
    ]);
    expect(rows).toMatchObject({ ready: { result: 'wrong' }, API: { result: 'ok' } });
  });
});

describe('doctor --callback', () => {
  it.each([
    ['https://shop.example.com/verified?a=1', 'ok', 0],
    ['http://localhost:3000/verified', 'advice', 0],
    ['http://shop.example.com/verified', 'wrong', 1],
    ['https://user:password@shop.example.com/', 'wrong', 1],
    ['/verified', 'wrong', 1],
  ])('judges %s as %s', async (callback, result, exitCode) => {
    const found = await diagnose(config, { options: { callback }, positionals: [] });
    expect([found.exitCode, rowsOf(found.output)]).toEqual([exitCode, { callback: result }]);
  });
});

describe('doctor --webhook', () => {
  const secret = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
  async function examine(receiver: { url: string }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-doctor-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, 'secret'), secret);
    const options = { webhook: receiver.url, 'secret-file': path.join(folder, 'secret') };
    const { exitCode, output } = await diagnose(config, { options, positionals: [] });
    return { exitCode, rows: rowsOf(output) };
  }

  it('finds nothing wrong with a receiver that verifies', async () => {
    const receiver = await startWebhookReceiver();
    receiver.trust([secret]);
    const isNew = (seconds: unknown) => Math.abs(Number(seconds) - Date.now() / 1000) < 300;
    receiver.behave(({ verified, headers }) => ({
      status: verified && isNew(headers['webhook-timestamp']) ? 204 : 401,
    }));
    expect(await examine(receiver)).toEqual({
      exitCode: 0,
      rows: {
        signed: 'ok',
        time: 'ok',
        'the same webhook again': 'ok',
        'unknown members': 'ok',
        'no signature': 'ok',
        'altered body': 'ok',
        'another key': 'ok',
        'empty signature': 'ok',
        'an hour old': 'ok',
      },
    });
    const sent = receiver.received.map(({ body }) => body.toString('utf8'));
    expect(sent).toHaveLength(8);
    expect(sent.every((text) => text.includes('00000000-0000-4000-8000-000000000001'))).toBe(true);
    await receiver.close();
  });

  it('advises a receiver that ignores the time to check it, without reporting a fault', async () => {
    const receiver = await startWebhookReceiver();
    receiver.trust([secret]);
    receiver.behave(({ verified }) => ({ status: verified ? 204 : 401 }));
    expect(await examine(receiver)).toMatchObject({ exitCode: 0, rows: { 'an hour old': 'advice' } });
    await receiver.close();
  });

  it('finds a receiver that accepts any signature', async () => {
    const receiver = await startWebhookReceiver();
    expect(await examine(receiver)).toMatchObject({
      exitCode: 1,
      rows: {
        signed: 'ok',
        'no signature': 'wrong',
        'altered body': 'wrong',
        'another key': 'wrong',
        'empty signature': 'wrong',
      },
    });
    await receiver.close();
  });

  it('finds a receiver that redirects or refuses a repetition', async () => {
    const receiver = await startWebhookReceiver();
    receiver.behave({ status: 302, headers: { location: '/elsewhere' } });
    expect((await examine(receiver)).rows['signed']).toBe('wrong');
    const seen = new Set<string>();
    receiver.behave(({ id }) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return { status: isNew ? 200 : 409 };
    });
    expect((await examine(receiver)).rows['the same webhook again']).toBe('wrong');
    await receiver.close();
  });

  it('needs a secret', async () => {
    const options = { webhook: 'http://127.0.0.1:1/' };
    await expect(diagnose(config, { options, positionals: [] })).rejects.toThrow(
      'must be given: a shared secret, in --secret-file or in the variable SECRET',
    );
  });
});
