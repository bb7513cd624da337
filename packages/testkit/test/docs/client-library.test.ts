import { CountersignClient, type Webhook } from '@countersign/client';
import { expect, it } from 'vitest';
import { describeService, onePixel } from '../support/each-engine.ts';

describeService('a server with the client library', (running) => {
  /** An integration with a client of the library, and what its listener received and verified. */
  async function connected() {
    const { client: access, ...integration } = await running().integrate({ settings: { deletion: true } });
    const { apiUrl, apiKey, sharedSecret } = access.access;
    const client = new CountersignClient({ baseUrl: apiUrl, apiKey, sharedSecret });
    const webhookOf = async (sessionId: string, type: string): Promise<Webhook> => {
      const [sent] = await running().receiver.waitFor(
        1,
        ({ path, body }) => path === `/${type}` && body.includes(sessionId),
      );
      const { body, headers } = sent!;
      return client.verifyWebhook({ body, headers });
    };
    return { ...integration, client, access, webhookOf };
  }
  const approved = { firstName: 'Approve', lastName: 'Maasikas', dateOfBirth: '1991-03-14' };

  it('gets from a session to its decision, and verifies the webhook with the same content', async () => {
    const { client, webhookOf } = await connected();
    const { verification } = await client.createSession({ person: approved, vendorData: 'customer-70341' });
    const { image } = await client.uploadMedia(verification.id, { context: 'face', content: onePixel });
    expect(image).toMatchObject({ context: 'face', mimetype: 'image/png', size: onePixel.length });
    const { verification: submitted } = await client.submitSession(verification.id);
    expect(submitted.status).toBe('submitted');
    const decision = await client.waitForDecision(verification.id, { intervalMs: 100 });
    expect(decision.verification).toMatchObject({
      id: verification.id,
      status: 'approved',
      code: 9001,
      vendorData: 'customer-70341',
    });
    const webhook = await webhookOf(verification.id, 'decision');
    expect(webhook).toMatchObject({ type: 'decision', attempt: 1 });
    expect(webhook.body).toEqual(decision);
    const file = await client.getMedia(image.id);
    expect([file.type, Buffer.from(file.bytes).equals(onePixel)]).toEqual(['image/png', true]);
  });

  it('makes one session of two creations under one idempotency key', async () => {
    const { client } = await connected();
    const create = () => client.createSession({ vendorData: 'a' }, { idempotencyKey: 'application-1' });
    const [first, second] = [await create(), await create()];
    expect(second).toEqual(first);
  });

  it('reads lists, attempts and the person, and deletes', async () => {
    const { client } = await connected();
    const { verification } = await client.createSession({ person: approved });
    await client.uploadMedia(verification.id, { context: 'document-front', content: onePixel });
    await client.submitSession(verification.id);
    await client.waitForDecision(verification.id, { intervalMs: 100 });
    expect((await client.listMedia(verification.id)).images.map(({ context }) => context)).toEqual([
      'document-front',
    ]);
    const { verifications } = await client.listAttempts(verification.id);
    expect(verifications.map(({ status }) => status)).toEqual(['approved']);
    expect((await client.listAttemptMedia(verifications[0]!.id)).images).toHaveLength(1);
    expect(await client.getPerson(verification.id)).toMatchObject({ status: 'success' });
    expect(await client.deleteSession(verification.id)).toMatchObject({ status: 'success' });
    await expect(client.getDecision(verification.id)).rejects.toMatchObject({
      status: 404,
      isVerified: true,
    });
  });

  it('reads the categories of fraud reports, signed as the feedback API requires', async () => {
    const { client } = await connected();
    expect((await client.listFraudCategories()).categories.length).toBeGreaterThan(5);
  });

  it('gets the catalogue’s code for what is refused, and a text that names the member', async () => {
    const { client } = await connected();
    await expect(client.createSession({ callback: 'http://example.com' })).rejects.toMatchObject({
      status: 400,
      code: '1302',
      isVerified: true,
    });
    await expect(client.getWatchlistScreening('5043de43-828c-4b68-9ca0-15a1b9ea504d')).rejects.toMatchObject({
      status: 404,
    });
  });

  it('with a wrong secret is refused, and accepts no answer', async () => {
    const { access } = await connected();
    const { apiUrl, apiKey } = access.access;
    const client = new CountersignClient({ baseUrl: apiUrl, apiKey, sharedSecret: 'wrong' });
    await expect(client.createSession()).rejects.toThrow('fits none of the secrets');
    await expect(client.getDecision('5043de43-828c-4b68-9ca0-15a1b9ea504d')).rejects.toMatchObject({
      status: 401,
      isVerified: false,
    });
  });
});
