import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  applyDelta,
  buildInThreads,
  createIndexScreener,
  DeltaBuilder,
  defaultPolicies,
  engineVersion,
  layered,
  loaderVersion,
  type LayeredSnapshot,
  type LoadedEntity,
  type MappingPolicies,
  readBatches,
  readEntityLines,
  readSnapshot,
  RefusedSnapshot,
  RefusedSource,
  snapshotFormat,
  type SourceManifest,
  type SourceSpec,
  writeSnapshot,
} from '@countersign/screening';
import { loadFault } from './disk-fault.ts';
import type { CurrentLists, DeltaBase, ListsDirectory, SourceState } from './lists-directory.ts';
import { loadingMapper, namesThread } from './loading-threads.ts';
import type { SourcesConfig } from './sources-file.ts';
import { errorCode } from '../runtime/error-code.ts';

/** When a change of the lists is stored as a delta beside the snapshot, and when a new snapshot is built. */
export interface DeltaRules {
  /** Lists with fewer entities are always built whole, which takes no time. */
  leastEntities: number;
  /** Share of the base's entities, 0 to 1, above which a change is not stored as a delta. */
  mostChanged: number;
  /** Share at which a whole snapshot is built after the delta. */
  outgrown: number;
  /** Number of deltas over one base at which a whole snapshot is built after the delta. */
  mostDeltas: number;
}

export const usualDeltaRules: DeltaRules = {
  leastEntities: 10_000,
  mostChanged: 0.05,
  outgrown: 0.025,
  mostDeltas: 48,
};

export type Loaded = {
  /** `unchanged`: the state in force matches the sources. `kept`: the sources do not allow a new state; the previous one stays. */
  outcome: 'published' | 'unchanged' | 'kept';
  current: CurrentLists;
};

/** Input for building a state. */
export interface Building {
  config: SourcesConfig;
  before: CurrentLists | null;
  sources: SourceState[];
  /** By source, the file with the entities written while validating it (`EntityLinesWriter`), so that it need not be read again. */
  judged: ReadonlyMap<string, string>;
  now: Date;
  deltas: DeltaRules;
  print?: (message: string) => void;
  /** Builds a whole snapshot, even if nothing has changed or a delta would suffice. */
  whole?: boolean;
}

/** A state written to disk. */
interface Built {
  snapshot: string;
  entities: number;
  names: number;
  base?: DeltaBase;
}

/**
 * Writes the state of the sources: changes since the current snapshot as a delta over it, or everything as a
 * snapshot if there are too many changes, if there is no valid snapshot of this release, or if requested. Nothing is
 * published.
 */
export async function buildLists(directory: ListsDirectory, building: Building): Promise<Loaded> {
  const { config, before, sources, now } = building;
  const usable = sources.filter(({ loadedAt }) => loadedAt !== null);
  const made = { engine: engineVersion(), asOf: now.toISOString().slice(0, 10) };
  const basis = basisOf(usable, { ...made, mapping: config.mapping });
  const kept: CurrentLists = { ...(before ?? nothing), policies: config.screening, sources };
  const fault = faultOf(config, usable);
  if (fault !== null) return keep(kept, building, fault);
  const leftOut = new Map<string, number>();
  const reading = { directory, usable, judged: building.judged, asOf: made.asOf, config, leftOut };
  try {
    const changed = building.whole === true ? null : await deltaOverBase(reading, building, basis);
    if (changed === 'unchanged') return { outcome: 'unchanged', current: { ...kept, lastError: null } };
    const { base: _, ...rest } = kept;
    const state = changed ?? (await wholeSnapshot(reading, building));
    const about = { ...made, basis, builtAt: now.toISOString(), ...state };
    for (const [id, records] of leftOut)
      building.print?.(`${id}: ${records} records are left out, because other sources have their ids`);
    const withLeftOut = sources.map(({ leftOut: _before, ...source }) => {
      const records = leftOut.get(source.id);
      return { ...source, ...(records !== undefined && { leftOut: records }) };
    });
    return {
      outcome: 'published',
      current: { ...rest, ...about, sources: withLeftOut, lastError: null },
    };
  } catch (error) {
    const reason = loadFault(error);
    if (reason === null) throw error;
    return keep(kept, building, reason);
  }
}

/** Whether a whole snapshot is due after the current delta. */
export function isOutgrown({ base, entities }: CurrentLists, deltas: DeltaRules): boolean {
  return (
    base !== undefined && (base.deltas >= deltas.mostDeltas || base.changed > entities * deltas.outgrown)
  );
}

interface Reading {
  directory: ListsDirectory;
  usable: readonly SourceState[];
  judged: ReadonlyMap<string, string>;
  asOf: string;
  config: SourcesConfig;
  /** By source, the number of records omitted in the last reading; sources without any are absent. */
  leftOut: Map<string, number>;
}

/**
 * Differences between the sources and the current snapshot, or the base of its delta. Null when a whole snapshot is needed:
 * too many changes, short lists, or nothing valid to compare with.
 * @throws RefusedSource
 */
