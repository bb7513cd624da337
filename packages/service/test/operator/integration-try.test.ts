import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { type Seen, seenPictures } from '../support/findings.ts';

describeApiOnce('settings that are tried on decided sessions', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  type Client = Awaited<ReturnType<typeof given.api.integrate>>;
  const decide = async (client: Client, seen: Seen): Promise<string> => {
    const id = await client.createSession({});
    await client.submit(id);
    await verify(given.api, id, seeing(seenPictures(seen)));
    return id;
  };
  const stateOf = async (integrationId: string) => {
    const { database } = given.api.ctx;
    const rows = (text: string) => database.query(text, [integrationId]);
    return {
      sessions: await rows('select * from session where integration_id = $1 order by id'),
      attempts: await rows('select * from attempt where integration_id = $1 order by id'),
      decisions: await rows('select * from decision where integration_id = $1 order by id'),
      audit: await rows('select * from audit where integration_id = $1 order by id'),
      webhooks: await rows('select * from webhook where integration_id = $1 order by id'),
      jobs: await rows('select * from job where integration_id = $1 order by id'),
    };
  };

  it('shows which would be decided otherwise, and writes nothing', async () => {
    const client = await given.api.integrate();
    const id = client.integrationId;
    const young = await decide(client, { birthDate: '2004-05-06' });
    await decide(client, { birthDate: '1971-05-06', number: 'X7000001', hash: 'b0b1b2b3b4b5b6b7' });
    const before = await stateOf(id);
    const tried = await run('integration try', id, '--set', 'minimumAge=25', '--json');
    expect(tried).toEqual({
      exitCode: 0,
      output: {
        outcome: 'tried',
        sessions: 2,
        compared: 2,
        changed: 1,
        untried: [],
        registry: null,
        counts: [
          { before: 'approved', after: 'approved', sessions: 1 },
          { before: 'approved', after: 'declined', sessions: 1 },
        ],
        samples: [
          {
            sessionId: young,
            before: { status: 'approved', code: null },
            after: { status: 'declined', code: 536 },
          },
        ],
      },
    });
    const text = await run('integration try', id, '--set', 'minimumAge=25', '--set', 'registry=CO');
    expect(text.note).toBe(
      [
        '2 sessions, 2 of them with findings: 1 would be decided differently. Nothing was written.',
        'Sessions approved here would then go to the registry CO, which was not called.',
        'Not evaluated, because it takes effect only in new sessions:  registry',
        `${young}  approved → declined 536`,
      ].join('\n'),
    );
    const newest = await run('integration try', id, '--set', 'minimumAge=25', '--sessions', '1', '--json');
    expect(newest.output).toMatchObject({ sessions: 1, compared: 1, changed: 0, samples: [] });
    expect(await stateOf(id)).toEqual(before);
  });

  it('leaves out sessions of which no findings are kept, and counts them', async () => {
    const client = await given.api.integrate();
    const id = client.integrationId;
    const session = await decide(client, {});
    await given.api.ctx.database.query('update attempt set findings = null where session_id = $1', [session]);
    const tried = await run('integration try', id, '--set', 'minimumAge=25', '--json');
    expect(tried.output).toMatchObject({ sessions: 1, compared: 0, changed: 0, counts: [] });
  });

  it('is refused for settings that affect new sessions only, for no change, and for invalid values', async () => {
    const { integrationId: id } = await given.api.integrate();
    const noteOf = async (...args: string[]) => (await run('integration try', id, ...args)).note;
    expect(await noteOf('--set', 'crosslinks=true')).toBe(
      'settings: must affect decisions on stored findings, as faceAcceptScore does; other settings take effect only in new sessions',
    );
    expect(await noteOf('--set', 'minimumAge=null')).toBe(
      'settings: must differ from those in force; "integration show" prints them',
    );
    expect(await noteOf('--set', 'minimumAge=-3')).toMatch(/^minimumAge: must be /);
    expect(await noteOf('--set', 'minimumAge=18', '--sessions', '0')).toBe(
      '--sessions: must be a whole number from 1 to 1000, not 0',
    );
  });
});
