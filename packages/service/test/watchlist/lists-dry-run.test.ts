import { expect, it } from 'vitest';
import type { Screener } from '@countersign/screening';
import { listIntegrations } from '../../src/usecases/integration/list-integrations.ts';
import { type ScreenMany, tryScreeningRules } from '../../src/usecases/watchlist/try-screening-rules.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  integrateScreening,
  type Invented,
  listsOf,
  screenedSession,
  screeningOnly,
} from '../support/screening.ts';

const listed: Invented[] = [
  { id: 'x-1', name: 'Dario Velmont', lists: ['SANCTIONS'], born: '1971-04-02' },
  { id: 'x-2', name: 'Dario Velmontes', lists: ['PEP_CLASS_1', 'WARNINGS'] },
  { id: 'x-3', name: 'Mirelda Vossgaard', lists: ['PEP_CLASS_1'] },
];

const screenMany = (screener: Screener): ScreenMany =>
  async function* answers(questions) {
    for await (const { subject, options } of questions) yield { result: screener.screen(subject, options) };
  };

describeApiOnce('dry run of screening rules', (given) => {
  it('counts alerts gained and lost on the current lists, by list type and score band, and writes nothing', async () => {
    const { api } = given;
    const lists = listsOf('lists-1', ...listed);
    const client = await integrateScreening(
      api,
      screeningOnly({ monitoring: true, lists: ['SANCTIONS', 'PEP_CLASS_1'] }),
    );
    const other = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const people = [
      { firstName: 'Dario', lastName: 'Velmont' },
      { firstName: 'Mirelda', lastName: 'Vossgaard' },
    ];
    const ids: string[] = [];
    for (const person of people) ids.push(await screenedSession(api, client, { person, lists }));
    await screenedSession(api, other, { person: people[0] ?? {}, lists });
    const { integrationId } = client;
    const settingsNow = async () =>
      (await listIntegrations(api.ctx)()).find((one) => one.integrationId === integrationId)?.settings;
    const before = await settingsNow();
    const tried = await tryScreeningRules(api.ctx)({
      integrationId,
      changes: { lists: ['PEP_CLASS_1', 'WARNINGS'] },
      screenMany: screenMany(lists),
    });
    if (tried.outcome !== 'tried') throw new Error(tried.outcome);
    expect(tried).toMatchObject({ people: 2, refused: 0, alertsBefore: 3, alertsAfter: 2 });
    expect(tried.rules.lists).toEqual(['PEP_CLASS_1', 'WARNINGS']);
    expect(tried.counts).toEqual([{ list: 'SANCTIONS', score: '95 and more', gained: 0, lost: 1 }]);
    expect(tried.samples).toEqual([
      {
        change: 'lost',
        sessionId: ids[0],
        entityId: 'x-1',
        score: 100,
        lists: ['SANCTIONS'],
        name: 'Dario Velmont',
        matchedName: 'Dario Velmont',
      },
    ]);
    expect(await settingsNow()).toEqual(before);
  });

  it('loses similar names with a higher threshold, and gains them with a lower one', async () => {
    const { api } = given;
    const lists = listsOf('lists-1', ...listed);
    const client = await integrateScreening(api, screeningOnly({ monitoring: true, matchThreshold: 100 }));
    const sessionId = await screenedSession(api, client, {
      person: { firstName: 'Dario', lastName: 'Velmont' },
      lists,
    });
    const tried = await tryScreeningRules(api.ctx)({
      integrationId: client.integrationId,
      changes: { matchThreshold: 80 },
      screenMany: screenMany(lists),
    });
    if (tried.outcome !== 'tried') throw new Error(tried.outcome);
    expect(tried.samples).toMatchObject([{ change: 'gained', sessionId, entityId: 'x-2' }]);
    expect(tried.counts.map(({ list, gained, lost }) => [list, gained, lost])).toEqual([
      ['PEP_CLASS_1', 1, 0],
      ['WARNINGS', 1, 0],
    ]);
  });

  it('rejects invalid rules, and an integration that does not exist', async () => {
    const { api, client } = given;
    const use = (integrationId: string, matchThreshold: number) =>
      tryScreeningRules(api.ctx)({
        integrationId,
        changes: { matchThreshold },
        screenMany: screenMany(listsOf('lists-1')),
      });
    await expect(use(client.integrationId, 101)).rejects.toThrow(
      'watchlist.matchThreshold: must be a whole number from 0 to 100',
    );
    expect(await use('00000000-0000-4000-8000-000000000000', 80)).toEqual({ outcome: 'unknown-integration' });
  });
});
