import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { writeShell } from '../support/flow-client.ts';
import type { GivenSettings } from '../../src/settings/integration-settings.ts';

describeEnginesOnce('the page behind a session link (A-180)', (open) => {
  let api: TestApi;
  let shell: Awaited<ReturnType<typeof writeShell>>;
  beforeAll(async () => {
    shell = await writeShell();
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' }, { flowFolder: shell.folder });
  });
  afterAll(async () => {
    await api.close();
    await shell.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    api.send({ method: 'GET', path, headers: { 'x-forwarded-for': '198.51.100.3', ...headers } });
  const page = async (
    settings: GivenSettings = {},
    mode: 'test' | 'live' = 'test',
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ) => {
    const client = await api.integrate({ mode, settings });
    const body = { verification: { person: { firstName: 'Liisa' } } };
    const made = await client.call({ method: 'POST', path: '/sessions', body });
    return get(`/v/${made.json.verification.sessionToken}${query}`, headers);
  };
  const ancestors = (csp: unknown) => /frame-ancestors ([^;]*)/.exec(String(csp))?.[1];

  it('has a nonce of its own and a strict policy, and shows nothing of the session (S14)', async () => {
    const [one, other] = [await page(), await page()];
    const nonce = /'nonce-([^']+)'/.exec(String(one.headers['content-security-policy']))?.[1] ?? '';
    expect(one.bytes.toString()).toContain(`nonce="${nonce}"`);
    expect(other.bytes.toString()).not.toContain(nonce);
    expect(one.status).toBe(200);
    expect(one.headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}' https://verify.example.com/flow/assets/; ` +
        `style-src 'nonce-${nonce}' https://verify.example.com/flow/assets/; connect-src 'self'; img-src 'self' blob:; ` +
        `media-src blob:; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors *`,
    );
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(one.headers['x-frame-options']).toBeUndefined();
    expect(one.bytes.toString()).not.toContain('Liisa');
  });

  it('loads its scripts from the integration’s own domain where it has one (A-283)', async () => {
    const { headers } = await page({ flowUrl: 'https://identity.bank.example' });
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(
      `script-src 'nonce-${nonce}' https://verify.example.com/flow/assets/ https://identity.bank.example/flow/assets/; `,
    );
  });

  it('may be framed by the integration’s origins, and not at all where a live integration has none (S14)', async () => {
    const origins = [
      'https://shop.example.com',
      'https://bank.example.com:8443',
      "https://x; script-src 'unsafe-inline'",
    ];
    const allowed = await page({ origins }, 'live');
    expect(ancestors(allowed.headers['content-security-policy'])).toBe(
      'https://shop.example.com https://bank.example.com:8443',
    );
    expect(ancestors((await page({}, 'live')).headers['content-security-policy'])).toBe(`'none'`);
  });

  it('is the same for every invalid link, without a name', async () => {
    for (const path of ['/v/x', '/v/eyJ.eyJ.x', `/v/${'a'.repeat(400)}`]) {
      const answer = await get(path);
      expect([answer.status, /<main[^>]*>(.*)<\/main>/.exec(answer.bytes.toString())?.[1]]).toEqual([
        200,
        '',
      ]);
      expect(ancestors(answer.headers['content-security-policy'])).toBe('*');
    }
  });

  it.each([
    ['?lang=pt_BR', undefined, 'pt-BR'],
    ['?lang=pt-PT', undefined, 'pt-PT'],
    ['?lang=es', 'pt-BR', 'es'],
    ['?lang=nb', 'es-MX,es;q=0.9', 'es-419'],
    ['?lang=IW', undefined, 'he'],
    ['?lang=zh_CN', undefined, 'zh-Hans'],
    ['?lang=%22%3E%3Cscript%3E', undefined, 'en'],
    ['', undefined, 'en'],
    ['', 'nb-NO, nb;q=0.9, en;q=0.1, pt;q=0.5', 'pt-BR'],
    ['', 'zh-TW, ja;q=0.8', 'ja'],
    ['', 'es;q=0, nn', 'en'],
    ['', `${'x;q=y,'.repeat(500)}es`, 'en'],
  ])('is in the first translated language of the link %j, else of the browser %j: %s', async (...row) => {
    const [query, accepted, language] = row;
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const { bytes } = await page({}, 'test', { query, headers });
    expect(/<html lang="([^"]*)"/.exec(bytes.toString())?.[1]).toBe(language);
  });

  it.each([
    ['he', 'rtl'],
    ['ar-EG', 'rtl'],
    ['de', 'ltr'],
  ])('has the direction and texts of its language before its script runs (%s: %s)', async (tag, dir) => {
    const html = (await page({}, 'test', { query: `?lang=${tag}` })).bytes.toString();
    const language = tag.slice(0, 2);
    expect(html).toContain(`<html lang="${language}" dir="${dir}">`);
    expect(html).toContain(`<h1>… ${language}</h1>`);
  });

  it('has no icon, and lets the browser cache that', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.status, answer.headers['cache-control']]).toEqual([204, 'public, max-age=86400']);
  });

  it('escapes the name of the integration (S14)', async () => {
    const client = await api.integrate();
    await api.ctx.database.query(`update integration set name = $2 where id = $1`, [
      client.integrationId,
      '<b>"Tea" & {{nonce}}</b>',
    ]);
    api.ctx.keyRing.forget();
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const answer = await get(`/v/${made.json.verification.sessionToken}`);
    expect(answer.bytes.toString()).toContain(
      '<title>&#60;b&#62;&#34;Tea&#34; &#38; &#123;&#123;nonce&#125;&#125;&#60;/b&#62;</title>',
    );
  });

  it('sends assets gzipped to clients that accept it', async () => {
    const path = '/flow/assets/main-0a1b2c3d.js';
    const plain = await get(path);
    expect([plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
      undefined,
      'accept-encoding',
    ]);
    const small = await get(path, { 'accept-encoding': 'br, gzip;q=0.8' });
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
    const refused = await get(path, { 'accept-encoding': 'gzip;q=0, identity' });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('serves assets that may be cached indefinitely, and no other files', async () => {
    const asset = await get('/flow/assets/main-0a1b2c3d.js');
    expect([asset.status, asset.headers['content-type'], asset.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    for (const path of [
      '/flow/assets/',
      '/flow/assets/../index.html',
      '/flow/assets/other.js',
      '/flow/index.html',
    ])
      expect((await get(path)).status).toBe(404);
  });
});
