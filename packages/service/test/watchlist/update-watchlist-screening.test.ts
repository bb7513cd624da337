import { expect, it } from 'vitest';
import { failure, type Client } from '../support/api.ts';
import { verify } from '../support/decide.ts';
import { describeApiOnce, type GivenApi } from '../support/describe-api.ts';
import {
  integrateScreening,
  listsOf,
  monitor,
  patchResult,
  readResult,
  type ResultBody,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont' };
const [velmont, velmonte, velmontRuiz] = [
  { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2' as const] },
  { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS' as const] },
  { id: 'x-3', name: 'Dario Velmont Ruiz', lists: ['WARNINGS' as const] },
];
const threeHits = listsOf('lists-1', velmont, velmonte, velmontRuiz);
const noHits = listsOf('lists-1');

interface Screened {
  client: Client;
  id: string;
  /** Ids of the hits. */
  hits: [string, string, string];
}

async function screened(
  { api }: GivenApi,
  watchlist: Parameters<typeof screeningOnly>[0] = {},
): Promise<Screened> {
  const client = await integrateScreening(api, screeningOnly(watchlist));
  const id = await screenedSession(api, client, { person, lists: threeHits });
  const { hits } = (await readResult(client, id)).data;
  return { client, id, hits: hits.map((hit) => hit.id) as Screened['hits'] };
}

const review = (id: string, matchStatus: string, riskLevel?: string) => ({
  hit: { id, matchStatus, ...(riskLevel === undefined ? {} : { riskLevel }) },
});

const parsed = (bodies: string[]) => bodies.map((body) => JSON.parse(body) as ResultBody);

describeApiOnce('PATCH /sessions/{sessionId}/watchlist-screening', (given) => {
  it('is 402/1301 where the integration does not screen, before any check of the body (A-70)', async () => {
    const id = await given.client.createSession();
    expect(await patchResult(given.client, id, { hit: 5 })).toBe('402/1301');
  });

  it('is 404 while there is no result, whatever the body (A-70)', async () => {
    const { api } = given;
    const client = await integrateScreening(api);
    const id = await client.createSession({ person });
    expect(await patchResult(client, id, { monitorStatus: 'disabled' })).toBe('404/1101');
    await client.submit(id);
    await verify(api, id);
    expect(await patchResult(client, id, {})).toBe('404/1101');
  });

  it('every row of the validation, in order (A-70)', async () => {
    const { client, id, hits } = await screened(given);
    const stranger = '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346';
    const rows: [unknown, string][] = [
      [{ sessionId: stranger, monitorStatus: 'x' }, '400/1104'],
      [{ sessionId: 7, hasUnacknowledgedChanges: false }, '400/1104'],
      [{ hit: {}, monitorStatus: 'disabled' }, '400/1104'],
      [{ hasUnacknowledgedChanges: false, monitorStatus: '' }, '400/1104'],
      [{}, '400/1102'],
      [{ hit: null, hasUnacknowledgedChanges: null, monitorStatus: null }, '400/1102'],
      [{ hit: 'x' }, '400/1104'],
      [{ hit: [] }, '400/1104'],
      [{ hit: { matchStatus: 'true_match' } }, '400/1102'],
      [{ hit: { id: hits[0] } }, '400/1102'],
      [{ hit: { id: 5, matchStatus: 'true_match' } }, '400/1104'],
      [{ hit: { id: hits[0], matchStatus: 'TRUE_MATCH' } }, '400/1104'],
      [review(hits[0], 'false_positive', 'low'), '400/1104'],
      [review(hits[0], 'true_match', 'medium'), '400/1104'],
      [review(stranger, 'true_match'), '404/1101'],
      [{ hasUnacknowledgedChanges: true }, '400/1104'],
      [{ hasUnacknowledgedChanges: 'false' }, '400/1104'],
      [{ monitorStatus: 'enabled' }, '400/1104'],
      [{ monitorStatus: '' }, '400/1102'],
    ];
    for (const [body, expected] of rows)
      expect([body, await patchResult(client, id, body)]).toEqual([body, expected]);
    expect((await readResult(client, id)).data.reviewStatus).toBe('potential_match');
  });

  it('takes its own session id, in any letter case (A-17)', async () => {
    const { client, id, hits } = await screened(given);
    const body = { sessionId: id.toUpperCase(), ...review(hits[0], 'inconclusive') };
    expect(await patchResult(client, id, body)).toMatchObject({ sessionId: id });
  });

  it('answers the state after a hit review, the risk level only if set (A-71)', async () => {
    const { client, id, hits } = await screened(given);
    const { attemptId } = (await readResult(client, id)).data;
    const answer = await client.call({
      method: 'PATCH',
      path: `/sessions/${id}/watchlist-screening`,
      body: review(hits[0].toUpperCase(), 'true_match', 'high'),
    });
    expect([answer.status, answer.bytes.toString()]).toEqual([
      200,
      `{"status":"success","data":{"attemptId":"${attemptId}","sessionId":"${id}","vendorData":null,` +
        `"reviewStatus":"potential_match","hasUnacknowledgedChanges":false,"monitorStatus":"",` +
        `"hit":{"id":"${hits[0]}","matchStatus":"true_match","riskLevel":"high"}}}`,
    ]);
    expect(await patchResult(client, id, review(hits[0], 'true_match'))).toMatchObject({
      hit: { id: hits[0], matchStatus: 'true_match' },
    });
    expect((await readResult(client, id)).data.hits[0]).not.toHaveProperty('riskLevel');
  });

  it('any value may follow any other; without true_match there is no risk level (A-72)', async () => {
    const { client, id, hits } = await screened(given);
    const values = ['false_positive', 'potential_match', 'true_match', 'inconclusive'];
    for (const from of values) {
      for (const to of values) {
        await patchResult(client, id, review(hits[1], from, from === 'true_match' ? 'low' : undefined));
        await patchResult(client, id, review(hits[1], to));
        const hit = (await readResult(client, id)).data.hits.find((each) => each.id === hits[1]);
        expect([from, to, hit?.matchStatus, hit?.riskLevel]).toEqual([from, to, to, undefined]);
      }
    }
  });

  it('the last decision makes it reviewed and sends it once; later ones move it as the table specifies (A-72)', async () => {
    const { client, id, hits } = await screened(given);
    const { api } = given;
    const statuses: unknown[] = [];
    const steps = [
      review(hits[0], 'false_positive'),
      review(hits[1], 'true_match', 'low'),
      review(hits[2], 'inconclusive'),
      review(hits[2], 'inconclusive'),
      review(hits[2], 'false_positive'),
      { hasUnacknowledgedChanges: false },
      review(hits[0], 'potential_match'),
      review(hits[0], 'true_match'),
    ];
    for (const step of steps) {
      const data = (await patchResult(client, id, step)) as ResultBody;
      statuses.push([data.reviewStatus, (await watchlistWebhooks(api, id)).length]);
    }
    expect(statuses).toEqual([
      ['potential_match', 1],
      ['potential_match', 1],
      ['reviewed', 2],
      ['reviewed', 2],
      ['reviewed', 2],
      ['reviewed', 2],
      ['potential_match', 2],
      ['reviewed', 3],
    ]);
    const [, told] = parsed(await watchlistWebhooks(api, id));
    expect(told).toMatchObject({
      checkType: 'initial_result',
      reviewStatus: 'reviewed',
      matchStatus: 'possible_match',
    });
    expect(told?.hits.map((hit) => [hit.id, hit.matchStatus, hit.riskLevel])).toEqual([
      [hits[0], 'false_positive', undefined],
      [hits[1], 'true_match', 'low'],
      [hits[2], 'inconclusive', undefined],
    ]);
    const read = await readResult(client, id);
    expect((await watchlistWebhooks(api, id)).at(-1)).toBe(JSON.stringify(read.data));
  });

  it('of the last reviews at the same time one makes it reviewed, and one webhook reports it (F29, I12)', async () => {
    const { api } = given;
    for (let round = 0; round < 5; round += 1) {
      const { client, id, hits } = await screened(given);
      const answers = await Promise.all(
        hits.map((hit) => patchResult(client, id, review(hit, 'false_positive')) as Promise<ResultBody>),
      );
      expect(answers.map(({ reviewStatus }) => reviewStatus).sort()).toEqual([
        'potential_match',
        'potential_match',
        'reviewed',
      ]);
      const told = parsed(await watchlistWebhooks(api, id)).map(({ reviewStatus }) => reviewStatus);
      expect(told).toEqual(['potential_match', 'reviewed']);
    }
  });

  it('a review beside a monitoring run loses neither the review nor the flag (F30, I12)', async () => {
    const { api } = given;
    const { client, id, hits } = await screened(given, { monitoring: true });
    for (const hit of hits.slice(1)) await patchResult(client, id, review(hit, 'false_positive'));
    const more = listsOf('lists-2', velmont, velmonte, velmontRuiz, {
      id: 'x-4',
      name: 'Dario Velmont',
      lists: ['FITNESS_PROBITY'],
    });
    await Promise.all([monitor(api, id, more), patchResult(client, id, review(hits[0], 'false_positive'))]);
    const { data } = await readResult(client, id);
    expect([data.reviewStatus, data.hasUnacknowledgedChanges]).toEqual(['potential_match', true]);
    expect(data.hits.filter(({ matchStatus }) => matchStatus === 'false_positive').length).toBe(3);
  });

  it('acknowledging without any change succeeds and changes nothing (A-70)', async () => {
    const { api } = given;
    const { client, id } = await screened(given);
    const before = await readResult(client, id);
    expect(await patchResult(client, id, { hasUnacknowledgedChanges: false })).toMatchObject({
      reviewStatus: 'potential_match',
      hasUnacknowledgedChanges: false,
    });
    expect(await readResult(client, id)).toEqual(before);
    const clean = await integrateScreening(api);
    const none = await screenedSession(api, clean, { person, lists: noHits });
    expect(await patchResult(clean, none, { hasUnacknowledgedChanges: false })).toMatchObject({
      reviewStatus: 'no_match',
    });
    expect((await watchlistWebhooks(api, none)).length).toBe(1);
  });

  it.each([
    ['enabled', true],
    ['never configured', false],
  ])('disables monitoring that was %s; a second time is 400/1304', async (_case, monitoring) => {
    const { api } = given;
    const { client, id } = await screened(given, { monitoring });
    const body = { monitorStatus: 'disabled' };
    expect((await readResult(client, id)).data.monitorStatus).toBe(monitoring ? 'enabled' : '');
    const data = await patchResult(client, id, body);
    expect(data).toMatchObject({ reviewStatus: 'potential_match', monitorStatus: 'disabled' });
    expect(data).not.toHaveProperty('hit');
    const path = `/sessions/${id}/watchlist-screening`;
    const again = await client.call({ method: 'PATCH', path, body });
    expect([again.status, again.json]).toEqual([
      400,
      failure('1304', 'Watchlist screening is already disabled'),
    ]);
    expect((await readResult(client, id)).data.monitorStatus).toBe('disabled');
    await monitor(api, id, noHits);
    expect((await readResult(client, id)).data.hits.length).toBe(3);
    expect((await watchlistWebhooks(api, id)).length).toBe(1);
  });

  it('of two that disable at the same time one is refused as disabled already', async () => {
    const { client, id } = await screened(given, { monitoring: true });
    const body = { monitorStatus: 'disabled' };
    const answers = await Promise.all([patchResult(client, id, body), patchResult(client, id, body)]);
    expect(answers.filter((answer) => answer === '400/1304').length).toBe(1);
  });

  it('the legacy solution only disables monitoring (A-69, A-71)', async () => {
    const { client, id } = await screened(given, { solution: 'legacy', monitoring: true });
    expect(await patchResult(client, id, { hasUnacknowledgedChanges: false })).toBe('400/1301');
    expect(await patchResult(client, id, review('9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346', 'true_match'))).toBe(
      '400/1301',
    );
    const { attemptId } = (await readResult(client, id)).data;
    expect(await patchResult(client, id, { monitorStatus: 'disabled' })).toEqual({
      attemptId,
      sessionId: id,
      vendorData: null,
      monitorStatus: 'disabled',
    });
  });

  it('no emitted body is taken as a request on another session, nor on its own (A-17, O5)', async () => {
    const { api } = given;
    const { client, id, hits } = await screened(given);
    const path = `/sessions/${id}/watchlist-screening`;
    const answered = (
      await client.call({ method: 'PATCH', path, body: review(hits[0], 'true_match') })
    ).bytes.toString();
    const bodies = [answered, (await readResult(client, id)).bytes, ...(await watchlistWebhooks(api, id))];
    const other = await screenedSession(api, client, { person, lists: threeHits });
    for (const body of bodies) {
      for (const target of [id, other]) {
        const answer = await client.call({
          method: 'PATCH',
          path: `/sessions/${target}/watchlist-screening`,
          body,
        });
        expect(answer.status).toBe(400);
      }
    }
  });

  it('keeps who decided what, and when (A-72, I7)', async () => {
    const { api } = given;
    const { client, id, hits } = await screened(given);
    await patchResult(client, id, review(hits[0], 'true_match', 'low'));
    await patchResult(client, id, review(hits[0], 'false_positive'));
    await patchResult(client, id, { monitorStatus: 'disabled' });
    const history = await api.ctx.database.query(
      `select hit_id, actor, from_status, from_risk, to_status, to_risk, at is not null as timed
       from watchlist_review where session_id = $1 order by id`,
      [id],
    );
    const actor = `api:${client.keyId}`;
    expect(history).toEqual([
      {
        hit_id: hits[0],
        actor,
        from_status: 'potential_match',
        from_risk: null,
        to_status: 'true_match',
        to_risk: 'low',
        timed: true,
      },
      {
        hit_id: hits[0],
        actor,
        from_status: 'true_match',
        from_risk: 'low',
        to_status: 'false_positive',
        to_risk: null,
        timed: true,
      },
    ]);
    const audited = await api.ctx.database.query(
      `select actor, action, details->>'from' as from_state, details->>'to' as to_state,
         details->>'decision' as decision, details->>'riskLevel' as risk from audit where session_id = $1 and id > (
         select id from audit where session_id = $1 and action = 'pass_checks') order by id`,
      [id],
    );
    const still = { from_state: 'potential_match', to_state: 'potential_match' };
    const none = { decision: null, risk: null };
    expect(audited).toEqual([
      {
        actor: 'worker',
        action: 'complete-screening',
        from_state: 'in_progress',
        to_state: 'potential_match',
        ...none,
      },
      { actor, action: 'review-hit', ...still, decision: 'true_match', risk: 'low' },
      { actor, action: 'review-hit', ...still, decision: 'false_positive', risk: null },
      { actor, action: 'disable-monitoring', from_state: '', to_state: 'disabled', ...none },
    ]);
  });
});
