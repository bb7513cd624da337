import { expect, it } from 'vitest';
import { clockOf } from '../../../service/test/support/clock.ts';
import { rowsByDay } from '../../../service/test/support/engines.ts';
import { blankPerson, describeService } from '../support/each-engine.ts';

describeService('a session whose lifetime ends', (running) => {
  const clock = clockOf(() => running().ctx.database);
  it('becomes final although another one, whose stored data are damaged, cannot', async () => {
    const { client } = await running().integrate();
    const damaged = await client.createSession({ vendorData: 'damaged' });
    // The damaged one comes first.
    await clock.advance({ hours: 1 });
    const sound = await client.createSession({ vendorData: 'sound' });
    const { database } = running().ctx;
    await database.query(`update session set sealed = '\\x00' where id = $1`, [damaged]);
    await clock.advance({ days: 7, seconds: 1 });
    expect((await client.waitForDecision(sound)).body.verification?.status).toBe('expired');
    const [row] = await database.query('select status from session where id = $1', [damaged]);
    expect(row).toEqual({ status: 'created' });
    await database.query(`update session set deleted_at = now() where id = $1`, [damaged]);
  });

  it.each(
    rowsByDay(
      [
        ['was never opened', 'created', null, 'expired'],
        ['was opened and left', 'created', 'now()', 'abandoned'],
        ['was started and left', 'started', 'now()', 'abandoned'],
      ],
      ([left]) => left !== 'was opened and left',
    ),
  )('becomes final after 7 days: it %s', async (_, status, opened, expected) => {
    const { client } = await running().integrate();
    const sessionId = await client.createSession({ vendorData: 'v', person: { firstName: 'Liisa' } });
    // The hosted flow opens and starts sessions; until it exists the rows are set as it will set them.
    await running().ctx.database.query(
      `update session set opened_at = ${opened ?? 'null'}, status = '${status}' where id = $1`,
      [sessionId],
    );
    await running().ctx.database.query(`update attempt set status = '${status}' where session_id = $1`, [
      sessionId,
    ]);
    await clock.advance({ days: 6, hours: 23, minutes: 59, seconds: 40 });
    expect((await client.decision(sessionId)).body.verification).toBeNull();
    await clock.advance({ seconds: 21 });
    const upload = await client.call({
      method: 'PATCH',
      path: `/sessions/${sessionId}`,
      body: { verification: { status: 'submitted' } },
    });
    expect([upload.status, upload.body['code']]).toEqual([400, '1304']);
    const { body, bytes } = await client.waitForDecision(sessionId);
    expect(body.verification).toMatchObject({
      status: expected,
      code: 9104,
      reasonCode: null,
      submissionTime: null,
      person: blankPerson,
    });
    const [webhook] = await running().receiver.waitFor(1, (received) => received.body.includes(sessionId));
    expect(webhook?.body.equals(bytes)).toBe(true);
  });
});
