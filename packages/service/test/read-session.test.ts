import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hmacHex } from '../src/signing/hmac.ts';
import { type Client, failure, onePixelPng, startApi, type TestApi } from './support/api.ts';
import { decided } from './support/decide.ts';
import { describeEngines } from './support/engines.ts';

const undecided = '{"status":"success","verification":null,"technicalData":{"ip":null}}';
const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describeEngines('GET …/decision (A-46)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  it('shows null while the session is created, started or submitted', async () => {
    const id = await client.createSession();
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
    await api.shell.database.query(`update session set status = 'started' where id = $1`, [id]);
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
    await client.submit(id);
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
  });

  it.each([
    ['Approve', 'approved', 9001, null],
    ['Decline', 'declined', 9102, 102],
    ['Resubmit', 'resubmission_requested', 9103, 201],
    ['Expire', 'expired', 9104, null],
    ['Abandon', 'abandoned', 9104, null],
    ['Review', 'review', 9121, null],
  ])(
    'shows the decision "%s" as it was frozen, the same bytes every time',
    async (name, status, code, reasonCode) => {
      const id = await decided(api, client, name);
      const { json, bytes } = await client.decision(id);
      expect(json.verification).toMatchObject({ id, status, code, reasonCode });
      expect(bytes.toString()).toBe(JSON.stringify(json));
      expect((await client.decision(id)).bytes.equals(bytes)).toBe(true);
    },
  );

  it('on a full-auto integration shows null; the other endpoint has it (A-57)', async () => {
    const fullAuto = await api.integrate({ settings: { fullAuto: true } });
    const id = await decided(api, fullAuto, 'Approve');
    expect((await fullAuto.decision(id)).bytes.toString()).toBe(undecided);
    const answer = await fullAuto.call({ path: `/sessions/${id}/decision/fullauto?version=1.0.0` });
    expect([answer.status, answer.json.status, answer.json.verification === null]).toEqual([
      200,
      'success',
      false,
    ]);
    const undecidedSession = await fullAuto.createSession();
    const undecidedAnswer = await fullAuto.call({
      path: `/sessions/${undecidedSession}/decision/fullauto?version=1.0.0`,
    });
    expect(undecidedAnswer.bytes.toString()).toBe('{"status":"success","verification":null}');
  });
});

