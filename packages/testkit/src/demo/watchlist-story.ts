import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../api-client.ts';
import { patienceMs } from '../patience.ts';
import type { ReceivedWebhook } from '../webhook-receiver.ts';
import { type Stage, step } from './stage.ts';

/** What the story needs besides the public API. */
export interface WatchlistStage extends Stage {
  /** Makes the change of the monitored person due now; the sandbox schedules it a minute after the first screening. */
  hastenChange(sessionId: string): Promise<void>;
}

interface Hit {
  id: string;
  matchStatus: string;
  matchedName: string;
  dateOfBirth: string;
  countries: string[];
  matchTypes: string[];
  listingsRelatedToMatch: Record<string, { sourceName: string }[]>;
}

interface Result {
  checkType: string;
  reviewStatus: string;
  hasUnacknowledgedChanges: boolean;
  monitorStatus: string;
  totalHits: number;
  hits: Hit[];
}

type ResultAnswer = Answer<{ status: string; data: Result | null }>;

const path = (sessionId: string) => `/sessions/${sessionId}/watchlist-screening`;

/**
 * Screens three people against watchlists, reviews the hits, monitors one of the people, and prints every step.
 * @returns the errors, `[]` when every step was as expected
 */
export async function runWatchlistStory(stage: WatchlistStage): Promise<string[]> {
  const story = new StorySteps(stage);
  stage.print(
    '\nwatchlists: Perpetua Olusade, who is on the invented sanctions list that comes with the service',
  );
  await story.listedPerson();
  stage.print('\nwatchlists: Liisa Maasikas, who is on no list');
  await story.cleanPerson();
  stage.print('\nwatchlists: Nils Testmonitor, who comes onto a list after his screening');
  await story.monitoredPerson();
  return story.problems;
}

class StorySteps {
  readonly problems: string[] = [];
  readonly #stage: WatchlistStage;
  #sessionId = '';
  /** Number of watchlist webhooks of the session that were already printed. */
  #webhooks = 0;

  constructor(stage: WatchlistStage) {
    this.#stage = stage;
  }

  async listedPerson(): Promise<void> {
    await this.#screen({ firstName: 'Perpetua', lastName: 'Olusade', dateOfBirth: '1984-06-11' }, 'hits');
    await this.#webhook('the screening', { checkType: 'initial_result', reviewStatus: 'potential_match' });
    await this.#reviewAll('true_match', 'high');
    await this.#webhook('the review', { checkType: 'initial_result', reviewStatus: 'reviewed' });
  }

  async cleanPerson(): Promise<void> {
    await this.#screen({ firstName: 'Liisa', lastName: 'Maasikas', dateOfBirth: '1991-03-14' }, 'no hits');
    await this.#webhook('the screening', { checkType: 'initial_result', reviewStatus: 'no_match' });
  }

