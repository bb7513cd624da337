import path from 'node:path';
import { exportLimits, usualLimits } from './limits.ts';
import { RefusedSource, type ListedEntity, type LoadReport } from '../model/listed-entity.ts';
import { LoadedEntity } from '../model/loaded-entity.ts';
import { loadCslCsv } from './ofac/load-csl-csv.ts';
import { loadEuXml } from './load-eu-xml.ts';
import { loadOfacAdvanced } from './ofac/load-ofac-advanced.ts';
import { loadOfacXml } from './ofac/load-ofac-xml.ts';
import type { BatchMapper } from './opensanctions/ftm-batch.ts';
import { loadSenzing } from './opensanctions/load-senzing.ts';
import { loadUkXml } from './load-uk-xml.ts';
import { loadFtm } from './opensanctions/load-ftm.ts';
import { LoadLog } from './load-log.ts';
import { loadNames } from './own/load-names.ts';
import { loadNative } from './own/load-native.ts';
import { loadOfacCsv } from './ofac/load-ofac-csv.ts';
import { loadTargetsSimple } from './opensanctions/load-targets-simple.ts';
import { loadUnXml } from './load-un-xml.ts';
import { defaultMappingPolicies, type MappingPolicies } from './mapping-policies.ts';
import { uniteEntities } from './unite-entities.ts';
import type { Loader } from './source-context.ts';
import type { ListType } from '../model/screening-types.ts';

interface FormatRow {
  load: Loader;
  /** Prefix of the ids that the loader of an official list makes, which an export of OpenSanctions may share; null for other formats. */
  idPrefix: string | null;
}

/** All formats except `ftm` and `ftm-delta`, which are read together. */
const formatRows = {
  'targets-simple': { load: loadTargetsSimple, idPrefix: null },
  'ofac-csv': { load: loadOfacCsv, idPrefix: 'ofac-' },
  'un-xml': { load: loadUnXml, idPrefix: 'un-' },
  'ofac-xml': { load: loadOfacXml, idPrefix: 'ofac-' },
  'ofac-advanced': { load: loadOfacAdvanced, idPrefix: 'ofac-' },
  'eu-xml': { load: loadEuXml, idPrefix: 'eu-' },
  'uk-xml': { load: loadUkXml, idPrefix: 'uk-' },
  'csl-csv': { load: loadCslCsv, idPrefix: 'csl-' },
  senzing: { load: loadSenzing, idPrefix: null },
  native: { load: loadNative, idPrefix: null },
  names: { load: loadNames, idPrefix: null },
} satisfies Record<string, FormatRow>;

/** Increased whenever a loader changes how it reads the same file: lists are then rebuilt. */
export const loaderVersion = 4;

/** Formats supported by `readSources`. */
export const sourceFormats = [
  'ftm',
  'ftm-delta',
  ...(Object.keys(formatRows) as (keyof typeof formatRows)[]),
] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** Files of one format that belong together. */
export interface SourceSpec {
  format: SourceFormat;
  /** Paths of the files; files packed with gzip are unpacked. */
  paths: readonly string[];
  /** The list for formats that do not state one; default `SANCTIONS`. */
  list?: ListType;
  /**
   * Yields the entities from an earlier reading of these files, alone and with the same options, so that the files are not read again.
   * Ignored if there is another `ftm` or `ftm-delta` source, because all of these are read as one.
   */
  again?: () => AsyncGenerator<LoadedEntity[]>;
}

export interface ReadOptions {
  /** Reference day for offices, `YYYY-MM-DD`. */
  asOf: string;
  policies?: Partial<MappingPolicies>;
  /** Converts lines of `ftm` files to entities; default: on this thread. */
  mapper?: BatchMapper;
  /** Called once per source after it has been read completely. All `ftm` and `ftm-delta` files are one source. */
  onReport?: (source: SourceSpec, report: LoadReport) => void;
  /**
   * Called once per source, after its last record, with the number of records left out because another source has their ids. Records
   * replaced by the operator's own lists do not count.
   */
  onLeftOut?: (paths: readonly string[], records: number) => void;
}

/**
 * Reads all entities of the sources. All `ftm` and `ftm-delta` files are one source, read directly after the operator's own lists
 * (`native`): deltas are applied to the exports in any order of the list. Yielded ids are unique: a record of the operator's own lists
 * replaces any other with its id; an official list that uses ids of an export is merged with it; for others, the first record is kept.
 * @throws RefusedSource if a source cannot be trusted; everything yielded before must then be discarded
 */
export async function* readSources(
  specs: readonly SourceSpec[],
  options: ReadOptions,
): AsyncGenerator<ListedEntity> {
  for await (const batch of readBatches(specs, options)) for (const { entity } of batch) yield entity;
}

