import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  EntityLinesWriter,
  isOlder,
  judgeLoad,
  listTypes,
  type LoadedEntity,
  type LoadReport,
  readBatches,
  RefusedSource,
  type SourceSpec,
  type Transport,
} from '@countersign/screening';
import { failpoint } from '../runtime/failpoint.ts';
import {
  buildLists,
  type DeltaRules,
  isOutgrown,
  type Loaded,
  specOf,
  usualDeltaRules,
} from './build-lists.ts';
import { loadFault } from './disk-fault.ts';
import { type CurrentLists, ListsDirectory, type SourceError, type SourceState } from './lists-directory.ts';
import { loadingMapper } from './loading-threads.ts';
import { lockLists } from './lists-lock.ts';
import { olderRefusal } from './older-copy.ts';
import { type ConfiguredSource, readSourcesFile, type SourcesConfig } from './sources-file.ts';
import { sampleOfIds } from './sample-ids.ts';
import { NeverModified, stageSource, type StagedSource } from './stage-source.ts';

export interface LoadOptions {
  /** Nothing is downloaded: only the operator's files and earlier downloads are used. */
  offline: boolean;
  now: Date;
  /** Ids of sources that may shrink by any amount this once, because the operator has checked them. */
  mayShrink?: readonly string[];
  /** Ids of sources that may be older than the current content this once, because the operator has checked them. */
  mayBeOlder?: readonly string[];
  /** Receives progress messages, line by line. */
  print?: (message: string) => void;
  transport?: Transport;
  /** When a change becomes a delta; `usualDeltaRules` by default. */
  deltas?: DeltaRules;
}

/** Number of states kept, including the current one: monitoring and `diff` compare with earlier ones. */
const kept = { snapshots: 3, deltas: 12 };

/**
 * Updates an installation's lists: stages every source, rejects content that cannot be trusted and keeps the previous content
 * instead, builds the changes, or one snapshot of all sources, in this process, and publishes the result in one step. Never on a
 * serving thread.
 * @throws SourcesError, ListsBusy
 */
export async function loadLists(root: string, options: LoadOptions): Promise<Loaded> {
  const directory = new ListsDirectory(root);
  const config = await readSourcesFile(directory.sourcesFile);
  await directory.create();
  const unlock = await lockLists(directory.root);
  const judged = new Map<string, string>();
  try {
    await directory.sweep();
    return await loadLocked(directory, { config, options, judged });
  } finally {
    for (const file of judged.values()) await fs.rm(file, { force: true });
    await unlock();
  }
}

/** One load and, by source, the files written by validation, kept until the end. */
interface Loading {
  config: SourcesConfig;
  options: LoadOptions;
  judged: Map<string, string>;
}

async function loadLocked(directory: ListsDirectory, { config, options, judged }: Loading): Promise<Loaded> {
  const before = await currentOrNone(directory, options);
  const sources: SourceState[] = [];
  for (const source of config.sources) {
    const known = before?.sources.find(({ id }) => id === source.id) ?? null;
    sources.push(await takeOver(directory, { source, known, config, options, judged }));
  }
  await failpoint('lists-staged');
  const { now, print, deltas = usualDeltaRules } = options;
  const building = { config, before, sources, judged, now, deltas, ...(print && { print }) };
  const next = await buildLists(directory, building);
  await putInForce(directory, next.current, judged);
  if (next.outcome === 'kept' || !isOutgrown(next.current, deltas)) return next;
  // The change is already in force; building the new base for later deltas takes longer.
  const whole = await buildLists(directory, { ...building, before: next.current, whole: true });
  await putInForce(directory, whole.current, judged);
  return whole;
}

