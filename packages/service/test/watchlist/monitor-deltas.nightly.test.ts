import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { dyingAt, forgetMonitoring, PublishedLists, runsOf, watcher } from '../support/monitoring.ts';
import {
  integrateScreening,
  type Invented,
  readResult,
  screenedSession,
  screeningOnly,
  watchlistWebhooks,
} from '../support/screening.ts';

const person = { firstName: 'Dario', lastName: 'Velmont' };
const velmont: Invented = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] };
const velmonte: Invented = { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS'] };
const stranger: Invented = { id: 'y-1', name: 'Ilse Karvonnen', lists: ['WARNINGS'] };

describeApiOnce('monitoring follows deltas of the lists (A-72, A-73)', (given) => {
  beforeEach(() => forgetMonitoring(given.api.ctx));
  afterEach(() => forgetMonitoring(given.api.ctx));

  async function watched() {
    const { api } = given;
    const lists = new PublishedLists();
    lists.publish(velmont, stranger);
    await watcher(api.ctx, lists).look();
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const id = await screenedSession(api, client, { person, lists: lists.engine().screener() });
    const hits = async () => (await readResult(client, id)).data.hits.map(({ matchedName }) => matchedName);
    const webhooks = async () => (await watchlistWebhooks(api, id)).length;
    return { lists, hits, webhooks };
  }

  it('from delta to delta, and to a full snapshot of the same content without screening a person again', async () => {
    const { lists, hits, webhooks } = await watched();
    const worker = watcher(given.api.ctx, lists);
    lists.publishDelta(velmont, velmonte, stranger);
    await worker.look();
    expect([await worker.work(), await hits(), await webhooks()]).toEqual([
      1,
      ['Dario Velmonte', 'Dario Velmont'],
      2,
    ]);
    lists.publishDelta(velmonte, { ...stranger, name: 'Ilse Karvonnent' });
    await worker.look();
    expect([await worker.work(), await hits(), await webhooks()]).toEqual([1, ['Dario Velmonte'], 3]);
    lists.publish(velmonte, { ...stranger, name: 'Ilse Karvonnent' });
    await worker.look();
    expect([await worker.work(), await webhooks()]).toEqual([0, 3]);
    expect((await runsOf(given.api.ctx)).map(({ queued, done }) => [queued, done])).toEqual([
      [0, true],
      [1, true],
      [1, true],
      [0, true],
    ]);
  });

  it('on other threads when there are more changes than one thread processes', async () => {
    const { lists, hits } = await watched();
    const strangers = Array.from({ length: 260 }, (_, at): Invented => ({
      ...stranger,
      id: `z-${at}`,
      name: `Ilse Karvonnen ${at}`,
    }));
    lists.publishDelta(velmont, ...strangers, velmonte, stranger);
    const script = pathToFileURL(installationFile('dist/customer-thread.mjs'));
    const threads = { threads: 2, script, mostMegabytes: 256 };
    const worker = watcher(given.api.ctx, lists, { threads });
    await worker.look();
    expect([await worker.work(), await hits()]).toEqual([1, ['Dario Velmonte', 'Dario Velmont']]);
  });

  it('and a process that dies in a run over a delta loses nothing and reports nothing twice', async () => {
    let steps = 0;
    for (let fatal = 1; ; fatal += 3) {
      await forgetMonitoring(given.api.ctx);
      const { lists, hits, webhooks } = await watched();
      lists.publishDelta(velmont, velmonte, stranger);
      const process = watcher(dyingAt(given.api.ctx, fatal).ctx, lists);
      const died = await process
        .look()
        .then(() => process.work())
        .then(
          () => false,
          () => true,
        );
      // The leases of the dead process run out.
      await given.clock.advance({ seconds: 31 });
      const next = watcher(given.api.ctx, lists);
      await next.look();
      await next.work();
      expect([fatal, await hits(), await webhooks()]).toEqual([
        fatal,
        ['Dario Velmonte', 'Dario Velmont'],
        2,
      ]);
      if (!died) break;
      steps += 1;
    }
    expect(steps).toBeGreaterThan(3);
  });
});
