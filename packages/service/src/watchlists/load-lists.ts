import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  createIndexScreener,
  defaultPolicies,
  engineVersion,
  snapshotFormat,
  judgeLoad,
  type ListType,
  type LoadReport,
  type MappingPolicies,
  readSnapshot,
  readSources,
  RefusedSnapshot,
  RefusedSource,
  type Snapshot,
  SnapshotBuilder,
  type SourceManifest,
  type SourceSpec,
  type Transport,
  writeSnapshot,
} from '@countersign/screening';
import { type CurrentLists, ListsDirectory, type SourceState } from './lists-directory.ts';
import { lockDirectory } from './lists-lock.ts';
import { type ConfiguredSource, readSourcesFile, type SourcesConfig } from './sources-file.ts';
import { stageSource, type StagedSource } from './stage-source.ts';

export interface LoadOptions {
  /** Nothing is downloaded: the operator's files, and downloads of before. */
  offline: boolean;
  now: Date;
  /** Receives the progress, line by line. */
  print?: (message: string) => void;
  transport?: Transport;
}

export type Loaded = {
  /** `unchanged`: what is in force is what the sources give. `kept`: they do not allow a new state; the one before stays. */
  outcome: 'published' | 'unchanged' | 'kept';
  current: CurrentLists;
};

/** Snapshots kept, the one in force included: monitoring and `diff` compare with earlier ones. */
const snapshotsKept = 3;

/**
 * Brings an installation's lists up to date: stages every source, refuses what cannot be trusted and keeps what was good before in
 * its place, builds one snapshot of all sources in this process and publishes it in one step. Never on a thread that serves.
 * @throws SourcesError, ListsBusy
 */
export async function loadLists(root: string, options: LoadOptions): Promise<Loaded> {
  const directory = new ListsDirectory(root);
  const config = await readSourcesFile(directory.sourcesFile);
  await directory.create();
  const unlock = await lockDirectory(directory.root);
  try {
    return await loadLocked(directory, config, options);
  } finally {
    await unlock();
  }
}

async function loadLocked(
  directory: ListsDirectory,
  config: SourcesConfig,
  options: LoadOptions,
): Promise<Loaded> {
  const before = await currentOrNone(directory, options);
  const sources: SourceState[] = [];
  for (const source of config.sources) {
    const known = before?.sources.find(({ id }) => id === source.id) ?? null;
    sources.push(await takeOver(directory, { source, known, config, options }));
  }
  const next = await built(directory, { config, before, sources, options });
  await directory.publish(next.current);
  await directory.tidy(next.current, snapshotsKept);
  return next;
}

async function currentOrNone(
  directory: ListsDirectory,
  { print }: LoadOptions,
): Promise<CurrentLists | null> {
  try {
    return await directory.current();
  } catch (error) {
    print?.(error instanceof Error ? error.message : String(error));
    return null;
  }
}

interface TakingOver {
  source: ConfiguredSource;
  known: SourceState | null;
  config: SourcesConfig;
  options: LoadOptions;
}

/** The source's state after this look: the new content when it is good, else the one before with the reason. */
async function takeOver(directory: ListsDirectory, taking: TakingOver): Promise<SourceState> {
  const { source, known, config, options } = taking;
  const at = options.now.toISOString();
  const { mandatory, maxAgeHours, maxPublishedDays } = source;
  const own = { mandatory, maxAgeHours, maxPublishedDays };
  const base: SourceState = { ...(known ?? unloaded(source)), ...own };
  let staged: StagedSource | null = null;
  try {
    const { hosts } = config;
    const { offline, transport } = options;
    const before = known?.loadedAt == null || !filesExist(directory, known) ? null : known;
    const staging = { directory, hosts, before, offline, ...(transport && { transport }) };
    staged = await stageSource(source, staging);
    if (staged === null) {
      // An offline load requests nothing that was downloaded, and so does not confirm it.
      const confirmed = source.urls.length > 0 && offline ? base.confirmedAt : at;
      const lastError = source.urls.length > 0 && offline ? base.lastError : null;
      return { ...base, confirmedAt: confirmed, lastError };
    }
    const judged = await judge(staged, taking);
    const files = await accept(directory, source, staged);
    const { digest, validators, stamp } = staged;
    options.print?.(`${source.id}: ${judged.entities} entities taken over`);
    return {
      ...base,
      ...judged,
      format: source.format,
      list: source.list,
      digest,
      validators,
      stamp,
      files,
      loadedAt: at,
      confirmedAt: at,
      lastError: null,
    };
  } catch (error) {
    if (staged !== null) await fs.rm(staged.directory, { recursive: true, force: true });
    if (!(error instanceof RefusedSource)) throw error;
    options.print?.(`${source.id}: refused: ${error.message}`);
    return { ...base, lastError: { at, message: error.message } };
  }
}

