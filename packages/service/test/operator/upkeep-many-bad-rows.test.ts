import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { applyDueProposals } from '../../src/usecases/integration/apply-proposals.ts';
import { deleteOutlived } from '../../src/usecases/session/delete-outlived.ts';
import { startUpkeep } from '../../src/workers/upkeep.ts';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { endDue } from '../support/end-due.ts';
import { describeAlone } from '../support/engines.ts';

describeAlone('damaged rows that fill a portion of upkeep', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
    await api.ctx.database.query(
      `create function refused() returns trigger language plpgsql as $$ begin raise exception 'damaged'; end $$`,
    );
  });
  const repair = async () => {
    for (const table of ['session', 'setting_proposal'])
      await api.ctx.database.query(`drop trigger if exists damaged on ${table}`);
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    await repair();
  });
  afterAll(() => api.close());

  /** From now on the database rejects every change of rows of this integration. */
  const damage = (table: 'session' | 'setting_proposal', { integrationId }: Client) =>
    api.ctx.database.query(
      `create trigger damaged before update on ${table} for each row when (old.integration_id = '${integrationId}')
       execute function refused()`,
    );
  const createMany = async (client: Client, count: number) => {
    for (let made = 0; made < count; made += 1) await client.createSession();
  };
  const statuses = ({ integrationId }: Client) =>
    api.ctx.database.query(
      `select status, count(*)::int as count, count(deleted_at)::int as deleted from session
       where integration_id = $1 group by status`,
      [integrationId],
    );
  /** Moves on the clock of this process, which upkeep uses for its pauses. */
  const passHere = (minutes: number) => {
    const { now } = performance;
    vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + minutes * 60_000);
  };

  it('delay the end of no other session, even if they are due first and more than a portion', async () => {
    const [lost, bad, good] = [await api.integrate(), await api.integrate(), await api.integrate()];
    await lost.createSession();
    await api.ctx.database.query('update session set kek_version = 77 where integration_id = $1', [
      lost.integrationId,
    ]);
    await createMany(bad, 205);
    await good.createSession();
    await clock.advance({ days: 8 });
    await damage('session', bad);
    const upkeep = startUpkeep(api.ctx);
    try {
      await expect
        .poll(() => statuses(good), { timeout: 30_000 })
        .toEqual([{ status: 'expired', count: 1, deleted: 0 }]);
    } finally {
      await upkeep.stop();
    }
    expect(await statuses(bad)).toEqual([{ status: 'created', count: 205, deleted: 0 }]);
    expect(await statuses(lost)).toEqual([{ status: 'created', count: 1, deleted: 0 }]);
  });

  it('delay the deletion of no other session, and are deleted once that is possible', async () => {
    const settings = { retention: { sessionDays: 30 } };
    const [bad, good] = [await api.integrate({ settings }), await api.integrate({ settings })];
    await createMany(bad, 3);
    await createMany(good, 2);
    await clock.advance({ days: 8 });
    for (const client of [bad, good]) await endDue(api, client);
    await clock.advance({ days: 31 });
    await damage('session', bad);
    const look = () => deleteOutlived(api.ctx)('session', 2);
    expect([await look(), await look(), await look()]).toEqual([1, 1, 0]);
    expect(await statuses(good)).toEqual([{ status: 'expired', count: 2, deleted: 2 }]);
    await repair();
    expect(await look()).toBe(0);
    passHere(11);
    expect(await look()).toBe(3);
    expect(await statuses(bad)).toEqual([{ status: 'expired', count: 3, deleted: 3 }]);
  });

  it('delay no other change of settings', async () => {
    const propose = async (client: Client) => {
      const args = [client.integrationId, '--set', 'minimumAge=18', '--from', '24h', '--reason', 'contract'];
      expect((await runOn(api.ctx, { command: 'integration propose', args })).exitCode).toBe(0);
    };
    const [bad, good] = [await api.integrate(), await api.integrate()];
    for (const client of [bad, bad, bad, good]) await propose(client);
    await clock.advance({ hours: 25 });
    await damage('setting_proposal', bad);
    await applyDueProposals(api.ctx)(2);
    await applyDueProposals(api.ctx)(2);
    const ages = await api.ctx.database.query(
      `select settings -> 'minimumAge' as age from integration where id = $1`,
      [good.integrationId],
    );
    expect(ages).toEqual([{ age: 18 }]);
  });
});
