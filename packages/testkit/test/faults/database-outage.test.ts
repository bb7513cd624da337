import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresCluster, startPostgresCluster, startTestService } from '../../src/index.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import {
  countRows,
  create,
  expectNothingLost,
  recovered,
  recoveryLimit,
  type Stage,
  startCreating,
} from '../support/outage.ts';

describe('a PostgreSQL server', () => {
  let stage: Stage & { cluster: PostgresCluster };
  let admin: pg.Client;
  beforeAll(async () => {
    const cluster = await startPostgresCluster();
    const service = await startTestService({ databaseUrl: cluster.url });
    stage = { cluster, service, integration: await service.integrate() };
  });
  afterAll(async () => {
    await stage.service.close();
    await stage.cluster.remove();
  });
  const connectAdmin = async () => {
    admin = new pg.Client({ connectionString: stage.cluster.url });
    admin.on('error', () => {});
    await admin.connect();
  };

  byNight(() => {
    it('that crashes and restarts under load costs seconds of 503, and nothing that was acknowledged (F12, I1)', async () => {
      const load = startCreating(stage, 8);
      const readiness = async () => (await fetch(`${stage.service.url}/readyz`)).status;
      for (let n = 0; n < 3; n += 1) {
        await sleep(1_000);
        await stage.cluster.stop('immediate');
        await sleep(500);
        await expect.poll(readiness).toBe(503);
        await stage.cluster.start();
        expect(await recovered(stage)).toBeLessThan(recoveryLimit);
        await expect.poll(readiness).toBe(200);
      }
      await load.stop();
      const { refused } = await expectNothingLost(stage, load);
      expect(refused).toBeGreaterThan(0);
    });
  });

  it('that crashes between submission and decision decides each session once (F12, I2)', async () => {
    const sessions = await Promise.all(
      Array.from({ length: 10 }, async () => (await create(stage)).body.verification.id),
    );
    await Promise.all(sessions.map((id) => stage.integration.client.submit(id)));
    await stage.cluster.stop('immediate');
    await stage.cluster.start();
    await recovered(stage);
    for (const id of sessions) {
      const { body } = await stage.integration.client.waitForDecision(id);
      expect(body.verification?.status).toBe('approved');
    }
    const decisions = `select count(*)::int as count from decision where session_id = any($1::uuid[])`;
    expect(await countRows(stage, decisions, [sessions])).toBe(10);
    // Each at least once: what was under way at the crash is sent again.
    const told = () => {
      const { received } = stage.service.receiver;
      return new Set(received.filter(({ path }) => path === '/decision').map(({ id }) => id)).size;
    };
    await expect.poll(told).toBe(10);
  });

  byNight(() => {
    it('that keeps ending every connection is reconnected to, with no error other than 503 (F13, I1)', async () => {
      await connectAdmin();
      const load = startCreating(stage, 8);
      for (let n = 0; n < 10; n += 1) {
        await sleep(200);
        await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign' and pid <> pg_backend_pid()`,
        );
      }
      await sleep(200);
      await load.stop();
      await admin.end();
      await expectNothingLost(stage, load);
      const after = startCreating(stage, 8);
      await sleep(1_000);
      await after.stop();
      expect(after.answers.filter(({ status }) => status !== 201)).toEqual([]);
    });
  });

  it('with a row locked for too long leads to 503 with Retry-After and changes nothing (F15, I6)', async () => {
    const id = (await create(stage)).body.verification.id;
    await connectAdmin();
    await admin.query('begin');
    await admin.query('select 1 from session where id = $1 for update', [id]);
    const start = performance.now();
    const body = { verification: { status: 'submitted' } };
    const submitted = await stage.integration.client.call({ method: 'PATCH', path: `/sessions/${id}`, body });
    expect(submitted.status).toBe(503);
    expect(submitted.headers.get('retry-after')).toBe('1');
    expect(performance.now() - start).toBeLessThan(10_000);
    await admin.query('rollback');
    await admin.end();
    const [row] = await stage.service.ctx.database.query(`select status from session where id = $1`, [id]);
    expect(row).toEqual({ status: 'created' });
    await stage.integration.client.submit(id);
  });

  it.each([
    ['deadlock', '40P01'],
    ['serialisation failure', '40001'],
    ['lock time-out', '55P03'],
  ])(
    'that reports a %s is retried three times at most, and then leads to 503 (F15, R4)',
    async (_name, state) => {
      const { database } = stage.service.ctx;
      const table = `tried_${state.toLowerCase()}`;
      await database.query(`create sequence ${table}`);
      await database.query(
        `create function refuse_${table}() returns trigger language plpgsql as $$ begin
         if new.action = 'submit-session' and nextval('${table}') <= current_setting('test.refusals')::int
         then raise exception 'invented' using errcode = '${state}'; end if; return new; end $$`,
      );
      await database.query(
        `create trigger refuse before insert on audit for each row execute function refuse_${table}()`,
      );
      const answers: (number | undefined)[] = [];
      for (const refusals of [3, 4]) {
        await database.query(`alter database postgres set test.refusals = '${refusals}'`);
        await database.query(`alter sequence ${table} restart`);
        await reconnect();
        const id = (await create(stage)).body.verification.id;
        const body = { verification: { status: 'submitted' } };
        const submitted = await stage.integration.client.call({
          method: 'PATCH',
          path: `/sessions/${id}`,
          body,
        });
        answers.push(submitted.status);
        const [tries] = await database.query<{ count: number }>(
          `select last_value::int as count from ${table}`,
        );
        answers.push(tries?.count);
      }
      await database.query('drop trigger refuse on audit');
      expect(answers).toEqual([200, 4, 503, 4]);
    },
  );

  /** New connections see new settings. */
  async function reconnect(): Promise<void> {
    await connectAdmin();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign'`,
    );
    await admin.end();
    await recoveredConnections();
  }

  async function recoveredConnections(): Promise<void> {
    const { database } = stage.service.ctx;
    const tried = () => database.query('select 1').then(Boolean, () => false);
    for (let good = 0; good < 20; good = (await tried()) ? good + 1 : 0);
  }
});
