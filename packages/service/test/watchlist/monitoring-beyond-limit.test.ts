import { expect, it } from 'vitest';
import type { Screener } from '@countersign/screening';
import { configureIntegration } from '../../src/usecases/integration/configure-integration.ts';
import { dryRun } from '../../src/usecases/watchlist/compare-anew.ts';
import { tryScreeningRules } from '../../src/usecases/watchlist/try-screening-rules.ts';
import { screenAgain } from '../../src/usecases/watchlist/run-screening.ts';
import type { Client } from '../support/api.ts';
import { describeApiOnce, type GivenApi } from '../support/describe-api.ts';
import {
  integrateScreening,
  type Invented,
  listsOf,
  monitor,
  patchResult,
  readResult,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont' };
const velmont: Invented = { id: 'x-1', name: 'Dario Velmonte', lists: ['PEP_CLASS_2'], countries: ['EE'] };
/** They come before the first one: sanctioned, and the very name. */
const better = (...ids: string[]): Invented[] =>
  ids.map((id) => ({ id, name: 'Dario Velmont', lists: ['SANCTIONS'] }));

async function decidedAs(
  { api }: GivenApi,
  decision: 'true_match' | 'false_positive' | null,
  limit = 1,
): Promise<{ client: Client; id: string; hitId: string }> {
  const client = await integrateScreening(api, screeningOnly({ monitoring: true, limit }));
  const id = await screenedSession(api, client, { person, lists: listsOf('lists-1', velmont) });
  const hitId = (await readResult(client, id)).data.hits[0]?.id ?? '';
  if (decision !== null) await patchResult(client, id, { hit: { id: hitId, matchStatus: decision } });
  return { client, id, hitId };
}

async function shown(client: Client, id: string) {
  const { hits, totalHits, reviewStatus, hasUnacknowledgedChanges } = (await readResult(client, id)).data;
  return {
    hits: hits.map(({ matchedName, matchStatus }) => `${matchedName} ${matchStatus}`),
    totalHits,
    reviewStatus,
    hasUnacknowledgedChanges,
  };
}

const screenManyOn = (screener: Screener) =>
  async function* answers(
    questions: AsyncIterable<{
      subject: Parameters<Screener['screen']>[0];
      options: Parameters<Screener['screen']>[1];
    }>,
  ) {
    for await (const { subject, options } of questions) yield { result: screener.screen(subject, options) };
  };

describeApiOnce('hits pushed beyond the limit by better ones (A-370)', (given) => {
  it.each(['true_match', 'false_positive', null] as const)(
    'a hit stays with its review (%s) when a better one takes the only place',
    async (decision) => {
      const { api } = given;
      const { client, id, hitId } = await decidedAs(given, decision);
      const lists = listsOf('lists-2', velmont, ...better('x-2', 'x-3'));
      await monitor(api, id, lists);
      expect(await shown(client, id)).toEqual({
        hits: ['Dario Velmont potential_match', `Dario Velmonte ${decision ?? 'potential_match'}`],
        totalHits: 3,
        reviewStatus: 'potential_match',
        hasUnacknowledgedChanges: true,
      });
      expect((await readResult(client, id)).data.hits[1]?.id).toBe(hitId);
      const told = (await watchlistWebhooks(api, id)).length;
      await monitor(api, id, lists);
      expect((await watchlistWebhooks(api, id)).length).toBe(told);
    },
  );

  it('a change to one is reported, and its disappearance from the lists too', async () => {
    const { api } = given;
    const { client, id } = await decidedAs(given, 'true_match');
    await monitor(api, id, listsOf('lists-2', velmont, ...better('x-2', 'x-3')));
    await monitor(
      api,
      id,
      listsOf('lists-3', { ...velmont, lists: ['PEP_CLASS_2', 'WARNINGS'] }, ...better('x-2', 'x-3')),
    );
    expect((await shown(client, id)).hits).toEqual([
      'Dario Velmont potential_match',
      'Dario Velmonte potential_match',
    ]);
    await monitor(api, id, listsOf('lists-4', ...better('x-2', 'x-3')));
    expect(await shown(client, id)).toMatchObject({ hits: ['Dario Velmont potential_match'], totalHits: 2 });
  });

  it.each([
    ['merged into another', { ...velmont, id: 'x-7', formerIds: ['x-1'] }],
    ['numbered anew', { ...velmont, id: 'x-8' }],
  ])('follows one whose entry is %s', async (_what, entry) => {
    const { api } = given;
    const { client, id, hitId } = await decidedAs(given, 'true_match');
    // A namesake who never was in the result stays out of it.
    const namesake: Invented = { ...velmont, id: 'x-9', countries: ['LV'] };
    await monitor(api, id, listsOf('lists-2', entry, namesake, ...better('x-2')));
    const { hits } = (await readResult(client, id)).data;
    expect(hits.map((hit) => [hit.id === hitId, hit.matchStatus])).toEqual([
      [false, 'potential_match'],
      [true, 'true_match'],
    ]);
  });

  it('one that disappeared with its entry returns with it, also beyond the limit', async () => {
    const { api } = given;
    const { client, id, hitId } = await decidedAs(given, 'false_positive');
    await monitor(api, id, listsOf('lists-2', ...better('x-2')));
    await monitor(api, id, listsOf('lists-3', velmont, ...better('x-2')));
    const { hits } = (await readResult(client, id)).data;
    expect(hits[1]).toMatchObject({ id: hitId, matchStatus: 'false_positive' });
  });

  it('a lower limit removes no hit, and the dry runs count none as lost', async () => {
    const { api } = given;
    const lists = listsOf('lists-1', velmont, ...better('x-2', 'x-3'));
    const client = await integrateScreening(api, screeningOnly({ monitoring: true, limit: 3 }));
    const { integrationId } = client;
    const id = await screenedSession(api, client, { person, lists });
    const before = (await readResult(client, id)).data.hits;
    const tried = await tryScreeningRules(api.ctx)({
      integrationId,
      changes: { limit: 1 },
      screenMany: screenManyOn(lists),
    });
    expect(tried).toMatchObject({ alertsBefore: 3, alertsAfter: 3, counts: [] });
    await configureIntegration(api.ctx)({
      integrationId,
      settings: { watchlist: { limit: 1 } },
      actor: 'test',
    });
    const again: Parameters<typeof dryRun>[1] = (question, stored) =>
      screenAgain(lists, question, stored).hits;
    expect(await dryRun(api.ctx, again, { integrationId })).toMatchObject({ screened: 1, changed: 0 });
    await monitor(api, id, lists);
    expect((await readResult(client, id)).data.hits).toEqual(before);
  });
});
