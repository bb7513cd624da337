import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { describeEnginesOnce } from '../support/engines.ts';

describeEnginesOnce('the browser SDK', (open) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  const get = (path: string) => api.send({ method: 'GET', path, headers: {} });

  it.each(['countersign.js', 'countersign.mjs'])(
    'is served as %s below its version, cacheable indefinitely, with the digest of the build (A-170)',
    async (file) => {
      const answer = await get(`/sdk/v2.5.0/${file}`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      const integrity = JSON.parse(
        readFileSync(installationFile('dist/sdk/2.5.0/integrity.json'), 'utf8'),
      ) as Record<string, string>;
      expect(`sha384-${createHash('sha384').update(answer.bytes).digest('base64')}`).toBe(integrity[file]);
    },
  );

  it.each([
    '/sdk/countersign.js',
    '/sdk/latest/countersign.js',
    '/sdk/v2.4.0/countersign.js',
    '/sdk/v2.5.0/',
  ])('is not at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
