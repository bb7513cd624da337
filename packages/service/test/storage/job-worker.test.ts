import { expect, it } from 'vitest';
import { Unavailable } from '../../src/runtime/unavailable.ts';
import { VisionLate, VisionStarved } from '../../src/vision/vision.ts';
import { createWake } from '../../src/runtime/wake.ts';
import { finishJob, type LeasedJob } from '../../src/storage/job/jobs.ts';
import { startJobWorker } from '../../src/workers/job-worker.ts';
import { watchQueues } from '../../src/workers/watch-queues.ts';
import { claimJob } from '../support/decide.ts';
import { describeApi } from '../support/describe-api.ts';

describeApi('a worker whose job fails', (given) => {
  /**
   * Runs a session's only job once, which fails so, after as many processes as `killed` ended over it.
   * @returns how the job stands, and how often it was tried
   */
  const failing = async (error: Error, { killed = 0 } = {}) => {
    const { ctx, integrate } = given.api;
    const client = await integrate();
    const sessionId = await client.createSession({});
    const jobOf = async () => {
      const [job] = await ctx.database.query<Record<string, unknown>>(
        `select claims, lease, cause, parked_at as "parkedAt", due_at > now() as later from job where session_id = $1`,
        [sessionId],
      );
      return job;
    };
    await client.submit(sessionId);
    for (let process = 0; process < killed; process += 1) {
      await claimJob(given.api, sessionId, 'verify-session');
      await given.clock.advance({ seconds: 31 });
    }
    let tries = 0;
    const handle = async (job: { sessionId: string }) => {
      if (job.sessionId !== sessionId) return;
      tries += 1;
      throw error;
    };
    const lanes = [{ name: 'verify-quick', concurrency: 1, handle }] as const;
    const worker = startJobWorker(ctx, { lanes, pollMs: 20 });
    await expect.poll(async () => (await jobOf())?.['lease']).toBe(killed + 1);
    await worker.stop();
    return { ...(await jobOf()), tries, sessionId };
  };

  it('counts the claim and keeps the cause', async () => {
    expect(await failing(new Error('invented'))).toMatchObject({
      claims: 1,
      cause: 'invented',
      parkedAt: null,
    });
  });

  it('sets pictures that took too long apart once, to be inspected alone (S25)', async () => {
    const { api } = given;
    const { sessionId } = await failing(new VisionLate());
    const stands = () =>
      api.ctx.database.query(
        `select claims, lane, payload, cause, parked_at as "parkedAt" from job where session_id = $1`,
        [sessionId],
      );
    const late = { lane: 'verify-alone', payload: { late: true }, cause: 'the pictures took too long' };
    expect(await stands()).toEqual([{ ...late, claims: 1, parkedAt: null }]);
  });

  it('does not hold it against the job that the machine was too busy, and waits a little', async () => {
    const failed = await failing(new VisionStarved());
    const cause = 'the machine was too busy to look at the pictures';
    expect(failed).toMatchObject({ claims: 0, cause, parkedAt: null, later: true });
    const { sessionId } = failed;
    const kept = 'select payload from job where session_id = $1';
    expect(await given.api.ctx.database.query(kept, [sessionId])).toEqual([{ payload: { starved: 1 } }]);
  });

  it('does not hold it against the job that storage was not available', async () => {
    expect(await failing(new Unavailable('the database is busy', { retryAfter: 5 }))).toMatchObject({
      claims: 0,
      cause: null,
      parkedAt: null,
      later: true,
    });
  });

  it('is given the job once more when seven processes ended over it, and then parks it with its cause', async () => {
    expect(await failing(new Error('invented'), { killed: 7 })).toMatchObject({
      tries: 1,
      claims: 8,
      cause: 'invented',
      parkedAt: expect.any(String),
    });
  });

  it('does not touch the job when eight processes ended over it, and parks it for the operator', async () => {
    const { sessionId, ...job } = await failing(new Error('invented'), { killed: 8 });
    expect(job).toMatchObject({
      tries: 0,
      cause: 'claimed 8 times without an end',
      parkedAt: expect.any(String),
    });
    const entries = await given.api.ctx.database.query(
      `select kind, cause from operator_entry where session_id = $1`,
      [sessionId],
    );
    expect(entries).toEqual([{ kind: 'job_parked', cause: 'claimed 8 times without an end' }]);
  });
});

describeApi('a worker that polls seldom', (given) => {
  it('is woken by the one poll of its process for work that another process queued', async () => {
    const { ctx, integrate } = given.api;
    const client = await integrate();
    // Of a process of its own: the hints of the API do not reach it.
    const own = { ...ctx, wake: createWake() };
    const seen = new Set<string>();
    const handle = async (job: LeasedJob) => {
      seen.add(job.sessionId);
      await own.database.transaction((tx) => finishJob(tx, job));
    };
    const lanes = [{ name: 'verify-quick', concurrency: 1, handle }] as const;
    const worker = startJobWorker(own, { lanes, pollMs: 600_000 });
    const watch = watchQueues(own);
    for (let session = 0; session < 2; session += 1) {
      const sessionId = await client.createSession({});
      await client.submit(sessionId);
      await expect.poll(() => seen.has(sessionId)).toBe(true);
    }
    await watch.stop();
    await worker.stop();
  });
});