const filesExist = (directory: ListsDirectory, { files }: SourceState): boolean =>
  files.every((name) => existsSync(directory.file(name)));

const unloaded = ({
  id,
  format,
  list,
  mandatory,
  maxAgeHours,
  maxPublishedDays,
}: ConfiguredSource): SourceState => ({
  id,
  format,
  list,
  mandatory,
  maxAgeHours,
  maxPublishedDays,
  version: '',
  publishedAt: null,
  loadedAt: null,
  confirmedAt: null,
  entities: 0,
  names: 0,
  rejects: 0,
  lists: [],
  digest: '',
  files: [],
  validators: {},
  stamp: '',
  lastError: null,
});

type Judged = Pick<SourceState, 'version' | 'publishedAt' | 'entities' | 'names' | 'rejects' | 'lists'>;

/** Reads the staged content to its end. @throws RefusedSource with every reason why it must not replace what is in force */
async function judge(
  { directory, names }: StagedSource,
  { source, known, config, options }: TakingOver,
): Promise<Judged> {
  const lists = new Set<ListType>();
  const found = new Set<string>();
  const pinned = new Set(source.pinned);
  const reports: LoadReport[] = [];
  const spec = specOf(
    source,
    names.map((name) => path.join(directory, name)),
  );
  const asOf = dayOf(options.now);
  const reading = {
    asOf,
    policies: config.mapping,
    onReport: (_: SourceSpec, r: LoadReport) => reports.push(r),
  };
  for await (const entity of readSources([spec], reading)) {
    for (const { list } of entity.listings) lists.add(list);
    if (pinned.size === 0) continue;
    for (const id of [entity.id, ...entity.formerIds]) if (pinned.has(id)) found.add(id);
  }
  const [report] = reports;
  if (report === undefined) throw new RefusedSource(`${source.id} gave no report`);
  // The size of one delta does not predict the next.
  const before = known?.loadedAt == null || source.format === 'ftm-delta' ? null : known;
  const rules = { shrink: source.maxShrink, rejects: source.maxRejects, pinned: source.pinned };
  const reasons = judgeLoad(before, { source: source.id, report, has: (id) => found.has(id) }, rules);
  if (reasons.length > 0) throw new RefusedSource(withPlace(reasons.join('; '), report));
  const { version, publishedAt, entities, names: count, rejected } = report;
  return {
    version,
    publishedAt,
    entities,
    names: count,
    rejects: rejected,
    lists: [...lists].sort(),
  };
}

function withPlace(reasons: string, { rejects: [first] }: LoadReport): string {
  return first === undefined ? reasons : `${reasons}; first bad record ${first.place}: ${first.reason}`;
}

/** Moves judged content to where files in force are. @returns their names below `files/` */
async function accept(
  directory: ListsDirectory,
  { id }: ConfiguredSource,
  { directory: staged, names, digest }: StagedSource,
): Promise<string[]> {
  const place = path.join(id, digest.slice(0, 16));
  await fs.rm(directory.file(place), { recursive: true, force: true });
  await fs.rename(staged, directory.file(place));
  return names.map((name) => path.join(place, name));
}

interface Building {
  config: SourcesConfig;
  before: CurrentLists | null;
  sources: SourceState[];
  options: LoadOptions;
}

