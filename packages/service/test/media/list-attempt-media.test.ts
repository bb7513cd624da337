import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { listedImages, startFirstAttempt, startSecondAttempt } from '../support/two-attempts.ts';

describeApiOnce('GET /attempts/{attemptId}/media (A-42)', (given) => {
  it('is empty for the attempt of an empty session', async () => {
    const { client } = given;
    const id = await client.createSession();
    const { json } = await client.call({ path: `/sessions/${id}/attempts` });
    const media = await client.call({ path: `/attempts/${json.verifications[0].id}/media` });
    expect(media.json).toEqual({ status: 'success', images: [], videos: [], nfcDocuments: [] });
  });

  it('still shows an earlier attempt, best media first, then in upload order', async () => {
    const { api, client } = given;
    const first = await startFirstAttempt(api, client);
    await startSecondAttempt(api, client, first);
    const [a, b, c, d] = first.uploaded;
    expect(await listedImages(client, `/attempts/${first.attemptId}/media`)).toEqual([c, d, a, b]);
  });
});
