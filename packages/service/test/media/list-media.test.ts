import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { listedImages, startFirstAttempt, startSecondAttempt } from '../support/two-attempts.ts';

describeApiOnce('GET /sessions/{sessionId}/media (A-42)', (given) => {
  it('is empty for an empty session', async () => {
    const { client } = given;
    const id = await client.createSession();
    expect((await client.call({ path: `/sessions/${id}/media` })).bytes.toString()).toBe(
      '{"status":"success","images":[],"videos":[],"nfcDocuments":[]}',
    );
  });

  it('has the best media first, then upload order, each with exactly its members', async () => {
    const { api, client } = given;
    const { sessionId, uploaded } = await startFirstAttempt(api, client);
    const [a, b, c, d] = uploaded;
    const path = `/sessions/${sessionId}/media`;
    expect(await listedImages(client, path)).toEqual([c, d, a, b]);
    const [image] = (await client.call({ path })).json.images;
    expect(JSON.stringify(image)).toBe(
      `{"id":"${c}","name":"document-back","context":"document-back","timestamp":null,"size":70,"mimetype":"image/png",` +
        `"url":"https://id.example.com/v1/media/${c}","sessionId":"${sessionId}"}`,
    );
  });

  it('shows the newest attempt only', async () => {
    const { api, client } = given;
    const first = await startFirstAttempt(api, client);
    const face = await startSecondAttempt(api, client, first);
    expect(await listedImages(client, `/sessions/${first.sessionId}/media`)).toEqual([face]);
  });
});
