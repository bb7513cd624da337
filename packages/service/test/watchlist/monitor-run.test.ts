import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/runtime/log.ts';
import { claimRun } from '../../src/storage/watchlist/monitor-runs.ts';
import { monitorLists, startMonitoring } from '../../src/workers/watchlist/monitor-run.ts';
import type { Client } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { forgetMonitoring, PublishedLists, runsOf, watcher } from '../support/monitoring.ts';
import {
  countJobs,
  integrateScreening,
  type Invented,
  screenedSession,
  screeningOnly,
} from '../support/screening.ts';

const velmont: Invented = { id: 'x-1', name: 'Dario Velmont', lists: ['PEP_CLASS_2'] };
const velmonte: Invented = { id: 'x-2', name: 'Dario Velmonte', lists: ['SANCTIONS'] };

/** Lists of which something happens when an earlier state is read. */
class ObservedLists extends PublishedLists {
  onOpen: () => unknown = () => undefined;

  override async open(id: string) {
    await this.onOpen();
    return super.open(id);
  }
}

describeApiOnce('a monitoring run that is interrupted', (given) => {
  beforeEach(() => forgetMonitoring(given.api.ctx));
  afterEach(() => forgetMonitoring(given.api.ctx));

  /** A session that a change of the lists concerns, before any process has looked at the change. */
  async function changedLists(): Promise<{ lists: ObservedLists; client: Client; id: string }> {
    const { api } = given;
    const lists = new ObservedLists();
    lists.publish(velmont);
    await watcher(api.ctx, lists).look();
    const client = await integrateScreening(api, screeningOnly({ monitoring: true }));
    const person = { firstName: 'Dario', lastName: 'Velmont' };
    const id = await screenedSession(api, client, { person, lists: lists.engine().screener() });
    lists.publish(velmont, velmonte);
    return { lists, client, id };
  }
  const isDone = async () => (await runsOf(given.api.ctx)).at(-1)?.done;
  const queued = (id: string) => countJobs(given.api, id, 'monitor-session');

  it('plans nothing while there are no lists', async () => {
    await watcher(given.api.ctx, new PublishedLists()).look();
    expect(await runsOf(given.api.ctx)).toEqual([]);
  });

  it('by a fault of its own rests for a minute and then continues', async () => {
    const { lists, id } = await changedLists();
    lists.onOpen = () => Promise.reject(new Error('the earlier lists are damaged'));
    const { look } = watcher(given.api.ctx, lists);
    await expect(look()).rejects.toThrow('the earlier lists are damaged');
    lists.onOpen = () => undefined;
    await given.clock.advance({ seconds: 50 });
    await look();
    expect([await isDone(), await queued(id)]).toEqual([false, 0]);
    await given.clock.advance({ seconds: 11 });
    await look();
    expect([await isDone(), await queued(id)]).toEqual([true, 1]);
  });

  it('because this process has no lists to search in continues at once, in another one', async () => {
    const { api } = given;
    const { lists, id } = await changedLists();
    // Without the earlier lists, everybody is screened again.
    lists.kept.clear();
    const without = monitorLists(api.ctx, { engine: { screener: () => null }, lists, threads: null });
    await expect(without(new AbortController().signal)).rejects.toThrow();
    expect([await isDone(), await queued(id)]).toEqual([false, 0]);
    await watcher(api.ctx, lists).look();
    expect([await isDone(), await queued(id)]).toEqual([true, 1]);
  });

  it('by the end of its process continues at once, in another one', async () => {
    const { api } = given;
    const { lists, id } = await changedLists();
    const stopping = new AbortController();
    lists.onOpen = () => stopping.abort();
    const tick = monitorLists(api.ctx, { engine: lists.engine(), lists, threads: null });
    await expect(tick(stopping.signal)).rejects.toThrow();
    expect([await isDone(), await queued(id)]).toEqual([false, 0]);
    lists.onOpen = () => undefined;
    await watcher(api.ctx, lists).look();
    expect([await isDone(), await queued(id)]).toEqual([true, 1]);
  });

  it('by the end of its lease queues nothing, and leaves the run to the process that has it now', async () => {
    const { api } = given;
    const { lists, id } = await changedLists();
    let taken: unknown = null;
    lists.onOpen = async () => {
      await given.clock.advance({ seconds: 31 });
      taken = await claimRun(api.ctx.database);
    };
    await expect(watcher(api.ctx, lists).look()).rejects.toThrow();
    expect(taken).toMatchObject({ lease: 2 });
    expect([await isDone(), await queued(id)]).toEqual([false, 0]);
    // Its lease was not given up by the process that lost it.
    expect(await claimRun(api.ctx.database)).toBe(null);
    lists.onOpen = () => undefined;
    await given.clock.advance({ seconds: 31 });
    await watcher(api.ctx, lists).look();
    expect([await isDone(), await queued(id)]).toEqual([true, 1]);
  });

  it.each<[string, (lists: ObservedLists) => unknown, number]>([
    ['a fault is logged', () => Promise.reject(new Error('the earlier lists are damaged')), 1],
    [
      'the end of a lease is not',
      async () => {
        await given.clock.advance({ seconds: 31 });
        await claimRun(given.api.ctx.database);
      },
      0,
    ],
  ])('in the loop of a worker: %s, and the loop ends when it is stopped', async (_, onOpen, count) => {
    const { lists } = await changedLists();
    const lines: string[] = [];
    const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
    let opened = 0;
    lists.onOpen = () => {
      opened += 1;
      return onOpen(lists);
    };
    const worker = startMonitoring(
      { ...given.api.ctx, log },
      { engine: lists.engine(), lists, threads: null },
    );
    try {
      await expect.poll(() => opened).toBe(1);
    } finally {
      await worker.stop();
    }
    expect(lines.filter((line) => line.includes('monitoring failed; will be retried'))).toHaveLength(count);
    expect(await isDone()).toBe(false);
  });
});
