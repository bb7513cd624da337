import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clockOf } from '../../../service/test/support/clock.ts';
import { describeService, onePixel } from '../support/each-engine.ts';

describeService(
  'a deleted session',
  (running) => {
    const clock = clockOf(() => running().ctx.database);
    const query = <T extends Record<string, unknown>>(text: string, values: unknown[]) =>
      running().ctx.database.query<T>(text, values);
    async function erased(sessionId: string): Promise<void> {
      await expect
        .poll(() => query('select erased_at is not null as erased from session where id = $1', [sessionId]))
        .toEqual([{ erased: true }]);
    }
    const decisionWebhooks = (sessionId: string, count: number) =>
      running().receiver.waitFor(
        count,
        ({ body, path: url }) => url === '/decision' && body.includes(sessionId),
      );
    async function decided(firstName: string) {
      const integration = await running().integrate({ settings: { deletion: true } });
      const { client } = integration;
      const sessionId = await client.createSession({
        person: { firstName, lastName: 'Maasikas' },
        vendorData: 'v-1',
      });
      await client.uploadMedia(sessionId, { context: 'face', bytes: onePixel });
      await client.submit(sessionId);
      await client.waitForDecision(sessionId);
      return { client, sessionId };
    }
    const blobNames = async () =>
      (
        await fs.readdir(path.join(running().ctx.config.dataDir, 'blobs'), {
          recursive: true,
          withFileTypes: true,
        })
      )
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);

    it('leaves neither key nor files nor sealed values behind, only its tombstone and its history (S19, I9)', async () => {
      const { client, sessionId } = await decided('Approve');
      const [medium] = await query<{ blob: string }>('select blob from media where session_id = $1', [
        sessionId,
      ]);
      expect(await blobNames()).toContain(medium?.blob);
      const answer = await client.call({ method: 'DELETE', path: `/sessions/${sessionId}`, sign: sessionId });
      expect(answer.status).toBe(200);
      expect((await client.decision(sessionId)).status).toBe(404);
      await erased(sessionId);
      expect(await blobNames()).not.toContain(medium?.blob);
      const [left] = await query(
        `select s.data_key, s.sealed, (select count(*)::int from media where session_id = s.id) as media,
         (select coalesce(sum(length(body)), 0)::int from decision where session_id = s.id) as decisions,
         (select coalesce(sum(length(body)), 0)::int from webhook where session_id = s.id and not clear) as webhooks,
         (select count(*)::int from attempt where session_id = s.id and (findings is not null or collected is not null)) as attempts,
         (select count(*)::int from job where session_id = s.id) as jobs,
         (select count(*)::int from audit where session_id = s.id and action = 'delete-session') as audited
       from session s where id = $1`,
        [sessionId],
      );
      expect(left).toEqual({
        data_key: null,
        sealed: null,
        media: 0,
        decisions: 0,
        webhooks: 0,
        attempts: 0,
        jobs: 0,
        audited: 1,
      });
    });

    it('reports its end when it had none, with every member of person and document null', async () => {
      const { client, sessionId } = await decided('Resubmit');
      // Deletion withdraws what was not sent yet.
      await decisionWebhooks(sessionId, 1);
      await client.call({ method: 'DELETE', path: `/sessions/${sessionId}`, sign: sessionId });
      await erased(sessionId);
      const webhooks = await decisionWebhooks(sessionId, 2);
      const last = JSON.parse(webhooks.at(-1)?.body.toString() ?? '') as {
        verification: { status: string; code: number; person: object; document: object };
      };
      expect(last.verification).toMatchObject({ status: 'abandoned', code: 9104 });
      expect(
        [...Object.values(last.verification.person), ...Object.values(last.verification.document)].filter(
          (value) => value !== null,
        ),
      ).toEqual([]);
    });

    it('is erased although its job was lost (F36)', async () => {
      const { client, sessionId } = await decided('Approve');
      await query(`update session set deleted_at = now() where id = $1`, [sessionId]);
      await clock.advance({ minutes: 2 });
      expect((await client.decision(sessionId)).status).toBe(404);
      const { restoreMissingErasures } = await import('../../../service/src/storage/session/erasures.ts');
      await restoreMissingErasures(running().ctx.database);
      running().ctx.wake.notify('job');
      await erased(sessionId);
    });

    it('shows the operator an attempt that waits longer than 15 minutes, and gives it a job again when it has none', async () => {
      const { client } = await running().integrate();
      const sessionId = await client.createSession({ person: { firstName: 'Approve', lastName: 'Stuck' } });
      await client.submit(sessionId);
      const parked = () =>
        query('select parked_at is not null as parked from job where session_id = $1', [sessionId]);
      await expect.poll(parked).toEqual([{ parked: true }]);
      await query('delete from job where session_id = $1', [sessionId]);
      await query('update operator_entry set resolved_at = now() where session_id = $1', [sessionId]);
      await clock.advance({ minutes: 16 });
      const { reportOverdueAttempts, restoreMissingJobs } =
        await import('../../../service/src/storage/job/jobs.ts');
      await reportOverdueAttempts(running().ctx.database);
      await restoreMissingJobs(running().ctx.database);
      const entries = await query(
        'select kind, cause from operator_entry where session_id = $1 and kind = $2',
        [sessionId, 'attempt_overdue'],
      );
      expect(entries).toEqual([{ kind: 'attempt_overdue', cause: 'no decision after 15 minutes' }]);
      expect(await query('select kind from job where session_id = $1', [sessionId])).toHaveLength(1);
    });
  },
  { embedded: 'always' },
);
