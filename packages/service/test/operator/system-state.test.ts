import { render } from '@countersign/command-line';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';

interface Part {
  part: string;
  state: string;
  detail: string;
}

describeApiOnce('the state of the system', (given) => {
  const show = () => runOn(given.api.ctx, { command: 'system show', args: [] });
  const partsOf = ({ output }: { output: unknown }, part: string) =>
    (output as Part[]).filter((each) => each.part === part);

  it('is printed part by part, and done where nothing is a fault', async () => {
    const shown = await show();
    expect([shown.exitCode, shown.note]).toEqual([0, undefined]);
    expect((shown.output as Part[]).map(({ part }) => part)).toEqual([
      'release',
      'database',
      'clock',
      'migrations',
      'storage',
      'key encryption',
      'trusted proxies',
      'mail server',
      'backups',
      'registries',
      'registry certificates',
    ]);
    expect(partsOf(shown, 'migrations')).toEqual([
      {
        part: 'migrations',
        state: 'ok',
        detail: expect.stringMatching(/^all applied, the newest is \d{4}_[a-z_]+$/) as string,
      },
    ]);
    expect(partsOf(shown, 'key encryption')[0]).toMatchObject({
      state: 'ok',
      detail: 'new keys are wrapped under version 1, and no older one is in use',
    });
    expect(partsOf(shown, 'clock')[0]?.detail).toMatch(/differ by \d+ ms$/);
    expect(partsOf(shown, 'storage')[0]?.detail).toMatch(
      /: \d[\d.]* [KMGTP]?B of \d[\d.]* [KMGTP]?B, \d+ % free/,
    );
    expect(render(shown.output, 'table')).toContain('trusted proxies');
  });

  it('has a secret that an unfinished rewrap left under an older key', async () => {
    const { integrationId } = await given.api.integrate();
    const { database } = given.api.ctx;
    const under = (version: number) =>
      database.query('update shared_secret set kek_version = $2 where integration_id = $1', [
        integrationId,
        version,
      ]);
    await under(7);
    expect(partsOf(await show(), 'key encryption')).toEqual([
      {
        part: 'key encryption',
        state: 'warning',
        detail: 'new keys are wrapped under version 1; others are under 7: run "keys rewrap"',
      },
    ]);
    await under(1);
  });

  it('has a key that is held and not in force yet', async () => {
    const { vault } = given.api.ctx;
    vault.use(0);
    const shown = partsOf(await show(), 'key encryption');
    vault.use(1);
    expect(shown).toEqual([
      {
        part: 'key encryption',
        state: 'warning',
        detail: expect.stringMatching(/; version 1 is held and not in force: run "keys rewrap"$/) as string,
      },
    ]);
  });

  it('has a clock that went another way than that of the database', async () => {
    await given.clock.advance({ seconds: 10 });
    expect(partsOf(await show(), 'clock')[0]).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(
        /^the database is (9|10|11) s ahead of this machine: synchronise both/,
      ) as string,
    });
    await given.clock.advance({ minutes: 1 });
    const shown = await show();
    expect([shown.exitCode, partsOf(shown, 'clock')[0]?.state]).toEqual([1, 'fault']);
    expect(shown.note).toMatch(/^clock: the database is (69|70|71) s ahead of this machine/);
  });
});
