import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { openTestDatabase } from '../support/engines.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-docs-'));
for (const [name, text] of Object.entries({
  'index.html': '<h1>Documents</h1>',
  'front.html':
    'a<!--development-->, development<!--/development--><!--production-->, production<!--/production-->',
  'errors.html': '<h1>Errors</h1>',
  'errors.md': '# Errors',
  'api.html': '<h1>API</h1>',
  'search.json': '{}',
  'countersign.http': '### Create a session',
  'countersign.postman_collection.json': '{"item":[]}',
  'llms.txt': '# Countersign',
  'assets/main-1.js': 'run()',
  'pictures/a.png': 'picture',
  'secret.key': 'nobody’s business',
})) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
}
afterAll(() => rmSync(folder, { recursive: true }));

const withDocs = async (env: Record<string, string> = {}) =>
  startApi(await openTestDatabase('pglite'), env, { docsFolder: folder });

describe('the documents', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await withDocs();
  });
  afterAll(() => api.close());
  const get = (at: string, accepted = 'identity') =>
    api.send({ method: 'GET', path: at, headers: { 'accept-encoding': accepted } });

  it.each([
    ['/', 'text/html; charset=utf-8', 'a, development'],
    ['/docs', 'text/html; charset=utf-8', '<h1>Documents</h1>'],
    ['/docs/errors', 'text/html; charset=utf-8', '<h1>Errors</h1>'],
    ['/docs/errors.md', 'text/markdown; charset=utf-8', '# Errors'],
    ['/docs/api', 'text/html; charset=utf-8', '<h1>API</h1>'],
    ['/docs/search.json', 'application/json; charset=utf-8', '{}'],
    ['/docs/countersign.http', 'text/plain; charset=utf-8', '### Create a session'],
    ['/docs/countersign.postman_collection.json', 'application/json; charset=utf-8', '{"item":[]}'],
    ['/docs/assets/main-1.js', 'text/javascript; charset=utf-8', 'run()'],
    ['/docs/pictures/a.png', 'image/png', 'picture'],
    ['/llms.txt', 'text/plain; charset=utf-8', '# Countersign'],
  ])('are served at %s', async (at, type, text) => {
    const { status, headers, bytes } = await get(at);
    expect([status, headers['content-type'], bytes.toString()]).toEqual([200, type, text]);
  });

  it('run only scripts of the service, load nothing from elsewhere, and are shown in no frame', async () => {
    const { headers } = await get('/docs/errors');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await get('/docs/assets/main-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
  });

  it.each([
    '/docs/',
    '/docs/nothing',
    '/docs/secret.key',
    '/docs/front',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/nothing',
    '/docs/errors/',
  ])('are nowhere else: %s is 404', async (at) => {
    expect((await get(at)).status).toBe(404);
  });

  it('are small for clients that take gzip', async () => {
    const { headers, bytes } = await get('/docs/errors', 'gzip');
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(gunzipSync(bytes).toString()).toBe('<h1>Errors</h1>');
    expect((await get('/docs/errors', 'gzip;q=0')).headers['content-encoding']).toBeUndefined();
  });

  it('explain every refusal, which leads to its code (A-230)', async () => {
    const client = await api.integrate();
    const { headers } = await client.call({ path: '/nothing' });
    expect(headers['link']).toBe('</docs/errors#1101>; rel="help"');
  });
});

describe('without DOCUMENTS', () => {
  it('nothing of them is served, and no refusal leads to them', async () => {
    const api = await withDocs({ DOCUMENTS: 'false' });
    try {
      for (const at of ['/', '/docs', '/docs/errors', '/llms.txt'])
        expect((await api.send({ method: 'GET', path: at, headers: {} })).status).toBe(404);
      const client = await api.integrate();
      expect((await client.call({ path: '/nothing' })).headers['link']).toBeUndefined();
    } finally {
      await api.close();
    }
  });
});
