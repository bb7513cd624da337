import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkHostPage } from '../src/bin/commands/doctor.ts';
import { readConfig } from '../src/runtime/config.ts';

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
  const { exitCode, output } = await checkHostPage(config, {
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
    expect(await checkHostPage(config, { options, positionals: [] })).toEqual({
      exitCode: 5,
      output: null,
      note: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/: must answer; /) as string,
    });
  });

  it.each([
    [{ page: 'shop' }, '--page: must be an address that begins with http:// or https://, not shop'],
    [
      { page: 'http://127.0.0.1:1/', flow: 'verify' },
      '--flow: must be an origin such as https://verify.example.com, not verify',
    ],
  ])('refuses %j', async (options, message) => {
    await expect(checkHostPage(config, { options, positionals: [] })).rejects.toThrow(message);
  });
});
