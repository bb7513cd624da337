import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { type BackupRow, markVerified, recordBackup } from '../../src/storage/operator/backups.ts';
import { startUpkeep } from '../../src/workers/upkeep.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeAlone } from '../support/engines.ts';

describeAlone('the backups of an installation', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let others: TestApi;
  beforeAll(async () => {
    const database = await open();
    api = await startApi(database, { BACKUP_MAX_AGE_HOURS: '36' });
    others = await startApi(database, { BACKUP_MAX_AGE_HOURS: '0' });
    await database.query(`update migration set applied_at = now() where name = '0035_backups'`);
  });
  afterAll(async () => {
    await api.close();
    await others.close();
  });

  // The clock is right again after each test.
  beforeEach(() => api.ctx.database.query('delete from backup'));

  const run = (command: string, on = api) => runOn(on.ctx, { command, args: [] });
  const faults = async (): Promise<(string | null)[][]> =>
    ((await run('alerts list')).output as { kind: string; integrationId: string | null }[]).map(
      ({ kind, integrationId }) => [kind, integrationId],
    );
  async function record(given: Partial<BackupRow> = {}): Promise<string> {
    const id = randomUUID();
    const written = { directory: '/backups/one', release: '0.1.0', schema: '0035_backups', bytes: 7 };
    await recordBackup(api.ctx.database, { id, ...written, error: null, ...given });
    return id;
  }
  const failed = { schema: null, bytes: null, error: 'no space left on device' };

  /** Figures of a worker, after its first look. */
  async function measured(on: TestApi): Promise<Record<string, number>> {
    const { registry } = on.ctx.metrics;
    registry.resetMetrics();
    const upkeep = startUpkeep(on.ctx);
    try {
      await expect.poll(() => registry.metrics(), { timeout: 20_000 }).toContain('hold="no"');
      // The look at backups is the last part of it.
      await upkeep.stop();
      const lines = (await registry.metrics()).matchAll(/^countersign_backup_(\w+)\{\w+="(\w+)"\} (\S+)$/gm);
      return Object.fromEntries([...lines].map(([, , of = '', value]) => [of, Number(value)]));
    } finally {
      await upkeep.stop();
    }
  }

  it('are shown with the newest, and with none where there is none, which is no fault of a new installation', async () => {
    const shown = async () => {
      const parts = (await run('system show')).output as { part: string; state: string; detail: string }[];
      return parts.filter(({ part }) => part === 'backups').map(({ state, detail }) => [state, detail]);
    };
    expect(await shown()).toEqual([['info', 'none so far: create one with "backup"']]);
    const id = await record();
    const untried =
      /^newest of \d{4}-\S+Z; no restore was tried so far: run "restore --verify", then "backups verified"$/;
    expect(await shown()).toEqual([['ok', expect.stringMatching(untried)]]);
    await markVerified(api.ctx.database, id);
    const tried = /^newest of (\S+Z); the newest one with a verified restore is of \1$/;
    expect(await shown()).toEqual([['ok', expect.stringMatching(tried)]]);
  });

  it('are late a day and a half after recording began or the newest was written, and untried after eight days', async () => {
    expect(await faults()).toEqual([]);
    expect((await run('backups list')).exitCode).toBe(0);
    await clock.advance({ hours: 37 });
    expect(await faults()).toEqual([['backup_late', null]]);
    const id = await record();
    expect(await faults()).toEqual([]);
    await clock.advance({ days: 8 });
    await record();
    expect(await faults()).toEqual([['backup_unverified', null]]);
    expect(await run('backups list')).toMatchObject({
      exitCode: 1,
      output: [{ verifiedAt: null }, { id }],
      note: expect.stringMatching(/^no restore tried since \d{4}-/) as string,
    });
    expect(await markVerified(api.ctx.database, await record())).toBe(true);
    expect(await faults()).toEqual([]);
    expect(await run('backups list')).toMatchObject({ exitCode: 0 });
  });

  it('are reported as failed until one is written again', async () => {
    await record();
    const id = await record(failed);
    expect(await faults()).toContainEqual(['backup_failed', null]);
    expect(await markVerified(api.ctx.database, id)).toBe(false);
    const { output } = await run('backups list');
    expect(output).toContainEqual(expect.objectContaining({ id, ...failed }));
    await record();
    expect(await faults()).not.toContainEqual(['backup_failed', null]);
  });

  it('have figures for age and faults, and none where backups are made by other means', async () => {
    await record();
    await record(failed);
    await clock.advance({ hours: 40 });
    expect(await measured(others)).toEqual({});
    const figures = await measured(api);
    expect(figures).toMatchObject({ late: 1, failed: 1 });
    expect(Math.floor((figures['written'] ?? 0) / 3_600)).toBe(40);
    expect(figures['verified']).toBeGreaterThanOrEqual(figures['written'] ?? Infinity);
    expect(((await run('alerts list', others)).output as unknown[]).length).toBe(0);
    expect((await run('backups list', others)).exitCode).toBe(0);
  });

  it('are deleted but for the newest 400', async () => {
    for (let n = 0; n < 5; n += 1) await record();
    await api.ctx.database.query(
      `insert into backup (id, directory, release, bytes, ended_at)
       select gen_random_uuid(), '/backups/' || n, '0.1.0', 1, now() - n * interval '1 day' from generate_series(1, 400) n`,
    );
    await record();
    const [row] = await api.ctx.database.query<{ count: number }>(
      'select count(*)::int as count from backup',
    );
    expect(row?.count).toBe(400);
  });
});
