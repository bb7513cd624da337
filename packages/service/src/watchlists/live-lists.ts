import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  applyDelta,
  createIndexScreener,
  defaultOptions,
  defaultPolicies,
  engineVersion,
  type IndexScreener,
  layered,
  type LayeredSnapshot,
  PayloadReader,
  type Policies,
  readSnapshotInThread,
  RefusedSnapshot,
  type ListVersion,
  type Screener,
  type Snapshot,
} from '@countersign/screening';
import { type InventedList, openInventedList } from './invented-list.ts';
import { type CurrentLists, ListsDirectory, type SourceState } from './lists-directory.ts';
import { isStale } from './lists-status.ts';
import { openState } from './open-state.ts';
import { errorCode } from '../runtime/error-code.ts';

/** The part of a logger that is used here. */
export interface ListsLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface LiveListsOptions {
  /** Absolute watchlist directory; it need not exist. */
  directory: string;
  /** Bundled `snapshot-thread.ts`. */
  reader: URL;
  /** Invented list that is used while nothing was ever loaded; null in production. */
  bundled: InventedList | null;
  log: ListsLog;
  /** Milliseconds between looks at what is in force. */
  pollMs?: number;
  /** Called when other lists are in force, with the ids of both snapshots. */
  onSwap?: (swap: { from: string | null; to: string }) => void;
  /** Called for every screening on lists that are too old. */
  onStaleScreening?: () => void;
  /** Called when the snapshot in force is damaged, or was built by another release. */
  onUnreadable?: () => void;
  now?: () => number;
}

/** One state of the lists in memory. */
interface Epoch {
  /** What it was made from. */
  key: string;
  state: LayeredSnapshot;
  policies: Policies;
  /** What the screener of the next state can go on from. */
  index: IndexScreener;
  screener: Screener;
  current: CurrentLists | null;
}

/** How a state is read that is screened with, rather than compared with another. */
const forScreening = { withTables: true };
const usualPollMs = 3_000;
/** A snapshot that could not be used is tried again after this, or when something else is published. */
const retryMs = 60_000;
const warmingQueries = 300;
/** Longest time one slice of warming holds the event loop, apart from a single query. */
const sliceMs = 2;

/**
 * The lists in force, in memory. Looks every few seconds whether others were published, loads them beside those in use, warms them
 * and changes over in one step: a screening runs wholly on one state.
 */
