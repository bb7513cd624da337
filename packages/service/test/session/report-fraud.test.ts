import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eraseSession } from '../../src/workers/erase-session.ts';
import type { Client } from '../support/api.ts';
import { claimJob, decided, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { callFeedback, type FeedbackAnswer, reportFraud, retrieveReports } from '../support/feedback.ts';

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string;
const notFound = 'The session was not found.';

describeApiOnce('POST /feedback/fraud-reports (A-81)', (given) => {
  const integrate = () => given.api.integrate({ settings: { fraudReports: true, deletion: true } });
  const failed = (sessionId: string, details: string) => ({
    sessionId,
    status: 'error',
    reportId: null,
    details,
  });
  const reported = (sessionId: string) => ({ sessionId, status: 'reported', reportId: uuid, details: null });
  const detailsOf = async (client: Client, report: object) => {
    const { body } = await reportFraud(client, report);
    return (body as { reports: { details: string | null }[] }).reports[0]?.details;
  };

  it('is 400/1301 without the setting, whatever the body is', async () => {
    const { client } = given;
    const expected = { code: '1301', message: 'This feature is not enabled for the integration.' };
    const path = '/feedback/fraud-reports';
    for (const answer of [
      await callFeedback(client, path, { reports: [] }),
      await callFeedback(client, `${path}/retrieve`, { sessionIds: [randomUUID()] }),
    ])
      expect(answer).toEqual({ status: 400, retryAfter: undefined, body: expected });
  });

  it('reports sessions on their own, in the order of the request, and the same one once', async () => {
    const client = await integrate();
    const ids = [];
    for (const name of ['Approve', 'Decline', 'Resubmit']) ids.push(await decided(given.api, client, name));
    const [approved = '', declined = '', again = ''] = ids;
    const unknown = randomUUID();
    const answer = await reportFraud(
      client,
      { sessionId: declined, categories: ['injected_media', 'selfie_is_manipulated'] },
      { sessionId: unknown },
      { sessionId: approved.toUpperCase(), comment: 'Paper edges visible' },
      { sessionId: declined },
      { sessionId: again, comment: null },
    );
    expect(answer).toEqual({
      status: 200,
      retryAfter: undefined,
      body: {
        reports: [
          reported(declined),
          failed(unknown, notFound),
          reported(approved),
          failed(declined, 'The session has already been reported.'),
          reported(again),
        ],
        processedCount: 5,
        reportedCount: 3,
        errorCount: 2,
      },
    });
  });

  it.each([
    ['created', null],
    ['review', 'Review'],
    ['expired', 'Expire'],
    ['abandoned', 'Abandon'],
  ])('refuses a session that is %s', async (_status, name) => {
    const client = await integrate();
    const sessionId = name === null ? await client.createSession() : await decided(given.api, client, name);
    expect(await detailsOf(client, { sessionId })).toBe(
      'The session cannot be reported in its present status.',
    );
  });

  it('gives the first reason that applies: category, session, status, earlier report', async () => {
    const [client, other] = [await integrate(), await integrate()];
    const foreign = await decided(given.api, other, 'Approve');
    const wrong = { categories: ['injected_media', 'too_tall'] };
    expect(await detailsOf(client, { sessionId: foreign, ...wrong })).toBe('A category is not valid.');
    expect(await detailsOf(client, { sessionId: foreign })).toBe(notFound);
    const own = await decided(given.api, client, 'Approve');
    expect(await detailsOf(client, { sessionId: own })).toBeNull();
    expect(await detailsOf(client, { sessionId: own, ...wrong })).toBe('A category is not valid.');
    await client.call({ method: 'DELETE', path: `/sessions/${own}` });
    expect(await detailsOf(client, { sessionId: own })).toBe(notFound);
    expect(await detailsOf(other, { sessionId: foreign })).toBeNull();
  });

  it('takes one of several reports that arrive together', async () => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, 'Approve');
    const details = await Promise.all([1, 2, 3].map(() => detailsOf(client, { sessionId })));
    expect(details.toSorted()).toEqual([
      'The session has already been reported.',
      'The session has already been reported.',
      null,
    ]);
  });

  describe('with an Idempotency-Key (A-420)', () => {
    const report = (sessionId: string) => ({ sessionId, categories: ['injected_media'] });
    const send = (client: Client, key: string, ...ids: string[]) =>
      callFeedback(
        client,
        '/feedback/fraud-reports',
        { reports: ids.map(report) },
        { 'idempotency-key': key },
      );

    it('gives the first answer again, also when all come at once', async () => {
      const client = await integrate();
      const approved = await decided(given.api, client, 'Approve');
      const declined = await decided(given.api, client, 'Decline');
      const ids = [approved, randomUUID(), declined, approved];
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => send(client, key, ...ids)));
      const [first, ...others] = [...answers, await send(client, key, ...ids)];
      expect(first).toMatchObject({ status: 200, body: { reportedCount: 2, errorCount: 2 } });
      expect(others).toEqual([first, first, first]);
      expect(await detailsOf(client, { sessionId: approved })).toBe('The session has already been reported.');
    });

    it('reports what could not be reported the first time', async () => {
      const client = await integrate();
      const approved = await decided(given.api, client, 'Approve');
      const open = await client.createSession({ person: { firstName: 'Approve' } });
      const first = await send(client, 'k', open, approved);
      await client.submit(open);
      await verify(given.api, open);
      const again = await send(client, 'k', open, approved);
      const [, kept] = (first.body as { reports: object[] }).reports;
      expect(first.body).toMatchObject({ reportedCount: 1, errorCount: 1 });
      expect(again.body).toMatchObject({ reports: [reported(open), kept], reportedCount: 2, errorCount: 0 });
    });

    it('is 409/1104 with another body, and reports nothing of it', async () => {
      const client = await integrate();
      const [own, other] = [
        await decided(given.api, client, 'Approve'),
        await decided(given.api, client, 'Decline'),
      ];
      await send(client, 'k', randomUUID(), own);
      const message = 'The idempotency key was used for another request.';
      for (const ids of [[other], [other, own], [own]])
        expect(await send(client, 'k', ...ids)).toMatchObject({
          status: 409,
          body: { code: '1104', message },
        });
      expect(await detailsOf(client, { sessionId: other })).toBeNull();
    });

    it('reports one of two bodies that come at once, and nothing of the other', async () => {
      const client = await integrate();
      const bodies: string[][] = [[], []];
      for (const ids of bodies)
        for (const name of ['Approve', 'Decline']) ids.push(await decided(given.api, client, name));
      const answers = await Promise.all(bodies.map((ids) => send(client, 'k', ...ids)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const won = bodies[answers.findIndex(({ status }) => status === 200)];
      const { body } = await retrieveReports(client, ...bodies.flat());
      const { reports } = body as { reports: { sessionId: string; status: string }[] };
      const found = reports.filter(({ status }) => status === 'FOUND').map(({ sessionId }) => sessionId);
      expect(found).toEqual(won);
    });
  });

  it('fails a report whose session is damaged, and no other', async () => {
    const client = await integrate();
    const damaged = await decided(given.api, client, 'Approve');
    const whole = await decided(given.api, client, 'Decline');
    await given.api.ctx.database.query(`update session set data_key = '\\x00' where id = $1`, [damaged]);
    const { status, body } = await reportFraud(
      client,
      { sessionId: damaged, comment: 'Paper edges visible' },
      { sessionId: whole, comment: 'Paper edges visible' },
    );
    expect([status, body]).toMatchObject([
      200,
      {
        reports: [failed(damaged, 'An unexpected error occurred.'), reported(whole)],
        reportedCount: 1,
        errorCount: 1,
      },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['no reports', { reports: [] }, '1104', 'A parameter is not valid: reports.'],
    ['no list', {}, '1102', 'A mandatory parameter is missing: reports.'],
    [
      'a category twice',
      { reports: [{ sessionId: randomUUID(), categories: ['injected_media', 'injected_media'] }] },
      '1104',
      'A parameter is not valid: reports[0].categories.',
    ],
    [
      'a comment of 501 characters',
      { reports: [{ sessionId: randomUUID(), categories: ['injected_media'], comment: 'x'.repeat(501) }] },
      '1104',
      'A parameter is not valid: reports[0].comment.',
    ],
  ])('refuses a body with %s as a whole (A-83)', async (_name, body, code, message) => {
    const client = await integrate();
    expect(await callFeedback(client, '/feedback/fraud-reports', body)).toEqual({
      status: 400,
      retryAfter: undefined,
      body: { code, message },
    });
  });

  it('stores nothing of a body that it refuses', async () => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, 'Approve');
    const { status } = await reportFraud(client, { sessionId }, { sessionId: 'x' });
    expect(status).toBe(400);
    expect(await detailsOf(client, { sessionId })).toBeNull();
  });

  it('is in the audit log, and the comment is stored sealed', async () => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, 'Approve');
    await reportFraud(client, { sessionId, comment: 'Paper edges visible' });
    const { database } = given.api.ctx;
    const [row] = await database.query<{ key: string; actor: string; details: Record<string, unknown> }>(
      `select k.id as key, a.actor, a.details from audit a join shared_secret k on k.integration_id = a.integration_id
       where a.session_id = $1 and a.action = 'report-fraud'`,
      [sessionId],
    );
    expect(row).toEqual({
      key: uuid,
      actor: `api:${row?.key}`,
      details: { reportId: uuid, categories: ['document_is_printed_copy'] },
    });
    const [kept] = await database.query<{ comment: Uint8Array }>(
      `select comment from fraud_report where session_id = $1`,
      [sessionId],
    );
    expect(Buffer.from(kept!.comment).includes('Paper')).toBe(false);
  });

  it('leaves the decision as it is, byte for byte (A-82)', async () => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, 'Approve');
    const before = (await client.decision(sessionId)).bytes;
    await reportFraud(client, { sessionId });
    expect((await client.decision(sessionId)).bytes.equals(before)).toBe(true);
  });

  it('is erased with the session (S19)', async () => {
    const client = await integrate();
    const sessionId = await decided(given.api, client, 'Approve');
    await reportFraud(client, { sessionId });
    await client.call({ method: 'DELETE', path: `/sessions/${sessionId}` });
    expect((await retrieveReports(client, sessionId)).body).toMatchObject({ foundCount: 0 });
    const job = await claimJob(given.api, sessionId, 'erase-session');
    await eraseSession(given.api.ctx)(job!, new AbortController().signal);
    expect(
      await given.api.ctx.database.query(`select 1 from fraud_report where session_id = $1`, [sessionId]),
    ).toEqual([]);
  });

  it('takes 1000 requests in a minute, then answers 429 with its own code (A-83)', async () => {
    const client = await integrate();
    const ask = () => callFeedback(client, '/feedback/fraud-categories');
    let taken = 0;
    let refused: FeedbackAnswer | undefined;
    // Slow machines send fewer in a second, and get a few more: one comes back every 60 ms.
    while (!refused && taken < 10_000) {
      const answers = await Promise.all(Array.from({ length: 50 }, ask));
      taken += answers.filter(({ status }) => status === 200).length;
      refused = answers.find(({ status }) => status !== 200);
    }
    expect(taken).toBeGreaterThanOrEqual(1_000);
    expect(refused).toEqual({
      status: 429,
      retryAfter: '1',
      body: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests. Try again later.' },
    });
  });
});
