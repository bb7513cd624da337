import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';

interface Change {
  change: number;
  actor: string;
  reason: string | null;
  rollsBackBefore: number | null;
  active: boolean;
  name: { from: string; to: string } | null;
  changed: Record<string, { from?: unknown; to?: unknown }>;
}

describeApiOnce('the history of settings', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const historyOf = async (integrationId: string) =>
    (await run('integration history', integrationId)).output as Change[];
  const settingsOf = async (integrationId: string) =>
    ((await run('integration show', integrationId)).output as { settings: Record<string, unknown> }).settings;

  it('has who changed what, from what, and why, newest first', async () => {
    const { integrationId } = await given.api.integrate();
    const first = ['--set', 'minimumAge=21', '--reason', 'change 4711', '--by', 'ada'];
    await run('integration configure', integrationId, ...first);
    await run('integration configure', integrationId, '--name', `Harbour ${integrationId}`);
    await run('integration deactivate', integrationId, '--reason', 'contract ended', '--by', 'bo');
    expect(await historyOf(integrationId)).toEqual([
      expect.objectContaining({ actor: 'cli:bo', reason: 'contract ended', active: false, changed: {} }),
      expect.objectContaining({
        actor: 'cli',
        reason: null,
        name: { from: expect.any(String) as string, to: `Harbour ${integrationId}` },
      }),
      {
        change: expect.any(Number) as number,
        at: expect.stringMatching(/Z$/) as string,
        actor: 'cli:ada',
        reason: 'change 4711',
        proposedBy: null,
        approvedBy: null,
        rollsBackBefore: null,
        active: true,
        name: null,
        changed: { minimumAge: { from: null, to: 21 } },
      },
    ]);
  });

  it('returns to what was before a change, and leaves what did not change since as it is', async () => {
    const { integrationId } = await given.api.integrate();
    const configure = async (...args: string[]) =>
      expect(await run('integration configure', integrationId, ...args)).toMatchObject({ exitCode: 0 });
    await configure('--set', 'riskLabels=true', '--set', 'watchlist.matchThreshold=90');
    const wanted = await settingsOf(integrationId);
    await configure('--set', 'minimumAge=21', '--set', 'watchlist.matchThreshold=95');
    await configure('--set', 'minimumAge=25', '--set', 'watchlist.exactMatch=true');
    const [, second] = await historyOf(integrationId);
    const before = String(second?.change);
    const expected = {
      minimumAge: { from: 25, to: null },
      watchlist: {
        from: expect.objectContaining({ matchThreshold: 95, exactMatch: true }) as object,
        to: expect.objectContaining({ matchThreshold: 90, exactMatch: false }) as object,
      },
    };
    const tried = await run('integration rollback', integrationId, before, '--dry-run', '--json');
    expect(tried.output).toEqual({ outcome: 'would-roll-back', changed: expected, kept: [] });
    expect((await settingsOf(integrationId))['minimumAge']).toBe(25);
    const why = ['--reason', 'too many reviews', '--by', 'ada', '--json'];
    const returned = await run('integration rollback', integrationId, before, ...why);
    expect(returned.output).toEqual({ outcome: 'rolled-back', changed: expected, kept: [] });
    expect(await settingsOf(integrationId)).toEqual(wanted);
    const [newest] = await historyOf(integrationId);
    expect(newest).toMatchObject({
      actor: 'cli:ada',
      reason: 'too many reviews',
      rollsBackBefore: second?.change,
    });
    expect((await run('integration rollback', integrationId, before, '--json')).output).toEqual({
      outcome: 'unchanged',
      changed: {},
      kept: [],
    });
    // A return is a change: it is undone in the same way.
    await run('integration rollback', integrationId, String(newest?.change));
    expect(await settingsOf(integrationId)).toMatchObject({
      minimumAge: 25,
      watchlist: { matchThreshold: 95, exactMatch: true },
    });
  });

  it('goes back to following a default, not to its value', async () => {
    const { integrationId } = await given.api.integrate();
    const stored = () =>
      given.api.ctx.database.query<{ settings: object }>('select settings from integration where id = $1', [
        integrationId,
      ]);
    const [before] = await stored();
    await run('integration configure', integrationId, '--set', 'minimumAge=21');
    const [newest] = await historyOf(integrationId);
    await run('integration rollback', integrationId, String(newest?.change));
    expect(await stored()).toEqual([before]);
  });

  it('rejects a change of another integration, an invalid number, and a long reason', async () => {
    const [one, other] = [await given.api.integrate(), await given.api.integrate()];
    await run('integration configure', other.integrationId, '--set', 'minimumAge=21');
    const [change] = await historyOf(other.integrationId);
    const notes = await Promise.all([
      run('integration rollback', one.integrationId, String(change?.change)),
      run('integration rollback', one.integrationId, 'yesterday'),
      run('integration configure', one.integrationId, '--reason', 'x'.repeat(501)),
      run('integration history', '00000000-0000-4000-8000-000000000000'),
    ]);
    expect(notes.map(({ exitCode, note }) => [exitCode, note])).toEqual([
      [4, 'change: must be one of "integration history" of this integration'],
      [2, 'CHANGE: must be the number of a change, one of "integration history", not yesterday'],
      [2, '--reason: must be 1 to 500 characters, not 501'],
      [4, 'integration: must be one of "integration list"'],
    ]);
  });
});
