import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../service/test/support/engines.ts';
import { timePasses } from '../../service/test/support/time.ts';
import { startTestService, type TestService } from '../src/index.ts';

const blankPerson = {
  firstName: null,
  lastName: null,
  citizenship: null,
  idNumber: null,
  gender: null,
  dateOfBirth: null,
  yearOfBirth: null,
  placeOfBirth: null,
  nationality: null,
  pepSanctionMatch: null,
};

describe.each(engines())('a session whose lifetime ends [%s]', (engine) => {
  let service: TestService;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : null;
    drop = database?.drop ?? drop;
    service = await startTestService(database ? { databaseUrl: database.url } : {});
  });
  afterAll(async () => {
    await service.close();
    await drop();
  });

  it.each([
    ['was never opened', 'created', null, 'expired'],
    ['was opened and left', 'created', 'now()', 'abandoned'],
    ['was started and left', 'started', 'now()', 'abandoned'],
  ])('becomes final after 7 days: it %s', async (_, status, opened, expected) => {
    const { client } = await service.integrate();
    const sessionId = await client.createSession({ vendorData: 'v', person: { firstName: 'Liisa' } });
    // The hosted flow opens and starts sessions; until it exists the rows are set as it will set them.
    await service.shell.database.query(
      `update session set opened_at = ${opened ?? 'null'}, status = '${status}' where id = $1`,
      [sessionId],
    );
    await service.shell.database.query(`update attempt set status = '${status}' where session_id = $1`, [
      sessionId,
    ]);
    await timePasses(service.shell.database, 7 * 86_400 - 20);
    expect((await client.decision(sessionId)).body.verification).toBeNull();
    await timePasses(service.shell.database, 21);
    const upload = await client.call({
      method: 'PATCH',
      path: `/sessions/${sessionId}`,
      body: { verification: { status: 'submitted' } },
    });
    expect([upload.status, upload.body['code']]).toEqual([400, '1304']);
    const { body, bytes } = await client.waitForDecision(sessionId, 15_000);
    expect(body.verification).toMatchObject({
      status: expected,
      code: 9104,
      reasonCode: null,
      submissionTime: null,
      person: blankPerson,
    });
    const [webhook] = await service.receiver.waitFor(1, 10_000, (received) =>
      received.body.includes(sessionId),
    );
    expect(webhook?.body.equals(bytes)).toBe(true);
  });
});
