import { expect, it } from 'vitest';
import { Unavailable } from '../src/storage/unavailable.ts';
import { startJobWorker } from '../src/workers/job-worker.ts';
import { describeApi } from './support/describe-api.ts';

describeApi('a worker whose job fails', (given) => {
  /** Runs a session's only job, which fails so, until that has happened. @returns how the job stands */
  const failing = async (error: Error) => {
    const { shell, integrate } = given.api;
    const client = await integrate();
    const sessionId = await client.createSession({});
    const jobOf = async () => {
      const [job] = await shell.database.query<Record<string, unknown>>(
        `select claims, lease, cause, parked_at as "parkedAt", due_at > now() as later from job where session_id = $1`,
        [sessionId],
      );
      return job;
    };
    await client.submit(sessionId);
    const handle = async (job: { sessionId: string }) => {
      if (job.sessionId === sessionId) throw error;
    };
    const lanes = [{ kind: 'verify-session', concurrency: 1, handle }] as const;
    const worker = startJobWorker(shell, { lanes, pollMs: 20 });
    await expect.poll(async () => (await jobOf())?.['lease'], { timeout: 10_000 }).toBe(1);
    await worker.stop();
    return jobOf();
  };

  it('counts the claim and keeps the cause', async () => {
    expect(await failing(new Error('invented'))).toMatchObject({
      claims: 1,
      cause: 'invented',
      parkedAt: null,
    });
  });

  it('does not hold it against the job that storage was not available', async () => {
    expect(await failing(new Unavailable('the database is busy', { retryAfter: 5 }))).toMatchObject({
      claims: 0,
      cause: null,
      parkedAt: null,
      later: true,
    });
  });
});
