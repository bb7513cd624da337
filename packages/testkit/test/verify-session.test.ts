import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReceivedWebhook, TestIntegration } from '../src/index.ts';
import { patienceMs } from '../src/patience.ts';
import { judgedContexts } from '@countersign/core';
import { listAttemptPictures } from '../../service/src/storage/session/attempt-pictures.ts';
import { setWebhookUrl } from '../../service/src/usecases/webhook/set-webhook-url.ts';
import { reviewSession } from '../../service/src/usecases/operator/review-session.ts';
import { clockOf } from '../../service/test/support/clock.ts';
import { blankPerson, describeService, onePixel } from './support/each-engine.ts';

describeService('a submitted attempt', (running) => {
  const clock = clockOf(() => running().ctx.database);
  /** The first `count` webhooks of the session, each once: time that passes in a jump may repeat a delivery. */
  async function webhooksOf(sessionId: string, type: string, count: number) {
    const concerns = ({ body, path: url }: ReceivedWebhook) => url === `/${type}` && body.includes(sessionId);
    const distinct = () =>
      new Map(
        running()
          .receiver.received.filter(concerns)
          .map((webhook) => [webhook.id, webhook]),
      );
    await running().receiver.waitFor(1, (webhook) => concerns(webhook) && distinct().size >= count);
    return [...distinct().values()];
  }
  /** Waits for the decision of a session whose state changes behind our back. */
  async function until<T>(look: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
    const end = performance.now() + patienceMs;
    for (;;) {
      const value = await look();
      if (done(value)) return value;
      if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const statusOf = async ({ client }: TestIntegration, sessionId: string) =>
    (await client.decision(sessionId)).body.verification?.status ?? null;
  /** Waits until the job of a slow session was looked at and put off. */
  const putOff = (sessionId: string) =>
    until(
      () =>
        running().ctx.database.query<{ putOff: boolean }>(
          `select leased_until is null and due_at > now() + interval '5 seconds' as "putOff" from job where session_id = $1`,
          [sessionId],
        ),
      ([job]) => job?.putOff === true,
    );
  async function submitted({ client }: TestIntegration, person: Record<string, string>) {
    const sessionId = await client.createSession({ person, vendorData: 'customer-70341' });
    await client.submit(sessionId);
    return sessionId;
  }

  it.each([
    ['Approve', 'approved', 9001, null, null],
    ['Decline', 'declined', 9102, 102, 'The document appears to have been altered'],
    ['Resubmit', 'resubmission_requested', 9103, 201, 'Photos or video are missing'],
    ['Expire', 'expired', 9104, null, null],
    ['Abandon', 'abandoned', 9104, null, null],
    ['Review', 'review', 9121, null, null],
  ])(
    'of a test integration whose first name is %s becomes %s',
    async (firstName, status, code, reasonCode, reason) => {
      const integration = await running().integrate();
      const sessionId = await submitted(integration, {
        firstName,
        lastName: 'Maasikas',
        dateOfBirth: '1991-03-14',
      });
      const { body, bytes } = await integration.client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({
        id: sessionId,
        status,
        code,
        reason,
        reasonCode,
        vendorData: 'customer-70341',
      });
      expect(body.verification?.['submissionTime']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      const ended = status === 'expired' || status === 'abandoned';
      expect(body.verification?.person).toEqual(
        ended
          ? blankPerson
          : {
              ...blankPerson,
              firstName,
              lastName: 'Maasikas',
              dateOfBirth: '1991-03-14',
              yearOfBirth: '1991',
            },
      );
      expect(body.verification?.['decisionTime'] === null).toBe(ended);
      const [webhook] = await webhooksOf(sessionId, 'decision', 1);
      expect(webhook?.body.equals(bytes)).toBe(true);
      expect(webhook?.verified).toBe(true);
      const [event] = await webhooksOf(sessionId, 'event', 1);
      expect(JSON.parse(event?.body.toString() ?? '')).toEqual({
        id: sessionId,
        attemptId: body.verification?.attemptId,
        feature: 'selfid',
        code: 7002,
        action: 'submitted',
        vendorData: 'customer-70341',
        endUserId: null,
      });
    },
  );

  it('of a full-auto integration is sent in its own way, and in no other', async () => {
    const { client, integrationId } = await running().integrate({ settings: { fullAuto: true } });
    await setWebhookUrl(running().ctx)({
      integrationId,
      type: 'full-auto',
      url: `${running().receiver.url}/full-auto`,
      actor: 'test',
    });
    const sessionId = await client.createSession({ person: { firstName: 'Decline' }, vendorData: 'fa-77' });
    await client.submit(sessionId);
    const [webhook] = await webhooksOf(sessionId, 'full-auto', 1);
    const body = JSON.parse(webhook?.body.toString() ?? '') as { data: unknown };
    expect(body).toMatchObject({
      status: 'success',
      eventType: 'fullauto',
      sessionId,
      vendorData: 'fa-77',
      version: '1.0.0',
      data: { verification: { decision: 'declined', decisionScore: null } },
    });
    expect((await client.decision(sessionId)).body.verification).toBeNull();
    const answer = await client.call<{ verification: unknown }>({
      method: 'GET',
      path: `/sessions/${sessionId}/decision/fullauto?version=1.0.0`,
      sign: sessionId,
    });
    expect(answer.body.verification).toEqual((body.data as { verification: unknown }).verification);
    const others = running().receiver.received.filter(
      ({ path: url, body: bytes }) => url !== '/full-auto' && bytes.includes(sessionId),
    );
    expect(others).toEqual([]);
  });

  it('of a live integration runs the real checks, whatever the name (S26)', async () => {
    const integration = await running().integrate({ mode: 'live' });
    const sessionId = await submitted(integration, { firstName: 'Approve', lastName: 'Testslow' });
    const { body } = await integration.client.waitForDecision(sessionId);
    expect(body.verification).toMatchObject({ status: 'resubmission_requested', reasonCode: 201 });
  });

  it('is decided 30 s late when the last name ends in Slow', async () => {
    const integration = await running().integrate();
    const sessionId = await submitted(integration, { firstName: 'Approve', lastName: 'Verslow' });
    await putOff(sessionId);
    expect(await statusOf(integration, sessionId)).toBeNull();
    await clock.advance({ seconds: 31 });
    expect((await integration.client.waitForDecision(sessionId)).body.verification?.status).toBe('approved');
  });

  it('waits for the operator when the last name ends in Stuck, and continues when released', async () => {
    const integration = await running().integrate();
    const sessionId = await submitted(integration, { firstName: 'Approve', lastName: 'Stuck' });
    const [entry] = await until(
      () =>
        running().ctx.database.query<{ kind: string; cause: string }>(
          `select kind, cause from operator_entry where session_id = $1 and resolved_at is null`,
          [sessionId],
        ),
      (rows) => rows.length === 1,
    );
    expect(entry).toEqual({
      kind: 'job_parked',
      cause: 'held by its last name until released (test integration)',
    });
    expect(await statusOf(integration, sessionId)).toBeNull();
    const { releaseJob } = await import('../../service/src/storage/job/jobs.ts');
    expect(await running().ctx.database.transaction((tx) => releaseJob(tx, { sessionId }))).not.toBeNull();
    running().ctx.wake.notify('job');
    expect((await integration.client.waitForDecision(sessionId)).body.verification?.status).toBe('approved');
  });

  it.each([
    ['were changed', 'SealBroken'],
    ['are gone', 'BlobMissing'],
  ])(
    'is never decided from a picture whose stored bytes %s; it goes to the operator (F18, I8)',
    async (how, cause) => {
      const integration = await running().integrate();
      const { client } = integration;
      const sessionId = await client.createSession({});
      await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
      const blobs = path.join(running().ctx.config.dataDir, 'blobs');
      const [row] = await running().ctx.database.query<{ blob: string }>(
        'select blob from media where session_id = $1',
        [sessionId],
      );
      const file = path.join(blobs, row?.blob.slice(0, 2) ?? '', row?.blob ?? '');
      if (how === 'are gone') await fs.rm(file);
      else {
        const bytes = await fs.readFile(file);
        bytes[20] = (bytes[20] ?? 0) ^ 1;
        await fs.writeFile(file, bytes);
      }
      await client.submit(sessionId);
      const parked = () =>
        running().ctx.database.query<{ cause: string; claims: number }>(
          'select cause, claims from job where session_id = $1 and parked_at is not null',
          [sessionId],
        );
      await until(
        async () => {
          // Only between runs: a lease that runs out is taken from its holder.
          const [job] = await running().ctx.database.query<{ idle: boolean }>(
            'select leased_until is null as idle from job where session_id = $1',
            [sessionId],
          );
          if (job?.idle) await clock.advance({ seconds: 200 });
          running().ctx.wake.notify('job');
          return parked();
        },
        (rows) => rows.length === 1,
      );
      expect(await parked()).toEqual([{ cause, claims: 8 }]);
      expect(await statusOf(integration, sessionId)).toBeNull();
      const alerts = await running().ctx.database.query(
        `select kind from operator_entry where session_id = $1 and resolved_at is null`,
        [sessionId],
      );
      expect(alerts).toEqual([{ kind: 'job_parked' }]);
    },
  );

  it('is judged by the newest three pictures of each context it depends on', async () => {
    const { client, integrationId } = await running().integrate();
    const sessionId = await client.createSession({});
    const upload = (context: string, n: number) =>
      client.uploadMedia(sessionId, {
        context,
        bytes: Buffer.concat([onePixel, Buffer.from(`${context} ${n}`)]),
      });
    const faces: string[] = [];
    for (let n = 0; n < 5; n++) faces.push(await upload('face', n));
    const front = await upload('document-front', 0);
    const newer = await upload('document-front', 1);
    const [row] = await running().ctx.database.query<{ attemptId: string }>(
      'select attempt_id as "attemptId" from session where id = $1',
      [sessionId],
    );
    const key = { integrationId, sessionId, attemptId: row?.attemptId ?? '' };
    const looked = await listAttemptPictures(running().ctx.database, key, judgedContexts);
    expect(looked.map(({ id }) => id)).toEqual([...faces.slice(2), front, newer]);
  });

  it('becomes abandoned when the resubmission window ends without a new one', async () => {
    const integration = await running().integrate();
    const sessionId = await submitted(integration, { firstName: 'Resubmit' });
    const asked = await integration.client.waitForDecision(sessionId);
    const early = await webhooksOf(sessionId, 'decision', 1);
    expect(early[0]?.body.equals(asked.bytes)).toBe(true);
    await clock.advance({ seconds: 301 });
    await until(
      () => statusOf(integration, sessionId),
      (status) => status === 'abandoned',
    );
    const { body, bytes } = await integration.client.decision(sessionId);
    expect(body.verification).toMatchObject({
      attemptId: asked.body.verification?.attemptId,
      status: 'abandoned',
      code: 9104,
      reason: null,
      reasonCode: null,
      decisionTime: null,
      person: blankPerson,
    });
    const webhooks = await webhooksOf(sessionId, 'decision', 2);
    expect(webhooks[1]?.body.equals(bytes)).toBe(true);
  });

  it('gives an open later attempt the status when the window ends', async () => {
    const integration = await running().integrate();
    const { client } = integration;
    const sessionId = await submitted(integration, { firstName: 'Resubmit' });
    const asked = await client.waitForDecision(sessionId);
    await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
    await clock.advance({ seconds: 301 });
    await until(
      () => statusOf(integration, sessionId),
      (status) => status === 'abandoned',
    );
    const attempts = await client.call<{ verifications: { id: string; status: string }[] }>({
      method: 'GET',
      path: `/sessions/${sessionId}/attempts`,
      sign: sessionId,
    });
    expect(attempts.body.verifications.map(({ status }) => status)).toEqual([
      'abandoned',
      'resubmission_requested',
    ]);
    expect((await client.decision(sessionId)).body.verification?.attemptId).toBe(
      attempts.body.verifications[0]?.id,
    );
    expect(attempts.body.verifications[1]?.id).toBe(asked.body.verification?.attemptId);
  });

  it('is decided, however long its checks take, when it was submitted inside the window', async () => {
    const integration = await running().integrate();
    const { client } = integration;
    const sessionId = await client.createSession({ person: { firstName: 'Resubmit', lastName: 'Slow' } });
    await client.submit(sessionId);
    await putOff(sessionId);
    await clock.advance({ seconds: 31 });
    await client.waitForDecision(sessionId);
    await client.submit(sessionId);
    await putOff(sessionId);
    await clock.advance({ seconds: 301 });
    expect((await client.waitForDecision(sessionId)).body.verification?.status).toBe(
      'resubmission_requested',
    );
  });

  it.each([
    ['approve', null, 'approved', 9001, null],
    ['decline', 501, 'declined', 9102, 105],
    ['ask-again', 606, 'resubmission_requested', 9103, 202],
  ] as const)(
    'in review is decided by a person: %s %s',
    async (verdict, code, status, wireCode, reasonCode) => {
      const integration = await running().integrate();
      const { client, integrationId } = integration;
      const sessionId = await submitted(integration, { firstName: 'Review', lastName: 'Maasikas' });
      const waiting = await client.waitForDecision(sessionId);
      const review = reviewSession(running().ctx);
      const input = { integrationId, sessionId, verdict, code, actor: 'person:7' };
      expect(await review({ ...input, verdict: 'decline', code: 204 })).toEqual({
        outcome: 'code-does-not-fit',
      });
      expect(await review({ ...input, sessionId: integrationId })).toEqual({ outcome: 'unknown-session' });
      expect(await review(input)).toEqual({ outcome: 'reviewed', status });
      expect(await review(input)).toEqual({ outcome: 'not-in-review' });
      const { body, bytes } = await client.decision(sessionId);
      expect(body.verification).toMatchObject({ status, code: wireCode, reasonCode });
      const webhooks = await webhooksOf(sessionId, 'decision', 2);
      expect(webhooks.map((webhook) => webhook.body.toString())).toEqual([
        waiting.bytes.toString(),
        bytes.toString(),
      ]);
    },
  );

  it('is declined with 539 when the tenth would have to be redone', async () => {
    const integration = await running().integrate();
    const { client } = integration;
    const sessionId = await client.createSession({ person: { firstName: 'Resubmit' } });
    for (let attempt = 1; attempt <= 9; attempt++) {
      await client.submit(sessionId);
      expect((await client.waitForDecision(sessionId)).body.verification?.status).toBe(
        'resubmission_requested',
      );
    }
    await client.submit(sessionId);
    expect((await client.waitForDecision(sessionId)).body.verification).toMatchObject({
      status: 'declined',
      code: 9102,
      reasonCode: 539,
      reason: 'The number of attempts is used up',
    });
    const webhooks = await webhooksOf(sessionId, 'decision', 10);
    expect(webhooks.every(({ verified }) => verified)).toBe(true);
  });
});