  async monitoredPerson(): Promise<void> {
    await this.#screen({ firstName: 'Nils', lastName: 'Testmonitor' }, 'no hits');
    await this.#webhook('the screening', { checkType: 'initial_result', reviewStatus: 'no_match' });
    this.#stage.print(
      '  (the sandbox lists him 60 s later; the demo makes that job due now, and it runs as any other)',
    );
    await step(this.#stage, 'monitoring finds the new listing', async () => {
      await this.#stage.hastenChange(this.#sessionId);
      await this.#waitForResult(({ checkType }) => checkType === 'updated_result');
    });
    const answer = await this.#read();
    const updated = { checkType: 'updated_result', reviewStatus: 'potential_match' };
    this.#show(answer, { ...updated, hasUnacknowledgedChanges: true, totalHits: 1 });
    await this.#webhook('the change', { ...updated, hasUnacknowledgedChanges: true });
    await this.#patch('changes acknowledged', { hasUnacknowledgedChanges: false });
    this.#show(await this.#read(), { ...updated, hasUnacknowledgedChanges: false });
    await this.#reviewAll('false_positive');
    await this.#webhook('the review', { checkType: 'updated_result', reviewStatus: 'reviewed' });
  }

  /** Creates, submits and screens a new session. */
  async #screen(person: Record<string, string>, expected: 'hits' | 'no hits'): Promise<void> {
    const { client } = this.#stage;
    this.#webhooks = 0;
    this.#sessionId = await step(this.#stage, 'POST  /v1/sessions', () => client.createSession({ person }));
    const pending = await step(this.#stage, 'GET   …/watchlist-screening  before submission', () =>
      this.#read(),
    );
    const retryAfter = pending.headers.get('retry-after');
    this.#stage.print(`  → ${pending.status}, Retry-After ${retryAfter}: no result yet`);
    this.#expect(
      'the answer before the result',
      [pending.status, pending.body.data, retryAfter],
      [202, null, '3'],
    );
    await step(this.#stage, 'PATCH /v1/sessions/{id}  submitted', () => client.submit(this.#sessionId));
    await step(this.#stage, 'screen against the lists, GET …/watchlist-screening', () =>
      this.#waitForResult(() => true),
    );
    const reviewStatus = expected === 'hits' ? 'potential_match' : 'no_match';
    this.#show(await this.#read(), {
      checkType: 'initial_result',
      reviewStatus,
      totalHits: expected === 'hits' ? 1 : 0,
      monitorStatus: 'enabled',
    });
  }

  #read(): Promise<ResultAnswer> {
    const { client } = this.#stage;
    return client.call({ method: 'GET', path: path(this.#sessionId), sign: this.#sessionId });
  }

  async #waitForResult(awaited: (result: Result) => boolean, ms = patienceMs): Promise<void> {
    const end = performance.now() + ms;
    for (;;) {
      const { data } = (await this.#read()).body;
      if (data && awaited(data)) return;
      if (performance.now() > end) throw new Error(`no such screening result within ${ms} ms`);
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  }

  /** Prints a result and checks these members, and the signature of the response. */
  #show({ body, verified }: ResultAnswer, expected: Partial<Result>): void {
    const { print } = this.#stage;
    if (!verified) this.problems.push('a watchlist answer did not verify');
    if (body.data === null) {
      this.problems.push('there is no watchlist result');
      return;
    }
    print(`  → ${standing(body.data)}`);
    for (const hit of body.data.hits)
      if (hit.matchStatus === 'potential_match') print(`    ${described(hit)}`);
    this.#expectMembers('the result', body.data, expected);
  }

  async #reviewAll(matchStatus: string, riskLevel?: string): Promise<void> {
    const hits = (await this.#read()).body.data?.hits ?? [];
    for (const { id } of hits) {
      const hit = { id, matchStatus, ...(riskLevel === undefined ? {} : { riskLevel }) };
      await this.#patch(riskLevel === undefined ? matchStatus : `${matchStatus}, risk ${riskLevel}`, { hit });
    }
    this.#show(await this.#read(), { reviewStatus: 'reviewed', hasUnacknowledgedChanges: false });
  }

  async #patch(what: string, body: Record<string, unknown>): Promise<void> {
    const { client } = this.#stage;
    const answer = await step(this.#stage, `PATCH …/watchlist-screening  ${what}`, () =>
      client.call({ method: 'PATCH', path: path(this.#sessionId), body }),
    );
    this.#expect(what, answer.status, 200);
    if (!answer.verified) this.problems.push(`the answer to "${what}" did not verify`);
  }

  /** Waits for the session's next watchlist webhook: it must be signed and equal to GET. */
  async #webhook(of: string, expected: Partial<Result>): Promise<void> {
    this.#webhooks += 1;
    const webhook = await step(this.#stage, `receive the signed webhook of ${of}`, () => this.#received());
    const { bytes } = await this.#read();
    const same = `{"status":"success","data":${webhook.body.toString('utf8')}}` === bytes.toString('utf8');
    this.#stage.print(
      `    webhook ${webhook.id}: signature ${webhook.verified ? 'verified' : 'WRONG'}, ${same ? 'equal to' : 'DIFFERENT FROM'} GET watchlist-screening`,
    );
    if (this.#webhooks === 1) this.#stage.print(`    ${webhook.body.toString('utf8')}`);
    if (!webhook.verified) this.problems.push(`the webhook of ${of} did not verify`);
    if (!same) this.problems.push(`the webhook of ${of} differs from GET`);
    this.#expectMembers(
      `the webhook of ${of}`,
      JSON.parse(webhook.body.toString('utf8')) as Result,
      expected,
    );
  }

  async #received(): Promise<ReceivedWebhook> {
    const ours = ({ path: where, body }: ReceivedWebhook) =>
      where === '/watchlist-screening' && body.includes(this.#sessionId);
    const all = await this.#stage.receiver.waitFor(this.#webhooks, ours);
    const newest = all[this.#webhooks - 1];
    if (!newest) throw new Error('no webhook arrived');
    if (all.length > this.#webhooks) this.problems.push('more webhooks came than there was news');
    return newest;
  }

  #expectMembers(what: string, result: Result, expected: Partial<Result>): void {
    for (const [name, value] of Object.entries(expected))
      this.#expect(`${name} of ${what}`, result[name as keyof Result], value);
  }

  #expect(what: string, actual: unknown, expected: unknown): void {
    if (isDeepStrictEqual(actual, expected)) return;
    this.problems.push(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

function standing({ checkType, reviewStatus, totalHits, hasUnacknowledgedChanges, hits }: Result): string {
  const shown = totalHits === 1 ? '1 hit' : `${totalHits === 0 ? 'no' : totalHits} hits`;
  const decided = hits.map(({ matchStatus }) => matchStatus).join(', ');
  return [
    `${reviewStatus}, ${checkType}, ${shown}${decided ? ` (${decided})` : ''}`,
    ...(hasUnacknowledgedChanges ? ['changes not acknowledged'] : []),
  ].join(', ');
}

function described({ matchedName, dateOfBirth, countries, matchTypes, listingsRelatedToMatch }: Hit): string {
  const listings = Object.entries(listingsRelatedToMatch).flatMap(([kind, each]) =>
    each.map(({ sourceName }) => `${kind}: ${sourceName}`),
  );
  const person = [matchedName, dateOfBirth && `born ${dateOfBirth}`, ...countries].filter(Boolean).join(', ');
  return `${person}; ${matchTypes.join(' + ')}; ${listings.join('; ')}`;
}
