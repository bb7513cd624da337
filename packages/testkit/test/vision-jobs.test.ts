import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byNight, createTestDatabase, engines, systemEngines } from '../../service/test/support/engines.ts';
import { faultyThread } from '../../service/test/support/faulty-thread-file.ts';
import { seenPictures } from '../../service/test/support/findings.ts';
import { visionProcesses } from '../../service/test/support/vision-processes.ts';
import { showSession } from '../../service/src/usecases/operator/show-session.ts';
import { releaseJob } from '../../service/src/usecases/operator/release-job.ts';
import { startTestService, type TestService } from '../src/index.ts';
import { patienceMs } from '../src/patience.ts';
import { commanding, runVisionSoak, soundContexts, soundPicture } from './support/vision-soak.ts';

const deadlineMs = 2_500;

describe.each(systemEngines())('the pictures of a session [%s]', (engine) => {
  let service: TestService;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    drop = database?.drop ?? drop;
    service = await startTestService({
      env: { VISION_PROCESS: 'child', VISION_THREADS: '2' },
      vision: { thread: await faultyThread(), limits: { deadlineMs, retryMs: { first: 10, most: 100 } } },
      ...(database ? { databaseUrl: database.url } : {}),
    });
  });
  afterAll(async () => {
    await service.close();
    await drop();
  });

  /** A submitted session with this picture in each of its contexts; a live one, so that the pictures decide. */
  async function submit(bytes: Buffer, contexts = ['face']) {
    const { client, integrationId } = await service.integrate({ mode: 'live' });
    const sessionId = await client.createSession({});
    for (const context of contexts) await client.uploadMedia(sessionId, { context, bytes });
    await client.submit(sessionId);
    const decision = async () => (await client.waitForDecision(sessionId)).body.verification?.status;
    return { sessionId, integrationId, decision, client };
  }

  /** The job of a session once it is parked, with its operator entry. */
  async function parked(sessionId: string) {
    const end = performance.now() + patienceMs;
    for (;;) {
      const [row] = await service.ctx.database.query(
        `select j.claims, o.kind, o.cause
         from job j join operator_entry o on o.session_id = j.session_id and o.resolved_at is null
         where j.session_id = $1 and j.parked_at is not null`,
        [sessionId],
      );
      if (row) return row;
      if (performance.now() > end) throw new Error('the job was not parked');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const ofTheOperator = {
    claims: 2,
    kind: 'job_parked',
    cause: 'the pictures ended the process that looked at them',
  };

  it('that end the vision process are tried once more, by themselves, and go to the operator undecided (F22, S25)', async () => {
    const deadly = await submit(commanding('kill'));
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
    expect((await deadly.client.decision(deadly.sessionId)).body.verification).toBeNull();
  });

  /** What an attempt is told whose picture nobody could look into. */
  const askedAgain = { status: 'resubmission_requested', code: 9103, reasonCode: 204 };

  it('that hang have one more try alone, with twice the time, and are requested again (F22, S12, S25)', async () => {
    const hanging = await submit(commanding('spin'), ['face', 'document-front']);
    const answer = await hanging.client.waitForDecision(hanging.sessionId);
    expect(answer.body.verification).toMatchObject(askedAgain);
    const claimed = await service.ctx.metrics.visionSeconds.get();
    const ends = claimed.values.filter(({ metricName }) => metricName?.endsWith('_count'));
    const count = (outcome: string) => ends.find(({ labels }) => labels['outcome'] === outcome)?.value;
    expect([count('late'), count('too-slow')]).toEqual([1, 1]);
    const left =
      'select 1 from job where session_id = $1 union all select 1 from operator_entry where session_id = $1';
    expect(await service.ctx.database.query(left, [hanging.sessionId])).toEqual([]);
  });

  byNight(() => {
    it('that are too slow are marked so in what the operator is shown of the session', async () => {
      const { client, sessionId, integrationId } = await submit(commanding('spin'));
      await client.waitForDecision(sessionId);
      expect(await showSession(service.ctx)({ integrationId, sessionId })).toMatchObject({
        session: { findings: { pictures: [{ context: 'face', problems: ['img.too_slow (fail)'] }] } },
      });
    });
  });

  it('that are slow beside others, and quick enough alone, are decided', async () => {
    // Longer than the deadline, shorter than twice as long.
    const slow = commanding(`compute ${1.1 * deadlineMs} ${JSON.stringify(seenPictures())}`);
    const { decision } = await submit(slow, soundContexts);
    expect(await decision()).toBe('approved');
  });

  it('for which the machine is too busy are tried again with more time, without counting as a failure', async () => {
    const starving = await submit(commanding('starve'), ['face', 'document-front']);
    const jobOf = async () => {
      const [job] = await service.ctx.database.query(
        `select claims, lane, payload ->> 'starved' as starved, parked_at as "parkedAt" from job where session_id = $1`,
        [starving.sessionId],
      );
      return job;
    };
    await expect
      .poll(jobOf, { timeout: patienceMs })
      .toMatchObject({ lane: 'verify-alone', starved: '1', parkedAt: null });
    // The first look, beside others, counts; that by itself does not.
    expect(Number((await jobOf())?.['claims'])).toBeLessThanOrEqual(2);
    expect((await starving.client.decision(starving.sessionId)).body.verification).toBeNull();
    await service.ctx.database.query('delete from job where session_id = $1', [starving.sessionId]);
  });

  it('are decided whatever other sessions do to the process meanwhile', async () => {
    const deadly = ['kill', 'crash'].map((command) => submit(commanding(command)));
    const sound = Array.from({ length: 8 }, () => submit(soundPicture, soundContexts));
    const decisions = await Promise.all(sound.map(async (session) => (await session).decision()));
    expect(decisions).toEqual(Array.from({ length: 8 }, () => 'approved'));
    for (const session of deadly) expect(await parked((await session).sessionId)).toEqual(ofTheOperator);
  });

  it('are inspected again when the process is killed from outside (F22)', async () => {
    const slow = commanding(`slowly 700 ${JSON.stringify(seenPictures())}`);
    const { sessionId, decision } = await submit(slow, soundContexts);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const pid of visionProcesses()) process.kill(pid, 'SIGKILL');
    expect(await decision()).toBe('approved');
    const entries = await service.ctx.database.query('select 1 from operator_entry where session_id = $1', [
      sessionId,
    ]);
    expect(entries).toEqual([]);
  });

  it('that a person releases have both tries again', async () => {
    const deadly = await submit(commanding('kill'));
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
    expect(await releaseJob(service.ctx)({ sessionId: deadly.sessionId, actor: 'cli' })).toEqual({
      outcome: 'released',
    });
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
  });

  it('that could not be inspected wholly are never decided', async () => {
    const partial = { ...seenPictures(), notComputed: ['time.limit'] };
    const { client, sessionId } = await submit(commanding(`answer ${JSON.stringify(partial)}`));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await client.decision(sessionId)).body.verification).toBeNull();
    await service.ctx.database.query('delete from job where session_id = $1', [sessionId]);
  });
});

byNight(() => {
  describe('sessions while vision processes are killed at random', () => {
    it('are all decided or with the operator; none is approved by a failure, and memory stays (F22, I14)', async () => {
      const [engine] = engines().toReversed();
      const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
      try {
        const report = await runVisionSoak({
          sessions: 60,
          clients: 4,
          seed: 11,
          killEvery: 6,
          ...(database ? { databaseUrl: database.url } : {}),
        });
        expect(report).toMatchObject({ submitted: 60, lost: 0, wronglyApproved: 0 });
        expect(report.approved).toBeGreaterThanOrEqual(48);
        expect(report.kills).toBeGreaterThan(1);
        expect(report.memory.end).toBeLessThan(report.memory.early + 100 * 2 ** 20);
      } finally {
        await database?.drop();
      }
      expect(visionProcesses()).toEqual([]);
    });
  });
});
