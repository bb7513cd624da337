import { afterAll, beforeAll, expect, it } from 'vitest';
import { unsealJson } from '../../src/encryption/seal.ts';
import { type Client, failure, startApi, type TestApi } from '../support/api.ts';
import { decided } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';

const smallest = {
  providerName: 'Fingerprints Example Ltd',
  network: { ip: { addressV4: '203.0.113.24' } },
  device: { fingerprint: 'b6f0c1de7a29' },
};

describeEnginesOnce('POST /sessions/{sessionId}/collected-data (A-45)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  const collect = (id: string, body: unknown) =>
    client.call({ method: 'POST', path: `/sessions/${id}/collected-data`, body });

  it('answers 200 with session and attempt, and a later call replaces the data', async () => {
    const id = await client.createSession();
    const attemptId = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications[0].id;
    const first = await collect(id, {
      ...smallest,
      person: { email: 'liisa.maasikas@mail.example' },
      unknown: 1,
    });
    expect(first.bytes.toString()).toBe(
      `{"status":"success","data":{"sessionId":"${id}","attemptId":"${attemptId}"}}`,
    );
    await collect(id, { ...smallest, browser: { acceptLanguage: ' et-EE ' }, unknown: 1 });
    const [row] = await api.ctx.database.query<{
      collected: Uint8Array;
      data_key: Uint8Array;
      kek_version: number;
    }>(
      `select a.collected, s.data_key, s.kek_version from attempt a join session s on s.id = a.session_id where a.id = $1`,
      [attemptId],
    );
    if (!row) throw new Error('no attempt');
    const { integrationId } = client;
    const dataKey = api.ctx.vault.openDataKey({
      integrationId,
      sessionId: id,
      wrapped: row.data_key,
      kekVersion: row.kek_version,
    });
    expect(unsealJson(dataKey, 'collected', row.collected)).toEqual({
      ...smallest,
      browser: { acceptLanguage: 'et-EE' },
    });
  });

  it.each([
    [
      'no providerName',
      { ...smallest, providerName: undefined },
      '1102',
      'A mandatory parameter is missing: providerName.',
    ],
    [
      'no address',
      { ...smallest, network: { ip: {} } },
      '1102',
      'A mandatory parameter is missing: network.ip.addressV4.',
    ],
    [
      'no address text',
      { ...smallest, network: { ip: { addressV4: 'x' } } },
      '1104',
      'A parameter is not valid: network.ip.addressV4.',
    ],
    ['no device', { ...smallest, device: null }, '1102', 'A mandatory parameter is missing: device.'],
    [
      'a wrong offset',
      { ...smallest, browser: { timezoneOffset: 1441 } },
      '1104',
      'A parameter is not valid: browser.timezoneOffset.',
    ],
  ])('refuses %s', async (_name, body, code, message) => {
    const answer = await collect(await client.createSession(), body);
    expect([answer.status, answer.json]).toEqual([400, failure(code, message)]);
  });

  it('is accepted while the session takes input, and 409/1303 afterwards', async () => {
    const submitted = await client.createSession();
    await client.submit(submitted);
    const approved = await decided(api, client, 'Approve');
    for (const id of [submitted, approved]) expect((await collect(id, smallest)).json.code).toBe('1303');
    const again = await decided(api, client, 'Resubmit');
    const { attemptId } = (await collect(again, smallest)).json.data;
    const { verifications } = (await client.call({ path: `/sessions/${again}/attempts` })).json;
    expect([verifications[0].id, verifications.length]).toEqual([attemptId, 2]);
  });
});
