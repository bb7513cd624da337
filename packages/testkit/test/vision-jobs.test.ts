import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../../service/test/support/engines.ts';
import { faultyThread } from '../../service/test/support/faulty-thread-file.ts';
import { seenPictures } from '../../service/test/support/findings.ts';
import { visionProcesses } from '../../service/test/support/vision-processes.ts';
import { releaseJob } from '../../service/src/usecases/release-job.ts';
import { startTestService, type TestService } from '../src/index.ts';
import { commanding, runVisionSoak, soundPicture } from './support/vision-soak.ts';

const deadlineMs = 1_500;

describe.each(engines())('the pictures of a session [%s]', (engine) => {
  let service: TestService;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createTestDatabase() : null;
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

  /** A submitted session with one picture; a live one, so that the pictures decide. */
  async function submit(bytes: Buffer) {
    const { client } = await service.integrate({ mode: 'live' });
    const sessionId = await client.createSession({});
    await client.uploadMedia(sessionId, { context: 'face', bytes });
    await client.submit(sessionId);
    const decision = async () => (await client.waitForDecision(sessionId)).body.verification?.status;
    return { sessionId, decision, client };
  }

  /** The job of a session once it is parked, with its operator entry. */
  async function parked(sessionId: string) {
    const end = performance.now() + 15_000;
    for (;;) {
      const [row] = await service.shell.database.query(
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

  it('that end the vision process are tried once more, by themselves, and go to the operator undecided', async () => {
    const deadly = await submit(commanding('kill'));
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
    expect((await deadly.client.decision(deadly.sessionId)).body.verification).toBeNull();
  });

  it('that hang are given up at the hard deadline, twice, and go to the operator undecided', async () => {
    const hanging = await submit(commanding('spin'));
    expect(await parked(hanging.sessionId)).toEqual(ofTheOperator);
    expect((await hanging.client.decision(hanging.sessionId)).body.verification).toBeNull();
  });

  it('are decided whatever other sessions do to the process meanwhile', async () => {
    const deadly = ['spin', 'crash'].map((command) => submit(commanding(command)));
    const sound = Array.from({ length: 8 }, () => submit(soundPicture));
    const decisions = await Promise.all(sound.map(async (session) => (await session).decision()));
    expect(decisions).toEqual(Array.from({ length: 8 }, () => 'approved'));
    for (const session of deadly) expect(await parked((await session).sessionId)).toEqual(ofTheOperator);
  });

  it('are looked at again when the process is killed from outside', async () => {
    const slow = commanding(`slowly 700 ${JSON.stringify(seenPictures())}`);
    const { sessionId, decision } = await submit(slow);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const pid of visionProcesses()) process.kill(pid, 'SIGKILL');
    expect(await decision()).toBe('approved');
    const entries = await service.shell.database.query('select 1 from operator_entry where session_id = $1', [
      sessionId,
    ]);
    expect(entries).toEqual([]);
  });

  it('that a person releases have both tries again', async () => {
    const deadly = await submit(commanding('kill'));
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
    expect(await releaseJob(service.shell)({ sessionId: deadly.sessionId })).toEqual({ outcome: 'released' });
    expect(await parked(deadly.sessionId)).toEqual(ofTheOperator);
  });

  it('that could not be looked into wholly are never decided', async () => {
    const partial = { ...seenPictures(), notComputed: ['time.limit'] };
    const { client, sessionId } = await submit(commanding(`answer ${JSON.stringify(partial)}`));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await client.decision(sessionId)).body.verification).toBeNull();
    await service.shell.database.query('delete from job where session_id = $1', [sessionId]);
  });
});

describe('sessions while vision processes are killed at random', () => {
  it('are all decided or with the operator; none is approved by a failure, and memory stays', async () => {
    const [engine] = engines().toReversed();
    const database = engine === 'postgres' ? await createTestDatabase() : null;
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
  }, 60_000);
});
