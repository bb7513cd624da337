import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { hmacHex } from '../../src/signing/hmac.ts';
import { failure } from '../support/api.ts';
import { askVersion } from '../support/ask-version.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('endpoints of features no integration has', (given) => {
  it.each(['ine-registry', 'curp-registry', 'combined-ine-curp-registry'])(
    'GET …/decision/%s requires its version first, then is 404 (A-75, S10)',
    async (name) => {
      expect(await askVersion(given.client, name)).toEqual({
        none: '400/1102',
        empty: '400/1102',
        twice: '400/1102',
        unknown: '400/1104',
        right: '404/1101',
        noSession: '404/1101',
      });
    },
  );

  it('watchlist screening is 402/1301 (A-63, A-70)', async () => {
    const { client } = given;
    const id = await client.createSession();
    const path = `/sessions/${id}/watchlist-screening`;
    const expected = [402, failure('1301', 'Watchlist screening is not enabled for the integration.')];
    const answers = [await client.call({ path }), await client.call({ method: 'PATCH', path, body: {} })];
    for (const { status, json } of answers) expect([status, json]).toEqual(expected);
  });

  it.each(['/sessions/validate-registry', '/validate-registry'])(
    'POST %s is signed, and 400/1301 (A-34)',
    async (path) => {
      const { client } = given;
      const call = { method: 'POST', path, body: { verification: {} } };
      expect((await client.call({ ...call, sign: 'x' })).json.code).toBe('1819');
      const { status, json } = await client.call(call);
      expect([status, json]).toEqual([
        400,
        failure('1301', 'This feature is not enabled for the integration.'),
      ]);
    },
  );

  it('the feedback API takes its own headers, signs the path, and has error bodies without status (A-79 to A-83)', async () => {
    const { client } = given;
    const path = '/feedback/fraud-categories';
    const headers = (signed: string) => ({ 'vrf-hmac-signature': signed });
    const good = await client.call({
      path,
      sign: null,
      headers: headers(hmacHex(client.secret, `/v1${path}`)),
    });
    expect([good.status, good.json.categories.length]).toEqual([200, 7]);
    const wrong = await client.call({ path, sign: null, headers: headers(hmacHex(client.secret, path)) });
    expect([wrong.status, wrong.json]).toEqual([
      401,
      { code: '1818', message: 'The signature does not match the identifier.' },
    ]);
    const unsigned = await client.call({ path, sign: `/v1${path}` });
    expect([unsigned.status, Object.keys(unsigned.json)]).toEqual([401, ['code', 'message']]);
    const twoKeys = await client.call({ path, sign: null, headers: { 'vrf-auth-client': randomUUID() } });
    expect(twoKeys.json.code).toBe('1815');
    const post = '/feedback/fraud-reports';
    const signature = hmacHex(client.secret, `/v1${post}\n{"reports":[]}`);
    const reported = await client.call({
      method: 'POST',
      path: post,
      body: '{"reports":[]}',
      sign: null,
      headers: headers(signature),
    });
    expect([reported.status, reported.json.code]).toEqual([400, '1301']);
  });
});
