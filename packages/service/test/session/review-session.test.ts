import { expect, it } from 'vitest';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import type { Client } from '../support/api.ts';
import { verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { endDue } from '../support/end-due.ts';
import { enterFlow } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';

describeApiOnce("a reviewer's request to resubmit", (given) => {
  const doubtful = { person: { firstName: 'Review', lastName: 'Maasikas' } };
  const askAgain = ({ integrationId }: Client, sessionId: string) =>
    reviewSession(given.api.ctx)({
      integrationId,
      sessionId,
      verdict: 'ask-again',
      code: 202,
      actor: 'person:anna',
    });

  it('is sent at once, also where the person used the flow, and left it long ago (A-345)', async () => {
    const client = await given.api.integrate({ settings: { requireDocument: false } });
    const { integrationId } = client;
    const url = 'https://hooks.example.com/decision';
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'decision', url, actor: 'test' });
    const { id, sessionToken } = (
      await client.call({ method: 'POST', path: '/sessions', body: { verification: doubtful } })
    ).json.verification;
    const page = await enterFlow(given.api, sessionToken);
    await page.start();
    await page.upload('face', pngOfSize(200, 'face'));
    expect((await page.submit()).status).toBe(200);
    await verify(given.api, id);
    await given.clock.advance({ hours: 5 });
    await askAgain(client, id);
    const webhooks = await given.api.ctx.database.query(
      `select held, due_at <= now() as due from webhook where session_id = $1 order by ordinal`,
      [id],
    );
    expect(webhooks).toEqual([
      { held: false, due: true },
      { held: false, due: true },
    ]);
    // The link leads to the redo.
    const back = await enterFlow(given.api, sessionToken);
    expect(back.entered.session).toMatchObject({ status: 'resubmission_requested', attempt: 2 });
  });

  it('has its window although the lifetime of the session is over (A-346)', async () => {
    const client = await given.api.integrate({ settings: { resubmissionWindowSeconds: 3600 } });
    const inTime = await client.createSession(doubtful);
    const tooLate = await client.createSession(doubtful);
    for (const id of [inTime, tooLate]) {
      await client.submit(id);
      await verify(given.api, id);
    }
    await given.clock.advance({ days: 8 });
    for (const id of [inTime, tooLate])
      expect(await askAgain(client, id)).toEqual({ outcome: 'reviewed', status: 'resubmission_requested' });
    await endDue(given.api, client);
    expect((await client.decision(inTime)).json.verification.status).toBe('resubmission_requested');
    await given.clock.advance({ minutes: 59 });
    expect((await client.submit(inTime)).status).toBe(200);
    await given.clock.advance({ minutes: 2 });
    expect((await client.submit(tooLate)).json.code).toBe('1304');
    await endDue(given.api, client);
    expect((await client.decision(tooLate)).json.verification.status).toBe('abandoned');
    // What was handed in within the window is judged, and may be asked for once more.
    await verify(given.api, inTime);
    expect((await client.decision(inTime)).json.verification).toMatchObject({ status: 'review' });
    await askAgain(client, inTime);
    await endDue(given.api, client);
    expect((await client.decision(inTime)).json.verification.status).toBe('resubmission_requested');
  });

  it('ends with the lifetime where that is not over', async () => {
    const client = await given.api.integrate({ settings: { resubmissionWindowSeconds: 3600 } });
    const id = await client.createSession(doubtful);
    await client.submit(id);
    await verify(given.api, id);
    await given.clock.advance({ days: 6, hours: 23, minutes: 50 });
    await askAgain(client, id);
    await given.clock.advance({ minutes: 11 });
    expect((await client.submit(id)).json.code).toBe('1304');
    await endDue(given.api, client);
    expect((await client.decision(id)).json.verification.status).toBe('abandoned');
  });
});
