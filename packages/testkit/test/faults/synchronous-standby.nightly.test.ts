import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresCluster, startPostgresCluster, startTestService } from '../../src/index.ts';
import { countRows, create, recovered, type Stage } from '../support/outage.ts';

describe('a commit that a synchronous standby must confirm', () => {
  let stage: Stage & { cluster: PostgresCluster };
  let admin: pg.Client;
  beforeAll(async () => {
    const cluster = await startPostgresCluster();
    const service = await startTestService({ databaseUrl: cluster.url });
    stage = { cluster, service, integration: await service.integrate() };
    admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    // The session of this test confirms for itself.
    await admin.query('set synchronous_commit = local');
  });
  afterAll(async () => {
    await setStandby('');
    await admin.end();
    await stage.service.close();
    await stage.cluster.remove();
  });

  const setStandby = async (name: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${name}'`);
    await admin.query('select pg_reload_conf()');
  };

  /** A server reloads its settings when its processes come to it: until then commits wait, or not, as before. */
  const requireStandby = async (name: string) => {
    await setStandby(name);
    await expect.poll(commitWaits).toBe(name !== '');
  };

  /** Whether a commit of another session waits for a standby; one that waits is cancelled. */
  async function commitWaits(): Promise<boolean> {
    const probe = new pg.Client({ connectionString: stage.cluster.url });
    await probe.connect();
    const ended = probe.query(`select pg_logical_emit_message(true, 'probe', '')`).then(() => true);
    let waits = false;
    while (!(await Promise.race([ended, sleep(20, false)]))) waits = (await cancelWaiting()) > 0 || waits;
    await probe.end();
    return waits;
  }

  /** Cancels what waits, as an operator does who wants to go on. @returns how many waited */
  async function cancelWaiting(): Promise<number> {
    const { rows } = await admin.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    return rows.length;
  }

  it('is not acknowledged when the wait for it is cancelled: the commit would be lost with this server (R5)', async () => {
    await recovered(stage);
    const sessions = () => countRows(stage, 'select count(*)::int as count from session');
    const before = await sessions();
    await requireStandby('away');
    const answer = create(stage);
    await expect.poll(cancelWaiting).toBeGreaterThan(0);
    const { status, headers } = await answer;
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '1' });
    // It is there all the same, as with every 503: on this server.
    await requireStandby('');
    expect(await sessions()).toBe((before ?? 0) + 1);
  });

  it('is acknowledged again as soon as no standby has to confirm', async () => {
    await requireStandby('away');
    await requireStandby('');
    expect((await create(stage)).status).toBe(201);
  });
});