describeEngines('lists and person (A-42 to A-44, A-58)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  it('an empty session has one attempt and no media', async () => {
    const id = await client.createSession();
    expect((await client.call({ path: `/sessions/${id}/media` })).bytes.toString()).toBe(
      '{"status":"success","images":[],"videos":[],"nfcDocuments":[]}',
    );
    const { json, bytes } = await client.call({ path: `/sessions/${id}/attempts` });
    const [{ id: attemptId, createdTime }] = json.verifications;
    expect(createdTime).toMatch(milliseconds);
    expect(bytes.toString()).toBe(
      `{"status":"success","verifications":[{"id":"${attemptId}","status":"created","createdTime":"${createdTime}"}]}`,
    );
    const media = await client.call({ path: `/attempts/${attemptId}/media` });
    expect(media.json).toEqual({ status: 'success', images: [], videos: [], nfcDocuments: [] });
  });

  it('media stand best first, then in upload order; the session shows the newest attempt only', async () => {
    const id = await client.createSession({ person: { firstName: 'Resubmit' } });
    const uploaded: string[] = [];
    for (const context of ['face', 'document-front', 'document-back', 'address-front']) {
      uploaded.push((await client.upload(id, { context, content: onePixelPng })).json.image.id);
    }
    const [a, b, c, d] = uploaded;
    for (const [media, quality] of [
      [c, 0.9],
      [d, 0.4],
    ]) {
      await api.shell.database.query(`update media set quality = $2 where id = $1`, [media, quality]);
    }
    const ids = async (path: string) =>
      (await client.call({ path })).json.images.map((image: { id: string }) => image.id);
    expect(await ids(`/sessions/${id}/media`)).toEqual([c, d, a, b]);
    const [image] = (await client.call({ path: `/sessions/${id}/media` })).json.images;
    expect(JSON.stringify(image)).toBe(
      `{"id":"${c}","name":"document-back","context":"document-back","timestamp":null,"size":70,"mimetype":"image/png",` +
        `"url":"https://id.example.com/v1/media/${c}","sessionId":"${id}"}`,
    );
    const attemptId = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications[0].id;
    await api.shell.database.query(`update session set status = 'resubmission_requested' where id = $1`, [
      id,
    ]);
    await api.shell.database.query(`update attempt set status = 'resubmission_requested' where id = $1`, [
      attemptId,
    ]);
    const next = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    expect(await ids(`/sessions/${id}/media`)).toEqual([next]);
    expect(await ids(`/attempts/${attemptId}/media`)).toEqual([c, d, a, b]);
  });

  it('a medium is given as its bytes, with its type and an attachment name; ranges are not served', async () => {
    const id = await client.createSession();
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    const answer = await client.call({ path: `/media/${mediaId}`, headers: { range: 'bytes=0-3' } });
    expect([answer.status, answer.bytes.toString('base64')]).toEqual([200, onePixelPng]);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '70',
      'content-disposition': `attachment; filename="${mediaId}.png"`,
      'accept-ranges': 'none',
      'x-content-type-options': 'nosniff',
    });
  });

  it('a medium whose stored bytes were changed is never handed out', async () => {
    const id = await client.createSession();
    const mediaId = (await client.upload(id, { context: 'face', content: onePixelPng })).json.image.id;
    await api.shell.database.query(`update media set sha256 = $2 where id = $1`, [mediaId, Buffer.alloc(32)]);
    const answer = await client.call({ path: `/media/${mediaId}` });
    expect([answer.status, answer.json]).toEqual([
      500,
      failure('1101', 'The service failed to handle the request.'),
    ]);
  });

  it('the person is what session creation said, in every status', async () => {
    const person = {
      firstName: ' Liisa ',
      lastName: 'Maasikas',
      idNumber: '49103149907',
      gender: 'FEMALE',
      dateOfBirth: '1991-03-14',
    };
    const id = await client.createSession({ person });
    const path = `/sessions/${id}/person`;
    const { json, bytes } = await client.call({ path });
    expect(bytes.toString()).toBe(
      `{"status":"success","person":{"id":"${json.person.id}","firstName":"Liisa","lastName":"Maasikas","idCode":"49103149907",` +
        `"dateOfBirth":"1991-03-14","gender":"F","nationality":null,"placeOfBirth":null,"citizenships":[],"pepSanctionMatches":[]}}`,
    );
    expect(json.person.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await client.call({ path })).json.person.id).toBe(json.person.id);
    const abandoned = await decided(api, client, 'Abandon');
    const after = await client.call({ path: `/sessions/${abandoned}/person` });
    expect(after.json.person).toMatchObject({ firstName: 'Abandon', lastName: 'Maasikas', idCode: null });
  });
});

describeEngines('endpoints of features the integration does not have', (open) => {
  let api: TestApi;
  let client: Client;
  let id: string;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
    id = await client.createSession();
  });
  afterAll(() => api.close());

  const registries = ['ine-registry', 'curp-registry', 'combined-ine-curp-registry', 'fullauto'];

  it.each(registries)(
    'GET …/decision/%s asks for its version first, then is 404 (A-57, A-75)',
    async (name) => {
      const get = async (query: string, session = id) => {
        const { status, json } = await client.call({ path: `/sessions/${session}/decision/${name}${query}` });
        return `${status}/${json.code}`;
      };
      expect(await get('')).toBe('400/1102');
      expect(await get('?version=')).toBe('400/1102');
      expect(await get('?version=1.0.0&version=1.0.0')).toBe('400/1102');
      expect(await get('?version=2.0.0')).toBe('400/1104');
      expect(await get('?version=1.0.0')).toBe('404/1101');
      expect(await get('', randomUUID())).toBe('404/1101');
    },
  );

  it('watchlist screening is 402/1301 (A-63, A-70)', async () => {
    const path = `/sessions/${id}/watchlist-screening`;
    const expected = [402, failure('1301', 'Watchlist screening is not enabled for the integration.')];
    const answers = [await client.call({ path }), await client.call({ method: 'PATCH', path, body: {} })];
    for (const { status, json } of answers) expect([status, json]).toEqual(expected);
  });

  it.each(['/sessions/validate-registry', '/validate-registry'])(
    'POST %s is signed, and 400/1301 (A-34)',
    async (path) => {
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
