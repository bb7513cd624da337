import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, systemEngines } from '../../../service/test/support/engines.ts';
import { faultyThread } from '../../../service/test/support/faulty-thread-file.ts';
import { seenPictures } from '../../../service/test/support/findings.ts';
import { startTestService, type TestIntegration, type TestService } from '../../src/index.ts';
import { commanding } from '../support/vision-soak.ts';

/** Milliseconds that one session of the flood takes a thread. */
const slowMs = 4_000;
const flood = 18;

describe.each(systemEngines())('a flood of slow pictures by one integration [%s]', (engine) => {
  let service: TestService;
  let drop = async () => {};
  beforeAll(async () => {
    const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
    drop = database?.drop ?? drop;
    service = await startTestService({
      env: { VISION_PROCESS: 'child', VISION_THREADS: '2' },
      vision: { thread: await faultyThread() },
      ...(database ? { databaseUrl: database.url } : {}),
    });
  });
  afterAll(async () => {
    await service.close();
    await drop();
  });

  const taking = (ms: number) => commanding(`slowly ${ms} ${JSON.stringify(seenPictures())}`);

  /** A session that is ready to be handed in. @param picture `null`: without any */
  async function prepare({ client }: TestIntegration, picture: Buffer | null, person = {}): Promise<string> {
    const sessionId = await client.createSession({ person });
    if (picture) await client.uploadMedia(sessionId, { context: 'face', bytes: picture });
    return sessionId;
  }

  /** Hands in a flood: first all that takes its time, then all of it at once. */
  async function flooded(flooder: TestIntegration): Promise<void> {
    const sessionIds: string[] = [];
    for (let n = 0; n < flood; n += 1) sessionIds.push(await prepare(flooder, taking(slowMs)));
    for (const sessionId of sessionIds) await flooder.client.submit(sessionId);
  }

  /** Sessions of the flood that were decided while this one waited for its decision. */
  async function overtaken(
    flooder: TestIntegration,
    { client }: TestIntegration,
    sessionId: string,
  ): Promise<number> {
    const before = await count(flooder);
    await client.submit(sessionId);
    await client.waitForDecision(sessionId);
    const left = await count(flooder);
    expect(left).toBeGreaterThan(0);
    return before - left;
  }

  const count = async ({ integrationId }: TestIntegration) =>
    (await service.ctx.database.query(`select 1 from job where integration_id = $1`, [integrationId])).length;
  const forget = ({ integrationId }: TestIntegration) =>
    service.ctx.database.query('delete from job where integration_id = $1', [integrationId]);

  it('delays another integration’s session at most by the work already running (S25, W9)', async () => {
    const [flooder, victim] = [
      await service.integrate({ mode: 'live' }),
      await service.integrate({ mode: 'live' }),
    ];
    const sessionIds = [await prepare(victim, taking(20)), await prepare(victim, taking(20))];
    await flooded(flooder);
    for (const sessionId of sessionIds) {
      // Two threads were busy, and each may have had one more in hand. In turn of arrival it would be all of the flood.
      expect(await overtaken(flooder, victim, sessionId)).toBeLessThanOrEqual(4);
    }
    await forget(flooder);
  });

  it('never delays a decision that needs no picture (A-102)', async () => {
    const flooder = await service.integrate({ mode: 'live' });
    const [forced, empty] = [await service.integrate(), await service.integrate({ mode: 'live' })];
    const approve = { firstName: 'Approve', lastName: 'Maasikas' };
    const waiting = [
      { of: forced, sessionId: await prepare(forced, taking(slowMs), approve) },
      { of: empty, sessionId: await prepare(empty, null) },
    ];
    await flooded(flooder);
    for (const { of, sessionId } of waiting)
      expect(await overtaken(flooder, of, sessionId)).toBeLessThanOrEqual(4);
    await forget(flooder);
  });
});
