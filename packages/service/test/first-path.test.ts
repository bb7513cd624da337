import { afterAll, beforeAll, expect, it } from 'vitest';
import { onePixelPng, startApi, type Client, type TestApi } from './support/api.ts';
import { describeEngines } from './support/engines.ts';

describeEngines('one session over the API', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open());
    client = await api.integrate();
  });
  afterAll(() => api.close());

  it('is created, takes a picture, is submitted once, and has no decision yet', async () => {
    const created = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    expect(created.json).toMatchObject({ status: 'success', verification: { status: 'created' } });
    expect(created.status).toBe(201);
    const id = created.json.verification.id;
    const upload = await client.upload(id, {
      context: 'document-front',
      content: `data:image/png;base64,${onePixelPng}`,
    });
    expect([upload.status, upload.json]).toMatchObject([200, { image: { size: 70, sessionId: id } }]);
    const media = await client.call({ path: `/media/${upload.json.image.id}` });
    expect(media.bytes.toString('base64')).toBe(onePixelPng);
    const submits = await Promise.all([client.submit(id), client.submit(id), client.submit(id)]);
    expect(submits.map(({ status }) => status)).toEqual([200, 200, 200]);
    const decision = await client.decision(id);
    expect([decision.status, decision.bytes.toString()]).toEqual([
      200,
      '{"status":"success","verification":null,"technicalData":{"ip":null}}',
    ]);
  });
});