async function putInForce(
  directory: ListsDirectory,
  current: CurrentLists,
  judged: ReadonlyMap<string, string>,
): Promise<void> {
  await failpoint('lists-written');
  await directory.publish(current);
  await failpoint('lists-published');
  await directory.tidy(current, { ...kept, files: [...judged.values()] });
  await failpoint('lists-tidied');
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

interface TakingOver extends Loading {
  source: ConfiguredSource;
  known: SourceState | null;
}

/** The source's new state: the new content if it is valid, otherwise the previous one with the reason. */
async function takeOver(directory: ListsDirectory, taking: TakingOver): Promise<SourceState> {
  const { source, known, config, options } = taking;
  const lines = directory.file(path.join(source.id, `judged-${randomUUID()}.jsonl`));
  const at = options.now.toISOString();
  const { mandatory, maxAgeHours, maxPublishedDays } = source;
  const own = { mandatory, maxAgeHours, maxPublishedDays };
  const base: SourceState = { ...(known ?? unloaded(source)), ...own };
  let staged: StagedSource | null = null;
  try {
    const { hosts } = config;
    const { offline, transport, now } = options;
    const before = known?.loadedAt == null || !filesExist(directory, known) ? null : known;
    const staging = { directory, hosts, before, offline, now, ...(transport && { transport }) };
    const found = await stageSource(source, staging);
    if (found.directory === undefined) {
      // An offline load makes no requests, so it does not confirm downloads.
      const confirmed = source.urls.length > 0 && offline ? base.confirmedAt : at;
      const lastError = source.urls.length > 0 && offline ? base.lastError : null;
      return { ...base, ...found, confirmedAt: confirmed, lastError };
    }
    staged = found;
    const judged = await judge(staged, taking, lines);
    const files = await accept(directory, source, staged);
    taking.judged.set(source.id, lines);
    const { digest, validators, stamp } = staged;
    options.print?.(`${source.id}: ${judged.entities} entities taken over`);
    const { format, list } = source;
    const taken = { format, list, digest, validators, stamp, files };
    return { ...base, ...judged, ...taken, loadedAt: at, confirmedAt: at, lastError: null };
  } catch (error) {
    if (staged !== null) await fs.rm(staged.directory, { recursive: true, force: true });
    await fs.rm(lines, { force: true });
    const message = loadFault(error);
    if (message === null) throw error;
    options.print?.(`${source.id}: refused: ${message}`);
    // A failed download may succeed next time; the operator's file will not change by itself.
    const mayCome = staged === null && source.urls.length > 0 && !(error instanceof NeverModified);
    const kind = error instanceof OlderSource ? 'older' : mayCome ? 'unavailable' : 'refused';
    return { ...base, lastError: errorAfter(base.lastError, { at, message, kind }) };
  }
}

/** The error of this check, with the time of the first one of its kind in a row. */
const errorAfter = (last: SourceError | null, error: Omit<SourceError, 'since'>): SourceError => ({
  ...error,
  since: (last?.kind === error.kind ? (last?.since ?? last?.at) : null) ?? error.at,
});

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

type Judged = Pick<
  SourceState,
  'version' | 'publishedAt' | 'entities' | 'names' | 'rejects' | 'lists' | 'sample'
>;

/**
 * Validates the staged content, which is read to its end.
 * @param lines file to write its entities to
 * @throws RefusedSource with every reason why it must not replace the current content
 */
async function judge(staged: StagedSource, taking: TakingOver, lines: string): Promise<Judged> {
  const { source, known, options } = taking;
  // In another format, the same entities may have other ids.
  const looked = known?.format === source.format ? (known.sample ?? []) : [];
  const wanted = new Set([...source.pinned, ...looked]);
  const { report, found, lists, sample } = await readStaged(staged, taking, { lines, wanted });
  // The size of one delta does not predict that of the next.
  const before =
    known?.loadedAt == null || source.format === 'ftm-delta' ? null : { ...known, sample: looked };
  const shrink = options.mayShrink?.includes(source.id) ? 1 : source.maxShrink;
  const rules = { shrink, rejects: source.maxRejects, pinned: source.pinned };
  const reasons = judgeLoad(before, { source: source.id, report, has: (id) => found.has(id) }, rules);
  const mayBeOlder = source.unsteadyDates || options.mayBeOlder?.includes(source.id) === true;
  const older = before === null || mayBeOlder ? [] : olderSigns(before, report, staged);
  if (older.length > 0) throw new OlderSource([olderRefusal(source.id, older), ...reasons].join('; '));
  if (reasons.length > 0) throw new RefusedSource(withPlace(reasons.join('; '), report));
  const { version, publishedAt, entities, names, rejected } = report;
  return { version, publishedAt, entities, names, rejects: rejected, sample, lists };
}

/** It was published, or left its publisher, before the current content. */
class OlderSource extends RefusedSource {}

/** The date decides if both state it; if it is equal or missing, the way the copy arrived. */
function olderSigns(
  known: Pick<SourceState, 'publishedAt'>,
  { publishedAt }: Pick<LoadReport, 'publishedAt'>,
  { older }: Pick<StagedSource, 'older'>,
): string[] {
  if (isOlder(publishedAt, known.publishedAt))
    return [`published ${publishedAt ?? ''}, in force is ${known.publishedAt ?? ''}`];
  return isOlder(known.publishedAt, publishedAt) ? [] : older;
}

interface ReadStaged {
  report: LoadReport;
  /** The wanted ids that were found, as current or former ids. */
  found: ReadonlySet<string>;
  lists: SourceState['lists'];
  sample: string[];
}

/** Reads staged content and writes its entities to a file. @throws RefusedSource */
async function readStaged(
  { directory, names }: StagedSource,
  { source, config, options }: TakingOver,
  { lines, wanted }: { lines: string; wanted: ReadonlySet<string> },
): Promise<ReadStaged> {
  let lists = 0;
  const found = new Set<string>();
  const sample = sampleOfIds();
  const reports: LoadReport[] = [];
  const spec = specOf(
    source,
    names.map((name) => path.join(directory, name)),
  );
  const mapper = loadingMapper();
  const reading = {
    asOf: options.now.toISOString().slice(0, 10),
    policies: config.mapping,
    ...(mapper && { mapper }),
    onReport: (_: SourceSpec, r: LoadReport) => reports.push(r),
  };
  const writer = new EntityLinesWriter(lines);
  try {
    for await (const batch of readBatches([spec], reading))
      for (const entity of batch) {
        writer.add(entity);
        lists |= entity.lists;
        sample.add(entity.id);
        if (found.size < wanted.size) noteWanted(entity, wanted, found);
      }
  } finally {
    await mapper?.end();
    writer.close();
  }
  const [report] = reports;
  if (report === undefined) throw new RefusedSource(`${source.id} gave no report`);
  return {
    report,
    found,
    lists: listTypes.filter((_, at) => (lists & (1 << at)) !== 0).sort(),
    sample: sample.ids(),
  };
}

/** Records which of the wanted ids the entity has or had. */
function noteWanted({ id, formerIds }: LoadedEntity, wanted: ReadonlySet<string>, found: Set<string>): void {
  for (const one of [id, ...formerIds]) if (wanted.has(one)) found.add(one);
}

function withPlace(reasons: string, { rejects: [first] }: LoadReport): string {
  return first === undefined ? reasons : `${reasons}; first bad record ${first.place}: ${first.reason}`;
}

/** Moves validated content to the current files. @returns their names below `files/` */
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
