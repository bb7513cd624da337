/** PostgreSQL crashes and restarts while clients, pages of the flow, jobs and webhooks are under way. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drawSelfie } from '@countersign/specimens';
import { afterEach, describe, expect, it } from 'vitest';
import { engines } from '../../../service/test/support/engines.ts';
import { propertySeed } from '../../../service/test/support/property-seed.ts';
import { type PostgresCluster, startPostgresCluster, startTestService } from '../../src/index.ts';
import type { Stage } from '../../src/storm/stage.ts';
import { pageOf } from '../support/flow-page.ts';
import { approved, countRows, recoveryLimit } from '../support/outage.ts';
import { printUnread } from '../support/print-unread.ts';
import { runStorm } from '../support/run-storm.ts';
import { untilDone } from '../support/until-done.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const restarts = 6;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newCluster(): Promise<PostgresCluster> {
  const cluster = await startPostgresCluster();
  cleanups.push(() => cluster.remove());
  return cluster;
}

/** Milliseconds until every process of the stage says that it is ready. */
async function readyAgain({ apiUrl }: Pick<Stage, 'apiUrl'>): Promise<number> {
  const start = performance.now();
  const isReady = () =>
    fetch(`${new URL(apiUrl).origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await sleep(20);
  return Math.round(performance.now() - start);
}

describe.runIf(engines().includes('postgres'))('a PostgreSQL server that restarts under load', () => {
  it.each(['immediate', 'fast'] as const)(
    'by a stop that is %s costs no acknowledged write, decides nothing twice, and leaves every webhook sent (F12, I1, I2, I3)',
    async (mode) => {
      const cluster = await newCluster();
      const recovered: number[] = [];
      const { violations, acknowledged, webhooks, seconds } = await runStorm({
        executable,
        databaseUrl: cluster.url,
        kills: restarts,
        writes: 60,
        seed: propertySeed,
        measured: false,
        async strike(stage) {
          await cluster.stop(mode);
          await sleep(300);
          await cluster.start();
          recovered.push(await readyAgain(stage));
          await sleep(1_500);
        },
      });
      console.log(
        `PostgreSQL restarted (${mode}) ${restarts} times, seed ${propertySeed}: ready again after ${recovered.join(', ')} ms; ${acknowledged} acknowledged writes, ${webhooks} webhooks, ${violations.length} violations, ${seconds} s`,
      );
      for (const { invariant, detail } of violations) console.log(`  ${invariant}: ${detail}`);
      expect(violations).toEqual([]);
      expect(Math.max(...recovered)).toBeLessThan(recoveryLimit);
    },
    1_800_000,
  );

  it('costs a person in the flow a repetition at most, and every submission is decided and announced once (F12, I2, I3)', async () => {
    const cluster = await newCluster();
    const service = await startTestService({ databaseUrl: cluster.url, env: printUnread });
    cleanups.push(() => service.close());
    const { client } = await untilDone(() => service.integrate({ settings: { requireDocument: false } }));
    const selfie = await drawSelfie({ seed: 46 });
    let going = true;
    const sessions: string[] = [];
    const person = async () => {
      while (going) {
        const page = await untilDone(() => pageOf(client, { person: approved }));
        const accepted = (work: () => Promise<{ status: number }>) =>
          untilDone(async () => {
            const { status } = await work();
            if (status !== 200) throw new Error(`answered ${status}`);
          });
        await accepted(() => page.start());
        await untilDone(() => page.upload('face', selfie));
        await accepted(() => page.submit());
        sessions.push(page.sessionId);
      }
    };
    const people = Promise.all([person(), person(), person()]);
    for (let n = 0; n < restarts; n += 1) {
      await sleep(2_000);
      await cluster.stop('immediate');
      await sleep(300);
      await cluster.start();
    }
    await sleep(1_000);
    going = false;
    await people;
    expect(sessions.length).toBeGreaterThan(restarts);
    for (const id of sessions) {
      expect((await client.waitForDecision(id)).body.verification?.status).toBe('approved');
      const { body } = await client.call<{ verifications: unknown[] }>({
        method: 'GET',
        path: `/sessions/${id}/attempts`,
        sign: id,
      });
      expect(body.verifications).toHaveLength(1);
    }
    const decided = `select count(*)::int as count from decision where session_id = any($1::uuid[])`;
    expect(await countRows({ service }, decided, [sessions])).toBe(sessions.length);
    const announced = () =>
      new Set(service.receiver.received.filter(({ path: at }) => at === '/decision').map(({ id }) => id))
        .size;
    await expect.poll(announced, { timeout: 120_000 }).toBe(sessions.length);
  }, 600_000);
});
