import { expect, it } from 'vitest';
import { clockOf } from '../../../service/test/support/clock.ts';
import { drawSelfie } from '@countersign/specimens';
import { describeService } from '../support/each-engine.ts';
import { pageOf } from '../support/flow-page.ts';

const face = await drawSelfie({ seed: 46 });

/** The person hands the attempt in through the flow. @see spec/contract.md A-98 */
describeService('a request to resubmit in the flow', (running) => {
  const clock = clockOf(() => running().ctx.database);
  const query = <T extends Record<string, unknown>>(text: string, values: unknown[]) =>
    running().ctx.database.query<T>(text, values);

  /** Waits until a worker has put a slow attempt off: what it puts off later counts from the advanced time. */
  async function putOff(sessionId: string): Promise<void> {
    await expect
      .poll(() =>
        query(
          `select leased_until is null and due_at > now() + interval '5 seconds' as "putOff" from job where session_id = $1`,
          [sessionId],
        ),
      )
      .toEqual([{ putOff: true }]);
  }

  /** A session whose first attempt came through the flow and was answered by a request to resubmit. */
  async function asked() {
    const { client } = await running().integrate({ settings: { requireDocument: false } });
    const page = await pageOf(client, { person: { firstName: 'Resubmit', lastName: 'Slow' } });
    const { sessionId } = page;
    await page.start();
    await page.upload('face', face);
    expect((await page.submit()).status).toBe(200);
    await putOff(sessionId);
    await clock.advance({ seconds: 31 });
    const answer = await client.waitForDecision(sessionId);
    expect(answer.body.verification?.status).toBe('resubmission_requested');
    return { client, sessionId, bytes: answer.bytes };
  }
  const statesOf = (sessionId: string) =>
    query<{ state: string; held: boolean }>(
      `select state, held from webhook where session_id = $1 and type = 'decision' order by ordinal`,
      [sessionId],
    );
  const received = (sessionId: string) =>
    running().receiver.received.filter(({ path, body }) => path === '/decision' && body.includes(sessionId));

  it('is shown by GET at once and sent after 300 s', async () => {
    const { sessionId, bytes } = await asked();
    await clock.advance({ seconds: 200 });
    expect(await statesOf(sessionId)).toEqual([{ state: 'due', held: true }]);
    expect(received(sessionId)).toEqual([]);
    await clock.advance({ seconds: 100 });
    const [webhook] = await running().receiver.waitFor(
      1,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    expect(webhook?.body.equals(bytes)).toBe(true);
  });

  it('is never sent when the next attempt is submitted in time (F28)', async () => {
    const { client, sessionId } = await asked();
    await client.submit(sessionId);
    expect(await statesOf(sessionId)).toEqual([{ state: 'withdrawn', held: true }]);
    await putOff(sessionId);
    await clock.advance({ seconds: 310 });
    const [webhook] = await running().receiver.waitFor(
      1,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    const attemptId = (await client.decision(sessionId)).body.verification?.attemptId;
    expect(webhook?.body.toString()).toContain(attemptId);
    expect((await statesOf(sessionId))[0]?.state).toBe('withdrawn');
    expect(received(sessionId)).toHaveLength(1);
  });

  it('is sent before the end where hold and window end at the same instant (F28, I5)', async () => {
    const { sessionId } = await asked();
    await clock.advance({ seconds: 301 });
    await running().receiver.waitFor(2, ({ path, body }) => path === '/decision' && body.includes(sessionId));
    const statuses = received(sessionId).map(
      ({ body }) => (JSON.parse(body.toString()) as { verification: { status: string } }).verification.status,
    );
    expect(statuses).toEqual(['resubmission_requested', 'abandoned']);
  });
});
