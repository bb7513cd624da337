import {
  applyDelta,
  createIndexScreener,
  type CustomerThreads,
  defaultPolicies,
  DeltaBuilder,
  type LayeredSnapshot,
  type ListedEntity,
  type Policies,
  type Snapshot,
  SnapshotBuilder,
} from '@countersign/screening';
import type { ServiceContext } from '../../src/context.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { claimFrom } from './claim.ts';
import type { Screen } from '../../src/usecases/watchlist/compare-anew.ts';
import type { MonitoredLists } from '../../src/workers/watchlist/monitor-lists.ts';
import { monitorLists } from '../../src/workers/watchlist/monitor-run.ts';
import { monitorSession } from '../../src/workers/watchlist/screen-session.ts';
import { screenAgain, type ScreeningEngine } from '../../src/usecases/watchlist/run-screening.ts';
import { type Invented, listed } from './screening.ts';

/** Lists as several processes see them: what was ever published, and what is in force. */
export class PublishedLists implements MonitoredLists {
  readonly kept = new Map<string, Snapshot | LayeredSnapshot>();
  #inForce: Snapshot | LayeredSnapshot | null = null;
  #base: Snapshot | null = null;
  policies: Policies = defaultPolicies;
  builtAt: string | null = null;

  publish(...entries: Invented[]): string {
    const builder = new SnapshotBuilder();
    for (const entry of entries) builder.add(entityOf(entry));
    this.#base = builder.finish({ engine: 'test', sources: [] });
    return this.#putInForce(this.#base);
  }

  /** The same as a delta over what `publish` published last. */
  publishDelta(...entries: Invented[]): string {
    if (this.#base === null) throw new Error('nothing was published that a delta could be over');
    const builder = new DeltaBuilder(this.#base, { mostChanged: 1_000 });
    for (const entry of entries) builder.add(entityOf(entry));
    const delta = builder.finish({ sources: [] });
    if (typeof delta === 'string') throw new Error(`the delta is ${delta}`);
    return this.#putInForce(applyDelta(this.#base, delta));
  }

  #putInForce(state: Snapshot | LayeredSnapshot): string {
    this.kept.set(state.manifest.id, state);
    this.#inForce = state;
    return state.manifest.id;
  }

  current() {
    return this.#inForce && { snapshot: this.#inForce, policies: this.policies, builtAt: this.builtAt };
  }

  open(id: string): Promise<Snapshot | LayeredSnapshot | null> {
    return Promise.resolve(this.kept.get(id) ?? null);
  }

  /** What the lists in force say of one subject. */
  readonly screen: Screen = (question, stored) => {
    const screener = this.engine().screener();
    return screener === null ? [] : screenAgain(screener, question, stored).hits;
  };

  engine(): ScreeningEngine {
    return {
      screener: () => this.#inForce && createIndexScreener(this.#inForce, { policies: this.policies }),
    };
  }
}

const entityOf = (entry: Invented): ListedEntity => ({
  ...listed(entry),
  contentHash: JSON.stringify(entry),
});

/** A worker process as far as it watches lists. */
export function watcher(
  ctx: ServiceContext,
  lists: PublishedLists,
  { threads = null }: { threads?: CustomerThreads | null } = {},
) {
  const engine = lists.engine();
  const tick = monitorLists(ctx, { engine, lists, threads });
  return {
    /** One look at the lists. */
    look: () => tick(new AbortController().signal),
    /** Does all screenings that are due. @returns how many */
    async work(): Promise<number> {
      let done = 0;
      for (;;) {
        const jobs = await claimFrom(ctx.database, { 'monitor-session': 100 });
        if (jobs.length === 0) return done;
        for (const job of jobs) await monitorSession(ctx, engine)(job, new AbortController().signal);
        done += jobs.length;
      }
    },
  };
}

/** No runs, and nobody watched: tests share a database, and runs concern everybody in it. */
export async function forgetMonitoring({ database }: ServiceContext): Promise<void> {
  await database.query(`delete from watchlist_run`);
  await database.query(
    `update watchlist_monitor set status = 'disabled', changed_at = now() - interval '1 day'`,
  );
  await database.query(`delete from job where kind = 'monitor-session'`);
}

/** All runs in the order of planning. */
export const runsOf = ({ database }: ServiceContext) =>
  database.query<{ ordinal: number | null; queued: number; done: boolean }>(
    `select ordinal, queued, finished_at is not null as done from watchlist_run order by created_at, ordinal`,
  );

/** The context of a process that dies at its n-th statement or commit. */
export function dyingAt(ctx: ServiceContext, fatal: number): { ctx: ServiceContext } {
  let step = 0;
  const next = () => {
    step += 1;
    if (step >= fatal) throw new Error('the process died');
  };
  const { database } = ctx;
  const mortal: Database = {
    ...database,
    query: (text, values) => {
      next();
      return database.query(text, values);
    },
    transaction: (work) => {
      next();
      return database.transaction(async (tx) => {
        const result = await work(tx);
        // Before the commit: everything is rolled back.
        next();
        return result;
      });
    },
  };
  return { ctx: { ...ctx, database: mortal } };
}
