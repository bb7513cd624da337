import { LegacyWatchlistResult, WatchlistResult } from '@countersign/contract';
import type { Screener } from '@countersign/screening';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  integrateScreening,
  listsOf,
  readResult,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont', dateOfBirth: '1971-06-02' };
const lists = listsOf('lists-1', {
  id: 'x-1',
  name: 'Dario Velmond',
  lists: ['SANCTIONS'],
  born: '1971-06-02',
  countries: ['CO'],
});

/** One of a JSON body as far as it is read here. */
interface Explained {
  explanation?: {
    score: number;
    summary: string;
    settledBy: string[];
    evidence: { field: string; relation: string; points: number }[];
  } | null;
}

describeApiOnce('explanations of hits (A-270)', (given) => {
  it('are the last member of every hit where the integration enables them, in the webhook too', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ explanations: true }));
    const id = await screenedSession(api, client, { person, lists });
    const { data } = await readResult(client, id);
    expect(Value.Check(WatchlistResult, data)).toBe(true);
    const [hit] = data.hits as unknown as Explained[];
    expect(Object.keys(hit ?? {}).at(-1)).toBe('explanation');
    const { score = 0, evidence = [], ...words } = hit?.explanation ?? {};
    expect(words).toEqual({
      summary:
        'The names agree except for one letter (“Velmont”, “Velmond”); the birth date agrees; no country was given.',
      settledBy: [],
    });
    expect(evidence.map(({ field, relation }) => `${field} ${relation}`)).toEqual([
      'name compared',
      'name same',
      'name one_letter',
      'name calibration',
      'birthDate same_date',
      'country unknown',
      'gender unknown',
      'identifier unknown',
    ]);
    expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
    const [webhook = ''] = await watchlistWebhooks(api, id);
    expect(JSON.parse(webhook)).toEqual(data);
  });

  it('are not there by default, nor in the legacy shape', async () => {
    const { api } = given;
    const plain = await integrateScreening(api);
    const legacy = await integrateScreening(api, screeningOnly({ explanations: true, solution: 'legacy' }));
    const found = await readResult(plain, await screenedSession(api, plain, { person, lists }));
    const older = await readResult(legacy, await screenedSession(api, legacy, { person, lists }));
    expect(found.data.hits).toHaveLength(1);
    expect(found.bytes).not.toContain('explanation');
    expect(older.bytes).not.toContain('explanation');
    expect(Value.Check(LegacyWatchlistResult, older.data)).toBe(true);
  });

  it('are null for a hit that was kept without one, and the command prints the next step', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ explanations: true }));
    const id = await screenedSession(api, client, { person, lists: { ...lists, entity: () => null } });
    const [hit] = (await readResult(client, id)).data.hits;
    expect(hit).toMatchObject({ explanation: null });
    const args = [client.integrationId, id, hit?.id ?? ''];
    expect(await runOn(api.ctx, { command: 'hits explain', args })).toEqual({
      exitCode: 3,
      output: { outcome: 'not-explained' },
      note: 'hit: must have been found by a release that stores explanations; "hits show" prints the trace of every hit',
    });
  });

  it('are printed for the operator whatever the integration shows', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await screenedSession(api, client, { person, lists });
    const [hit] = (await readResult(client, id)).data.hits;
    const args = [client.integrationId, id, hit?.id ?? ''];
    const { exitCode, output, note } = await runOn(api.ctx, { command: 'hits explain', args });
    expect([exitCode, note]).toEqual([
      0,
      expect.stringMatching(/^score [\d.]+: The names agree except for one letter/),
    ]);
    expect(output).toContainEqual({
      field: 'birthDate',
      subject: '1971-06-02',
      listed: '1971-06-02',
      relation: 'same_date',
      points: expect.any(Number) as number,
    });
    const whole = await runOn(api.ctx, { command: 'hits explain', args: [...args, '--json'] });
    expect(whole.output).toMatchObject({ evidence: output, settledBy: [] });
  });

  it('are null where the names cannot be compared again; the hit still counts', async () => {
    const { api } = given;
    const client = await integrateScreening(api, screeningOnly({ explanations: true }));
    const renamed: Screener = {
      snapshot: lists.snapshot,
      screen: (...question) => lists.screen(...question),
      entity: (id) => {
        const entity = lists.entity(id);
        return entity && { ...entity, names: [{ text: 'Ilian Strubin', kind: 'primary' }] };
      },
    };
    const id = await screenedSession(api, client, { person, lists: renamed });
    const { data } = await readResult(client, id);
    expect(data).toMatchObject({ reviewStatus: 'potential_match', totalHits: 1 });
    expect((data.hits as unknown as Explained[]).map(({ explanation }) => explanation)).toEqual([null]);
  });
});