export class LiveLists {
  readonly #options: LiveListsOptions;
  readonly #directory: ListsDirectory;
  readonly #now: () => number;
  #epoch: Epoch | null = null;
  #current: CurrentLists | null = null;
  #failed = { key: '', at: 0 };
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: LiveListsOptions) {
    this.#options = options;
    this.#directory = new ListsDirectory(options.directory);
    this.#now = options.now ?? Date.now;
  }

  /** Resolves when the lists in force are in memory, or cannot be had now; looks go on from then until `stop`. */
  async start(): Promise<void> {
    await this.look();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** What to screen with now; null while no lists are loaded. Call it anew for every screening. */
  screener(): Screener | null {
    return this.#epoch?.screener ?? null;
  }

  /** The lists that are screened with now, how they are read and when they were built; null while there are none. */
  inUse(): { snapshot: LayeredSnapshot; policies: Policies; builtAt: string | null } | null {
    if (this.#epoch === null) return null;
    const { state, policies, current } = this.#epoch;
    return { snapshot: state, policies, builtAt: current?.builtAt ?? null };
  }

  /**
   * An earlier or other state, read on another thread; null when it is not kept, or cannot be read by this release. One over the
   * base in use shares the memory of that.
   */
  async open(id: string): Promise<LayeredSnapshot | null> {
    const inUse = this.#epoch?.state;
    if (inUse?.manifest.id === id) return inUse;
    if (inUse?.base.manifest.id === id) return layered(inUse.base);
    if (!/^[0-9a-f]{32}$/.test(id)) return null;
    try {
      return await openState(this.#directory, id, (file) => this.#read(file));
    } catch (error) {
      if (error instanceof RefusedSnapshot) return null;
      throw error;
    }
  }

  /** What is in force according to the directory, ages included, also when it cannot be used. */
  current(): CurrentLists | null {
    return this.#current;
  }

  /** One look at the directory, with everything that follows from it. Never throws. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.look().then(() => this.#schedule());
    }, this.#options.pollMs ?? usualPollMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    if (this.#stopped) return;
    const { log } = this.#options;
    let key = 'unreadable';
    try {
      const current = await this.#directory.current();
      this.#current = current;
      key = current?.snapshot == null ? 'bundled' : `${current.snapshot} ${JSON.stringify(current.policies)}`;
      if (this.#epoch?.key === key) {
        this.#epoch.current = current;
        return;
      }
      if (this.#failed.key === key && this.#now() - this.#failed.at < retryMs) return;
      const epoch = await this.#load(current, key);
      if (epoch === null) return;
      const from = this.#epoch?.state.manifest.id ?? null;
      const { id: to, entities } = epoch.state.manifest;
      this.#epoch = epoch;
      log.info({ snapshot: to, count: entities }, 'watchlists in use');
      if (from !== to) this.#options.onSwap?.({ from, to });
    } catch (error) {
      const isNew = this.#failed.key !== key;
      this.#failed = { key, at: this.#now() };
      if (isNew || !(error instanceof RefusedSnapshot))
        log.error({ err: error }, 'watchlists rejected; previous ones stay in use');
    }
  }

  async #load(current: CurrentLists | null, key: string): Promise<Epoch | null> {
    if (current?.snapshot == null) {
      const { bundled } = this.#options;
      // Lists that were in use stay, whatever became of the directory.
      if (bundled === null || this.#epoch !== null) return null;
      const state = layered(await openInventedList(bundled));
      return this.#epochOf(state, { key, current: null, policies: defaultPolicies });
    }
    const state = await this.#readCurrent(current.snapshot, current.base?.snapshot ?? null);
    return this.#epochOf(state, { key, current, policies: current.policies });
  }

  /**
   * @param base the snapshot that the state is a delta over, null when it is a whole one
   * @throws RefusedSnapshot for one that is damaged, missing or of another release, after whoever can load the lists anew was informed
   */
  async #readCurrent(id: string, base: string | null): Promise<LayeredSnapshot> {
    try {
      const under = await this.#read(this.#directory.snapshotFile(base ?? id), forScreening);
      if (under.manifest.engine !== engineVersion())
        throw new RefusedSnapshot('the lists were built by another release and must be loaded again');
      if (base === null) return layered(under);
      return applyDelta(under, await this.#read(this.#directory.deltaFile(id), forScreening));
    } catch (error) {
      if (error instanceof RefusedSnapshot) this.#options.onUnreadable?.();
      throw error;
    }
  }

  /** The base in memory, or a file read on another thread. @throws RefusedSnapshot for a file that is damaged or not there */
  async #read(file: string, how?: typeof forScreening): Promise<Snapshot> {
    const base = this.#epoch?.state.base;
    if (base && file === this.#directory.snapshotFile(base.manifest.id)) return base;
    try {
      return await readSnapshotInThread(file, this.#options.reader, how);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      throw new RefusedSnapshot(`${path.basename(file)} is missing.`);
    }
  }

  async #epochOf(
    state: LayeredSnapshot,
    { key, current, policies }: { key: string; current: CurrentLists | null; policies: Policies },
  ): Promise<Epoch> {
    const before = this.#epoch;
    const index = before?.index.over(state, policies) ?? createIndexScreener(state, { policies });
    // Warming reads tables and models, 0.3 s of a processor: too much for invented people, whom most starts never screen against.
    // Over the base in use there is nothing to warm: what is known of its words stays known.
    if (current !== null && before?.state.base !== state.base) await warm(index, state.base);
    const epoch: Epoch = { key, state, policies, index, screener: index, current };
    epoch.screener = this.#marking(index, epoch);
    return epoch;
  }

  /** The screener, with what it finds on lists that are too old marked as such. */
  #marking(screener: Screener, epoch: Epoch): Screener {
    return {
      snapshot: screener.snapshot,
      get sources() {
        return (epoch.current?.sources ?? []).map(versionOf);
      },
      entity: (id) => screener.entity(id),
      screen: (subject, options, keeps) => {
        const result = screener.screen(subject, options, keeps);
        const now = this.#now();
        const stale = (epoch.current?.sources ?? []).filter((source) => isStale(source, now));
        if (stale.length === 0) return result;
        this.#options.onStaleScreening?.();
        const staleSources = stale.map(({ id }) => id);
        const hits = result.hits.map((hit) => ({ ...hit, trace: { ...hit.trace, staleSources } }));
        return { ...result, hits };
      },
    };
  }
}

/** What an auditor needs of a source. */
function versionOf(state: SourceState): ListVersion {
  const { id, version, publishedAt, loadedAt, confirmedAt, digest, entities, names, rejects } = state;
  return { source: id, version, publishedAt, loadedAt, confirmedAt, digest, entities, names, rejects };
}

/** Screens names of the lists themselves, in slices, so that code and caches are ready before the first screening. */
async function warm(screener: Screener, { sections, manifest }: Snapshot): Promise<void> {
  const reader = new PayloadReader(sections);
  const step = Math.max(1, Math.floor(manifest.entities / warmingQueries));
  let since = performance.now();
  for (let at = 0; at < manifest.entities; at += step) {
    const entity = reader.read(at);
    const name = entity.names[0]?.text;
    if (name !== undefined && name.length <= 200 && entity.listings.length > 0) screenOnce(screener, name);
    if (performance.now() - since < sliceMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

function screenOnce(screener: Screener, name: string): void {
  try {
    screener.screen({ schema: 'Person', name }, defaultOptions);
  } catch {
    // A listed name that no subject may have, such as one without letters.
  }
}