async function built(directory: ListsDirectory, building: Building): Promise<Loaded> {
  const { config, before, sources, options } = building;
  const engine = engineVersion();
  const asOf = dayOf(options.now);
  const usable = sources.filter(({ loadedAt }) => loadedAt !== null);
  const basis = basisOf(usable, { engine, asOf, mapping: config.mapping });
  const kept: CurrentLists = { ...(before ?? nothing), policies: config.screening, sources };
  const fault = faultOf(config, usable);
  if (fault !== null) return keep(kept, options, fault);
  if (before?.basis === basis && isWhole(directory.snapshotFile(before.snapshot ?? '')))
    return { outcome: 'unchanged', current: { ...kept, lastError: null } };
  let snapshot: Snapshot;
  try {
    snapshot = await buildSnapshotOf(directory, usable, { engine, asOf, config });
  } catch (error) {
    if (!(error instanceof RefusedSource)) throw error;
    return keep(kept, options, error.message);
  }
  const { id, entities, names } = snapshot.manifest;
  await fs.mkdir(path.dirname(directory.snapshotFile(id)), { recursive: true });
  writeSnapshot(snapshot, directory.snapshotFile(id));
  options.print?.(`snapshot ${id}: ${entities} entities, ${names} names`);
  const builtAt = options.now.toISOString();
  const about = { snapshot: id, engine, builtAt, asOf, entities, names, basis };
  return { outcome: 'published', current: { ...kept, ...about, lastError: null } };
}

/** Whether a snapshot is there and can be read: one that was damaged, or that another release wrote, is built anew. */
function isWhole(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    readSnapshot(file);
    return true;
  } catch (error) {
    if (error instanceof RefusedSnapshot) return false;
    throw error;
  }
}

const nothing: CurrentLists = {
  format: 1,
  snapshot: null,
  engine: '',
  builtAt: null,
  asOf: null,
  entities: 0,
  names: 0,
  basis: '',
  policies: defaultPolicies,
  sources: [],
  lastError: null,
};

function keep(current: CurrentLists, { now, print }: LoadOptions, message: string): Loaded {
  print?.(`nothing published: ${message}`);
  return { outcome: 'kept', current: { ...current, lastError: { at: now.toISOString(), message } } };
}

function faultOf(config: SourcesConfig, usable: readonly SourceState[]): string | null {
  if (usable.length === 0) return 'no source can be used';
  const missing = config.sources.filter(
    ({ id, mandatory }) => mandatory && !usable.some((state) => state.id === id),
  );
  return missing.length === 0 ? null : `mandatory but missing: ${missing.map(({ id }) => id).join(', ')}`;
}

/** Digest of everything a snapshot depends on. The day plays a role only where offices are judged. */
function basisOf(
  sources: readonly SourceState[],
  { engine, asOf, mapping }: { engine: string; asOf: string; mapping: MappingPolicies },
): string {
  const judgesOffices = sources.some(({ format }) => format === 'ftm');
  const digests = sources.map(({ id, digest }) => [id, digest]);
  const parts = [engine, snapshotFormat, judgesOffices ? asOf : null, mapping, digests];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** @throws RefusedSource */
async function buildSnapshotOf(
  directory: ListsDirectory,
  sources: readonly SourceState[],
  { engine, asOf, config }: { engine: string; asOf: string; config: SourcesConfig },
): Promise<Snapshot> {
  const builder = new SnapshotBuilder();
  const specs = sources.map((state) =>
    specOf(
      state,
      state.files.map((name) => directory.file(name)),
    ),
  );
  for await (const entity of readSources(specs, { asOf, policies: config.mapping })) builder.add(entity);
  const snapshot = builder.finish({ engine, sources: sources.map(manifestOf) });
  const screener = createIndexScreener(snapshot);
  const loaded = config.sources.filter(({ id }) => sources.some((state) => state.id === id));
  const lost = loaded.flatMap(({ pinned }) => pinned).filter((id) => screener.entity(id) === null);
  if (lost.length > 0) throw new RefusedSource(`the snapshot lacks ${lost.slice(0, 5).join(', ')}`);
  return snapshot;
}

const manifestOf = ({ id, version, publishedAt, entities, names, rejects }: SourceState): SourceManifest => ({
  source: id,
  version,
  publishedAt,
  entities,
  names,
  rejected: rejects,
});

const specOf = (
  { format, list }: Pick<SourceState, 'format' | 'list'>,
  paths: readonly string[],
): SourceSpec => ({ format, paths, ...(list !== null && { list }) });

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