async function deltaOverBase(
  reading: Reading,
  { before, deltas, print }: Building,
  basis: string,
): Promise<Built | 'unchanged' | null> {
  const state = readState(reading.directory, before, print);
  if (state === null) return null;
  if (before?.basis === basis) return 'unchanged';
  const { base } = state;
  const { engine, entities } = base.manifest;
  if (engine !== engineVersion() || entities < deltas.leastEntities) return null;
  const builder = new DeltaBuilder(base, { mostChanged: Math.floor(entities * deltas.mostChanged) });
  for await (const batch of entitiesOf(reading))
    for (const entity of batch) if (!builder.add(entity)) return null;
  const delta = builder.finish({ sources: reading.usable.map(manifestOf) });
  if (delta === 'outgrown') return null;
  if (delta === 'unchanged') return stateOf(layered(base), reading);
  const after = stateOf(applyDelta(base, delta), reading);
  writeSnapshot(delta, reading.directory.deltaFile(after.snapshot));
  const changed = delta.manifest.entities + (delta.manifest.delta?.gone.length ?? 0);
  print?.(`delta ${after.snapshot}: ${changed} changes since snapshot ${base.manifest.id}`);
  const number = before?.base?.snapshot === base.manifest.id ? before.base.deltas + 1 : 1;
  return { ...after, base: { snapshot: base.manifest.id, deltas: number, changed } };
}

/** The current state; null when there is none, or when it was damaged or written by another release. */
function readState(
  directory: ListsDirectory,
  before: CurrentLists | null,
  print: Building['print'],
): LayeredSnapshot | null {
  if (before?.snapshot == null) return null;
  try {
    const base = readSnapshot(directory.snapshotFile(before.base?.snapshot ?? before.snapshot));
    return before.base ? applyDelta(base, readSnapshot(directory.deltaFile(before.snapshot))) : layered(base);
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    if (!isMissing && !(error instanceof RefusedSnapshot)) throw error;
    print?.(`lists in force cannot be read and are built anew: ${(error as Error).message}`);
    return null;
  }
}

/** @throws RefusedSource */
async function wholeSnapshot(reading: Reading, { print }: Building): Promise<Built> {
  const about = { engine: engineVersion(), sources: reading.usable.map(manifestOf) };
  const snapshot = await buildInThreads(entitiesOf(reading), about, namesThread());
  const built = stateOf(layered(snapshot), reading);
  const file = reading.directory.snapshotFile(built.snapshot);
  await fs.mkdir(path.dirname(file), { recursive: true });
  writeSnapshot(snapshot, file);
  print?.(`snapshot ${built.snapshot}: ${built.entities} entities, ${built.names} names`);
  return built;
}

async function* entitiesOf({
  directory,
  usable,
  judged,
  asOf,
  config,
  leftOut,
}: Reading): AsyncGenerator<LoadedEntity[]> {
  leftOut.clear();
  const sourceOf = new Map<readonly string[], string>();
  const specs = usable.map((state) => {
    const paths = state.files.map((name) => directory.file(name));
    const lines = judged.get(state.id);
    sourceOf.set(paths, state.id);
    return { ...specOf(state, paths), ...(lines !== undefined && { again: () => readEntityLines(lines) }) };
  });
  const mapper = loadingMapper();
  try {
    const onLeftOut = (paths: readonly string[], records: number): void => {
      const id = sourceOf.get(paths);
      if (id !== undefined && records > 0) leftOut.set(id, records);
    };
    yield* readBatches(specs, { asOf, policies: config.mapping, onLeftOut, ...(mapper && { mapper }) });
  } finally {
    await mapper?.end();
  }
}

/** @throws RefusedSource when a pinned entity is missing */
function stateOf(state: LayeredSnapshot, { usable, config }: Reading): Built {
  const screener = createIndexScreener(state);
  const loaded = config.sources.filter(({ id }) => usable.some((source) => source.id === id));
  const lost = loaded.flatMap(({ pinned }) => pinned).filter((id) => screener.entity(id) === null);
  if (lost.length > 0) throw new RefusedSource(`the snapshot lacks ${lost.slice(0, 5).join(', ')}`);
  const { id, entities, names } = state.manifest;
  return { snapshot: id, entities, names };
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

function keep(current: CurrentLists, { now, print }: Building, message: string): Loaded {
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

/** Digest of everything a snapshot depends on. The date matters only where offices are evaluated. */
function basisOf(
  sources: readonly SourceState[],
  { engine, asOf, mapping }: { engine: string; asOf: string; mapping: MappingPolicies },
): string {
  const judgesOffices = sources.some(({ format }) => format === 'ftm');
  const digests = sources.map(({ id, digest }) => [id, digest]);
  const parts = [engine, loaderVersion, snapshotFormat, judgesOffices ? asOf : null, mapping, digests];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const manifestOf = ({ id, version, publishedAt, entities, names, rejects }: SourceState): SourceManifest => ({
  source: id,
  version,
  publishedAt,
  entities,
  names,
  rejected: rejects,
});

/** The files of a source in the form a loader takes. */
export const specOf = (
  { format, list }: Pick<SourceState, 'format' | 'list'>,
  paths: readonly string[],
): SourceSpec => ({ format, paths, ...(list !== null && { list }) });
