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

/** The methods of a logger used here. */
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
  /** Invented list used as long as nothing was ever loaded; null in production. */
  bundled: InventedList | null;
  log: ListsLog;
  /** Milliseconds between checks for newly published lists. */
  pollMs?: number;
  /** Called when the lists in use change, with the ids of both snapshots. */
  onSwap?: (swap: { from: string | null; to: string }) => void;
  /** Called for every screening against lists that are too old. */
  onStaleScreening?: () => void;
  /** Called when the current snapshot is damaged, or was built by another release. */
  onUnreadable?: () => void;
  now?: () => number;
}

/** One state of the lists in memory. */
interface Epoch {
  /** Identifies what it was built from. */
  key: string;
  state: LayeredSnapshot;
  policies: Policies;
  /** Reusable by the screener of the next state. */
  index: IndexScreener;
  screener: Screener;
  current: CurrentLists | null;
}

/** Options for reading a state to screen with, rather than to compare. */
const forScreening = { withTables: true };
const usualPollMs = 3_000;
/** Milliseconds after which an unusable snapshot is tried again, unless another is published before. */
const retryMs = 60_000;
const warmingQueries = 300;
/** Maximum time one slice of warming holds the event loop, apart from a single query. */
const sliceMs = 2;

/**
 * The lists in force, in memory. Checks every few seconds whether others were published, loads them next to those in use, warms them
 * and switches over in one step: each screening uses a single state.
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

  /** Resolves when the current lists are in memory, or cannot be loaded now; checks then continue until `stop`. */
  async start(): Promise<void> {
    await this.look();
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  /** The current screener; null while no lists are loaded. Call it again for every screening. */
  screener(): Screener | null {
    return this.#epoch?.screener ?? null;
  }

  /** The lists in use, how they are read and when they were built; null while there are none. */
  inUse(): { snapshot: LayeredSnapshot; policies: Policies; builtAt: string | null } | null {
    if (this.#epoch === null) return null;
    const { state, policies, current } = this.#epoch;
    return { snapshot: state, policies, builtAt: current?.builtAt ?? null };
  }

  /**
   * A different, possibly earlier state, read on another thread; null when it is no longer stored, or cannot be read by this release. If it has the
   * base in use, it shares its memory.
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

  /** The current state according to the directory, ages included, even when it cannot be used. */
  current(): CurrentLists | null {
    return this.#current;
  }

  /** Checks the directory once and applies any changes. Never throws. */
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
      // Lists already in use are kept, whatever happens to the directory.
      if (bundled === null || this.#epoch !== null) return null;
      const state = layered(await openInventedList(bundled));
      return this.#epochOf(state, { key, current: null, policies: defaultPolicies });
    }
    const state = await this.#readCurrent(current.snapshot, current.base?.snapshot ?? null);
    return this.#epochOf(state, { key, current, policies: current.policies });
  }

  /**
   * @param base the base of a delta, null for a whole snapshot
   * @throws RefusedSnapshot for one that is damaged, missing or of another release, after calling `onUnreadable`
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

  /** The base in memory, or a file read on another thread. @throws RefusedSnapshot for a file that is damaged or missing */
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
    // Warming reads tables and models, 0.3 s of CPU time: too much for invented people, whom most processes never screen against.
    // With the base already in use there is nothing to warm: what is known about its words is kept.
    if (current !== null && before?.state.base !== state.base) await warm(index, state.base);
    const epoch: Epoch = { key, state, policies, index, screener: index, current };
    epoch.screener = this.#marking(index, epoch);
    return epoch;
  }

  /** Wraps the screener so that results from lists that are too old are marked. */
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

/** The details of a source that an auditor needs. */
function versionOf(state: SourceState): ListVersion {
  const { id, version, publishedAt, loadedAt, confirmedAt, digest, entities, names, rejects } = state;
  return { source: id, version, publishedAt, loadedAt, confirmedAt, digest, entities, names, rejects };
}

/** Screens names from the lists themselves, in slices, so that code and caches are warm before the first screening. */
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
    // A listed name that is not valid for a subject, such as one without letters.
  }
}
