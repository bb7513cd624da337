import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { LeaseLost } from '../../src/storage/job/jobs.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { verifySession } from '../../src/workers/session/verify-session.ts';
import { claimJob, decided, judging } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const noEyes = judging(() => Promise.reject(new Error('nobody looks')));

describeApiOnce('session decide (A-261)', (given) => {
  const decide = (sessionId: string, ...args: string[]) =>
    runOn(given.api.ctx, {
      command: 'session decide',
      args: [given.client.integrationId, sessionId, ...args],
    });
  const decision = async (sessionId: string) => (await given.client.decision(sessionId)).json.verification;

  it.each([
    ['approve', 'approved', 9001, null],
    ['decline', 'declined', 9102, 102],
    ['resubmit', 'resubmission_requested', 9103, 201],
    ['expire', 'expired', 9104, null],
    ['abandon', 'abandoned', 9104, null],
    ['review', 'review', 9121, null],
  ])('%s gives an open session that outcome', async (word, status, code, reasonCode) => {
    const sessionId = await given.client.createSession();
    expect(await decide(sessionId, word)).toEqual({ exitCode: 0, output: { outcome: 'decided', status } });
    expect(await decision(sessionId)).toMatchObject({ status, code, reasonCode });
  });

  it('sends the webhooks of submission and decision', async () => {
    const client = await given.api.integrate();
    for (const type of ['event', 'decision'] as const)
      await setWebhookUrl(given.api.ctx)({
        integrationId: client.integrationId,
        type,
        url: 'https://hooks.example.com/',
        actor: 'test',
      });
    const sessionId = await client.createSession();
    await runOn(given.api.ctx, {
      command: 'session decide',
      args: [client.integrationId, sessionId, 'approve'],
    });
    expect(
      await given.api.ctx.database.query(`select type from webhook where session_id = $1 order by ordinal`, [
        sessionId,
      ]),
    ).toEqual([{ type: 'event' }, { type: 'decision' }]);
  });

  it('decides what is being checked, and the worker that is at it changes nothing', async () => {
    const sessionId = await given.client.createSession({ person: { firstName: 'Liisa' } });
    await given.client.submit(sessionId);
    const job = await claimJob(given.api, sessionId, 'verify-session');
    expect(await decide(sessionId, 'decline', '--code', '105')).toMatchObject({ exitCode: 0 });
    await expect(verifySession(given.api.ctx, noEyes)(job!, new AbortController().signal)).rejects.toThrow(
      LeaseLost,
    );
    expect(await decision(sessionId)).toMatchObject({ status: 'declined' });
    expect(
      await given.api.ctx.database.query(`select kind from job where session_id = $1`, [sessionId]),
    ).toEqual([]);
  });

  it('decides one that is held by its name, and its alert is gone', async () => {
    const sessionId = await given.client.createSession({ person: { firstName: 'Liisa', lastName: 'Stuck' } });
    await given.client.submit(sessionId);
    const job = await claimJob(given.api, sessionId, 'verify-session');
    await verifySession(given.api.ctx, noEyes)(job!, new AbortController().signal);
    const alerts = () =>
      given.api.ctx.database.query(
        `select kind from operator_entry where session_id = $1 and resolved_at is null`,
        [sessionId],
      );
    expect(await alerts()).toEqual([{ kind: 'job_parked' }]);
    expect(await decide(sessionId, 'approve')).toMatchObject({ exitCode: 0 });
    expect(await alerts()).toEqual([]);
  });

  it('reviews a session in review, with note and name', async () => {
    const sessionId = await decided(given.api, given.client, 'Review');
    expect(await decide(sessionId, 'expire')).toEqual({
      exitCode: 3,
      output: null,
      note: 'OUTCOME: must be approve, decline or resubmit for a session in review',
    });
    expect(await decide(sessionId, 'decline', '--by', 'ada', '--note', 'For the demo')).toEqual({
      exitCode: 0,
      output: { outcome: 'decided', status: 'declined' },
    });
    expect(await decision(sessionId)).toMatchObject({ status: 'declined', reasonCode: 102 });
    const audit = await runOn(given.api.ctx, {
      command: 'audit list',
      args: ['--integration', given.client.integrationId, '--session', sessionId, '--notes'],
    });
    expect(audit.output).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'review_declined', actor: 'cli:ada', to: 'declined' }),
        expect.objectContaining({ action: 'note', actor: 'cli:ada', note: 'For the demo' }),
      ]),
    );
  });

  it('decides a request to resubmit as its next attempt', async () => {
    const sessionId = await decided(given.api, given.client, 'Resubmit');
    expect(await decide(sessionId, 'approve')).toMatchObject({ exitCode: 0 });
    expect((await given.client.call({ path: `/sessions/${sessionId}/attempts` })).json.verifications).toEqual(
      [
        expect.objectContaining({ status: 'approved' }),
        expect.objectContaining({ status: 'resubmission_requested' }),
      ],
    );
  });

  it('still screens the name', async () => {
    const client = await given.api.integrate({ settings: { watchlistScreening: true } });
    const sessionId = await client.createSession({ person: { firstName: 'Liisa', lastName: 'Testclean' } });
    await runOn(given.api.ctx, {
      command: 'session decide',
      args: [client.integrationId, sessionId, 'approve'],
    });
    expect(
      await given.api.ctx.database.query(`select kind from job where session_id = $1`, [sessionId]),
    ).toEqual([{ kind: 'screen-session' }]);
  });

  it('refuses what cannot be decided, and changes nothing', async () => {
    const refusal = (exitCode: number, note: string) => ({ exitCode, output: null, note });
    const live = await given.api.integrate({ mode: 'live' });
    const real = await live.createSession();
    expect(
      await runOn(given.api.ctx, {
        command: 'session decide',
        args: [live.integrationId, real, 'approve'],
      }),
    ).toEqual(
      refusal(
        3,
        'INTEGRATION: must be a test integration; a live session is decided by its checks, or in review with "session review"',
      ),
    );
    expect((await live.decision(real)).json.verification).toBeNull();
    const final = await decided(given.api, given.client, 'Approve');
    expect(await decide(final, 'decline')).toEqual(
      refusal(3, 'session: must not be final or expired; "session create" makes another one'),
    );
    const open = await given.client.createSession();
    expect(await decide(open, 'accept')).toEqual(
      refusal(2, 'OUTCOME: must be one of approve, decline, resubmit, review, expire, abandon, not accept'),
    );
    expect(await decide(open, 'approve', '--code', '102')).toMatchObject({
      exitCode: 3,
      output: { outcome: 'code-does-not-fit' },
    });
    expect(await decide('00000000-0000-4000-8000-000000000000', 'approve')).toMatchObject({ exitCode: 4 });
    const unreviewed = await given.api.integrate({ settings: { manualReview: false } });
    const id = await unreviewed.createSession();
    expect(
      await runOn(given.api.ctx, {
        command: 'session decide',
        args: [unreviewed.integrationId, id, 'review'],
      }),
    ).toMatchObject({ exitCode: 3, note: expect.stringContaining('manualReview') as string });
    expect((await unreviewed.call({ path: `/sessions/${id}/attempts` })).json.verifications).toEqual([
      expect.objectContaining({ status: 'created' }),
    ]);
    expect(await decision(open)).toBeNull();
  });
});
