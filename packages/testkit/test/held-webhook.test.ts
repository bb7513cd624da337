import { expect, it } from 'vitest';
import { timePasses } from '../../service/test/support/time.ts';
import { describeService } from './support/each-engine.ts';

/** The hosted flow submits for the end-user; until it exists the row says so in its place. @see spec/contract.md A-98 */
describeService('a request to resubmit in the flow', (running) => {
  const query = <T extends Record<string, unknown>>(text: string, values: unknown[]) =>
    running().ctx.database.query<T>(text, values);

  /** A session whose first attempt came through the flow and was answered by a request to resubmit. */
  async function asked() {
    const { client } = await running().integrate();
    const sessionId = await client.createSession({ person: { firstName: 'Resubmit', lastName: 'Slow' } });
    await client.submit(sessionId);
    for (let look = 0; look < 200; look++) {
      const [job] = await query<{ putOff: boolean }>(
        `select leased_until is null and due_at > now() + interval '20 seconds' as "putOff" from job where session_id = $1`,
        [sessionId],
      );
      if (job?.putOff) break;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await query(`update attempt set fed_by = 'flow' where session_id = $1`, [sessionId]);
    await timePasses(running().ctx.database, 31);
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

  it('is shown by GET at once and told after 300 s', async () => {
    const { sessionId, bytes } = await asked();
    await timePasses(running().ctx.database, 290);
    expect(await statesOf(sessionId)).toEqual([{ state: 'due', held: true }]);
    expect(received(sessionId)).toEqual([]);
    await timePasses(running().ctx.database, 9.9);
    const [webhook] = await running().receiver.waitFor(
      1,
      10_000,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    expect(webhook?.body.equals(bytes)).toBe(true);
  });

  it('is never told when the next attempt is submitted in time (F28)', async () => {
    const { client, sessionId } = await asked();
    await client.submit(sessionId);
    expect(await statesOf(sessionId)).toEqual([{ state: 'withdrawn', held: true }]);
    await timePasses(running().ctx.database, 310);
    const [webhook] = await running().receiver.waitFor(
      1,
      10_000,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    const attemptId = (await client.decision(sessionId)).body.verification?.attemptId;
    expect(webhook?.body.toString()).toContain(attemptId);
    expect((await statesOf(sessionId))[0]?.state).toBe('withdrawn');
    expect(received(sessionId)).toHaveLength(1);
  });

  it('is told before the end, where hold and window end at the same instant (F28, I5)', async () => {
    const { sessionId } = await asked();
    await timePasses(running().ctx.database, 301);
    await running().receiver.waitFor(
      2,
      15_000,
      ({ path, body }) => path === '/decision' && body.includes(sessionId),
    );
    const statuses = received(sessionId).map(
      ({ body }) => (JSON.parse(body.toString()) as { verification: { status: string } }).verification.status,
    );
    expect(statuses).toEqual(['resubmission_requested', 'abandoned']);
  });
});
