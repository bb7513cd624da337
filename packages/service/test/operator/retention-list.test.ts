import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeApiOnce('what integrations are set to', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });

  it('is listed as schedules, with what is kept, held and not erased yet', async () => {
    const client = await given.api.integrate({
      settings: { deletion: true, retention: { sessionDays: 730, descriptorDays: 90 } },
    });
    const id = client.integrationId;
    const schedule = async () => (await run('retention list', '--integration', id)).output;
    const empty = {
      integrationId: id,
      name: expect.any(String) as string,
      mode: 'test',
      sessionDays: 730,
      pictureDays: null,
      descriptorDays: 90,
      descriptorDaysAtMost: 1095,
      webhookDays: null,
      deletion: true,
      oldestSession: null,
      held: 0,
      erasing: 0,
      erasingSince: null,
    };
    expect(await schedule()).toEqual([empty]);
    const [held, erased] = [await client.createSession(), await client.createSession()];
    await run('session hold', id, held, '--reason', 'court order 17');
    await run('session erase', id, erased, '--yes');
    expect(await schedule()).toEqual([
      { ...empty, oldestSession: moment, held: 1, erasing: 1, erasingSince: moment },
    ]);
    const all = (await run('retention list')).output as { integrationId: string }[];
    expect(all.map(({ integrationId }) => integrationId)).toContain(given.client.integrationId);
  });

  it('is printed for a ticket setting by setting, without keys', async () => {
    const client = await given.api.integrate({
      settings: { minimumAge: 21, watchlist: { matchThreshold: 90 } },
    });
    const { output } = await run('integration capabilities', client.integrationId, '--json');
    const matrix = output as { capabilities: { setting: string }[] };
    expect(matrix).toMatchObject({
      integration: { integrationId: client.integrationId, mode: 'test', active: true },
      release: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      exportedAt: moment,
    });
    const of = (name: string) => matrix.capabilities.find(({ setting }) => setting === name);
    expect(of('minimumAge')).toEqual({
      setting: 'minimumAge',
      value: 21,
      default: null,
      isDefault: false,
      effect: 'Minimum age, in years',
    });
    expect(of('watchlist.matchThreshold')).toMatchObject({ value: 90, default: 80, isDefault: false });
    expect(of('faceLimits.strong')).toMatchObject({ value: null, default: null, isDefault: true });
    const text = JSON.stringify(matrix);
    expect([text.includes(client.secret), text.includes(client.apiKey)]).toEqual([false, false]);
    expect(await run('integration capabilities', '00000000-0000-4000-8000-000000000000')).toMatchObject({
      exitCode: 4,
    });
  });
});
