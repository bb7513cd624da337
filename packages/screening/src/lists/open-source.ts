import { exportLimits, usualLimits } from './limits.ts';
import { RefusedSource, type ListedEntity, type LoadReport } from './listed-entity.ts';
import { loadFtm } from './load-ftm.ts';
import { LoadLog } from './load-log.ts';
import { loadNames } from './load-names.ts';
import { loadNative } from './load-native.ts';
import { loadOfacCsv } from './load-ofac-csv.ts';
import { loadTargetsSimple } from './load-targets-simple.ts';
import { loadUnXml } from './load-un-xml.ts';
import { defaultMappingPolicies, type MappingPolicies } from './mapping-policies.ts';
import type { Loader } from './source-context.ts';
import type { ListType } from '../screening-types.ts';

const loaders = {
  'targets-simple': loadTargetsSimple,
  'ofac-csv': loadOfacCsv,
  'un-xml': loadUnXml,
  native: loadNative,
  names: loadNames,
} satisfies Record<string, Loader>;

/** Formats `readSources` reads. */
export const sourceFormats = [
  'ftm',
  'ftm-delta',
  ...(Object.keys(loaders) as (keyof typeof loaders)[]),
] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** Files of one format that belong together. */
export type SourceSpec = {
  format: SourceFormat;
  /** Names ending in `.gz` are unpacked. */
  paths: readonly string[];
  /** List of a format that states none; `SANCTIONS` when missing. */
  list?: ListType;
};

export type ReadOptions = {
  /** Day on which offices are judged, `YYYY-MM-DD`. */
  asOf: string;
  policies?: Partial<MappingPolicies>;
  /** Called once per source when it has been read to its end. All `ftm` and `ftm-delta` files are one source. */
  onReport?: (source: SourceSpec, report: LoadReport) => void;
};

/**
 * Every entity of the sources, in their order. Deltas are applied to the FollowTheMoney exports wherever they stand in the
 * list. A record of an operator's own list (`native`) takes the place of a record of another source with the same id; among
 * other sources the first one with an id stays.
 * @throws RefusedSource when a source cannot be trusted; what was yielded before must not be used then
 */
export async function* readSources(
  specs: readonly SourceSpec[],
  options: ReadOptions,
): AsyncGenerator<ListedEntity> {
  const policies = { ...defaultMappingPolicies, ...options.policies };
  for (const spec of unitedSpecs(specs)) {
    const log = new LoadLog();
    for await (const batch of batchesOf(spec, { log, policies, asOf: options.asOf })) {
      for (const entity of batch) {
        log.entities += 1;
        log.names += entity.names.length;
        yield entity;
      }
    }
    if (log.entities === 0 && log.report().rejected > 0)
      throw new RefusedSource(
        `no record of ${spec.paths.join(', ')} can be read: ${log.report().rejects[0]?.reason ?? ''}`,
      );
    options.onReport?.(spec, log.report());
  }
}

type United = SourceSpec & { deltas: readonly string[] };

function unitedSpecs(specs: readonly SourceSpec[]): United[] {
  const pathsOf = (format: SourceFormat): string[] =>
    specs.filter((spec) => spec.format === format).flatMap(({ paths }) => paths);
  const full = pathsOf('ftm');
  const deltas = pathsOf('ftm-delta');
  const exports: United[] = full.length + deltas.length === 0 ? [] : [{ format: 'ftm', paths: full, deltas }];
  const others = specs.filter(({ format }) => format !== 'ftm' && format !== 'ftm-delta');
  return [...exports, ...others.map((spec) => ({ ...spec, deltas: [] }))];
}

type Reading = { log: LoadLog; policies: MappingPolicies; asOf: string };

function batchesOf(
  { format, paths, deltas, list }: United,
  reading: Reading,
): AsyncGenerator<ListedEntity[]> {
  if (format === 'ftm' || format === 'ftm-delta')
    return loadFtm({ full: paths, deltas }, { ...reading, limits: exportLimits });
  return loaders[format]({ ...reading, files: paths, limits: usualLimits, list: list ?? 'SANCTIONS' });
}