/** As `readSources`, in batches whose entities become objects only when `entity` is read. @throws as it does */
export async function* readBatches(
  specs: readonly SourceSpec[],
  options: ReadOptions,
): AsyncGenerator<LoadedEntity[]> {
  const policies = { ...defaultMappingPolicies, ...options.policies };
  const ids = new UniqueIds(specs.map(({ format }) => format));
  for (const spec of unitedSpecs(specs)) {
    const log = new LoadLog();
    let leftOut = 0;
    const { asOf, mapper } = options;
    for await (const batch of batchesOf(spec, { log, policies, asOf, ...(mapper && { mapper }) })) {
      log.entities += batch.length;
      // Counting the names on a line may require parsing it into an object.
      if (options.onReport) for (const { names } of batch) log.names += names;
      yield batch.filter((entity) => {
        const found = ids.take(entity, spec, log);
        if (found === 'of another source') leftOut += 1;
        return found === 'new';
      });
    }
    options.onLeftOut?.(spec.paths, leftOut);
    const report = log.report();
    if (report.entities === 0 && report.rejected > 0)
      throw new RefusedSource(
        `no record of ${spec.paths.map((file) => path.basename(file)).join(', ')} can be read: ${report.rejects[0]?.reason ?? ''}`,
      );
    options.onReport?.(spec, report);
  }
  yield ids.held();
}

/** Prefixes of ids of official lists, by format. */
const idPrefixes: ReadonlyMap<string, string> = new Map(
  Object.entries<FormatRow>(formatRows).flatMap(([format, { idPrefix }]) =>
    idPrefix === null ? [] : [[format, idPrefix]],
  ),
);
const officialId = new RegExp(`^(?:${[...new Set(idPrefixes.values())].join('|')})`, 'u');

/** Formats with ids of OpenSanctions exports, or arbitrary ones. */
const likeExports: ReadonlySet<SourceFormat> = new Set(['targets-simple', 'senzing']);

/** `held`: yielded after all sources are read. `repeated`: an earlier record of the same source, or of the operator's lists, has the id. */
type Taken = 'new' | 'held' | 'repeated' | 'of another source';

class UniqueIds {
  readonly #holding: boolean;
  /** Whether ids of exports may occur again in other sources. */
  readonly #keepsExports: boolean;
  readonly #taken = new Map<string, Pick<SourceSpec, 'format'>>();
  readonly #held = new Map<string, ListedEntity>();

  constructor(formats: readonly SourceFormat[]) {
    this.#holding = formats.some((format) => idPrefixes.has(format));
    this.#keepsExports = formats.some((format) => likeExports.has(format));
  }

  take(loaded: LoadedEntity, spec: Pick<SourceSpec, 'format'>, log: LoadLog): Taken {
    const { id } = loaded;
    const owner = this.#taken.get(id);
    if (owner !== undefined) {
      log.count('id of another record');
      const isOverride = owner.format === 'native' && spec.format !== 'native';
      return owner === spec || isOverride ? 'repeated' : 'of another source';
    }
    if (spec.format === 'ftm') {
      if (!this.#holding || !officialId.test(id)) {
        if (this.#keepsExports) this.#taken.set(id, spec);
        return 'new';
      }
      // Kept as an object: a `LoadedEntity` would keep the whole batch of lines in memory.
      this.#held.set(id, loaded.entity);
      return 'held';
    }
    const exported = this.#held.get(id);
    if (exported !== undefined) {
      this.#held.set(id, uniteEntities(exported, loaded.entity));
      return 'held';
    }
    this.#taken.set(id, spec);
    return 'new';
  }

  held(): LoadedEntity[] {
    return Array.from(this.#held.values(), LoadedEntity.of);
  }
}

type United = SourceSpec & { deltas: readonly string[] };

function unitedSpecs(specs: readonly SourceSpec[]): United[] {
  const pathsOf = (format: SourceFormat): string[] =>
    specs.filter((spec) => spec.format === format).flatMap(({ paths }) => paths);
  const full = pathsOf('ftm');
  const deltas = pathsOf('ftm-delta');
  const parts = specs.filter(({ format }) => format === 'ftm' || format === 'ftm-delta');
  const again = parts.length === 1 ? parts[0]?.again : undefined;
  const exports: United[] =
    parts.length === 0 ? [] : [{ format: 'ftm', paths: full, deltas, ...(again && { again }) }];
  const others = specs
    .filter(({ format }) => format !== 'ftm' && format !== 'ftm-delta')
    .map((spec) => ({ ...spec, deltas: [] }));
  const own = others.filter(({ format }) => format === 'native');
  return [...own, ...exports, ...others.filter((spec) => !own.includes(spec))];
}

interface Reading {
  log: LoadLog;
  policies: MappingPolicies;
  asOf: string;
  mapper?: BatchMapper;
}

function batchesOf(
  { format, paths, deltas, list, again }: United,
  reading: Reading,
): AsyncGenerator<LoadedEntity[]> {
  if (again) return again();
  if (format === 'ftm' || format === 'ftm-delta')
    return loadFtm({ full: paths, deltas }, { ...reading, limits: exportLimits });
  return inLoadedBatches(
    formatRows[format].load({ ...reading, files: paths, limits: usualLimits, list: list ?? 'SANCTIONS' }),
  );
}

async function* inLoadedBatches(batches: AsyncGenerator<ListedEntity[]>): AsyncGenerator<LoadedEntity[]> {
  for await (const batch of batches) yield batch.map(LoadedEntity.of);
}
