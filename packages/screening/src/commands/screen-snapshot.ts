import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { RefusedSource, type LoadReport } from '../model/listed-entity.ts';
import { readSources, type SourceSpec } from '../lists/read-sources.ts';
import { engineVersion } from '../score/engine-version.ts';
import { SnapshotBuilder } from '../search/build/build-snapshot.ts';
import { readSnapshot, RefusedSnapshot, writeSnapshot } from '../snapshot/snapshot-file.ts';
import type { Snapshot, SourceManifest } from '../snapshot/snapshot.ts';
import type { ScreenArguments } from './screen-arguments.ts';

/** A snapshot ready for screening, and how long it took to prepare. */
export interface Prepared {
  snapshot: Snapshot;
  /** Time to read the sources, or the snapshot file. */
  loadMs: number;
  /** 0 if it was read from a file. */
  buildMs: number;
  rejected: number;
}

type Print = (message: string) => void;

/**
 * The snapshot of the sources, read from the file if it matches them and this engine; otherwise built, and written to the file if one is
 * named.
 * @throws RefusedSource, RefusedSnapshot if only a snapshot is named and it cannot be used
 */
export async function prepareSnapshot(options: ScreenArguments, print: Print): Promise<Prepared> {
  const { sources, snapshot: file, asOf } = options;
  if (sources.length === 0 && file !== null) return readOnly(file);
  if (file === null) return build(sources, asOf, { print, keys: sources.map(() => '') });
  const keys = await Promise.all(sources.map((source) => keyOf(source, asOf)));
  if (existsSync(file)) {
    const kept = fitting(file, keys, print);
    if (kept !== null) return kept;
  }
  const built = await build(sources, asOf, { print, keys });
  writeSnapshot(built.snapshot, file);
  return built;
}

function readOnly(file: string): Prepared {
  const start = performance.now();
  const snapshot = readSnapshot(file);
  if (snapshot.manifest.engine !== engineVersion())
    throw new RefusedSnapshot(`${file} was made by another version of the engine; build it anew`);
  return { snapshot, loadMs: performance.now() - start, buildMs: 0, rejected: rejectedOf(snapshot) };
}

function fitting(file: string, keys: readonly string[], print: Print): Prepared | null {
  try {
    const kept = readOnly(file);
    const before = kept.snapshot.manifest.sources.map(({ source }) => source);
    if (before.join('\n') === keys.join('\n')) return kept;
    print(`${file} does not fit the sources; building it anew`);
  } catch (error) {
    if (!(error instanceof RefusedSnapshot)) throw error;
    print(`${error.message}; building it anew`);
  }
  return null;
}

async function build(
  sources: readonly SourceSpec[],
  asOf: string,
  { print, keys }: { print: Print; keys: readonly string[] },
): Promise<Prepared> {
  const builder = new SnapshotBuilder();
  const reports: { source: SourceSpec; report: LoadReport }[] = [];
  let buildMs = 0;
  const start = performance.now();
  const onReport = (source: SourceSpec, report: LoadReport): void => void reports.push({ source, report });
  for await (const entity of readSources(sources, { asOf, onReport })) {
    const before = performance.now();
    builder.add(entity);
    buildMs += performance.now() - before;
  }
  const loadMs = performance.now() - start - buildMs;
  const before = performance.now();
  for (const { source, report } of reports) printRejects(source, report, print);
  const manifest = keys.map((key, at) => manifestOf(sources[at] as SourceSpec, key, reports));
  const snapshot = builder.finish({ engine: engineVersion(), sources: manifest });
  const rejected = reports.reduce((sum, { report }) => sum + report.rejected, 0);
  return { snapshot, loadMs, buildMs: buildMs + performance.now() - before, rejected };
}

function manifestOf(
  source: SourceSpec,
  key: string,
  reports: { source: SourceSpec; report: LoadReport }[],
): SourceManifest {
  const report = reports.find((entry) => entry.source.paths.join() === source.paths.join())?.report;
  return {
    source: key || `${source.format}:${source.paths.map((file) => path.basename(file)).join(',')}`,
    version: report?.version ?? '',
    publishedAt: report?.publishedAt ?? null,
    entities: report?.entities ?? 0,
    names: report?.names ?? 0,
    rejected: report?.rejected ?? 0,
  };
}

function printRejects(source: SourceSpec, report: LoadReport, print: Print): void {
  if (report.rejected === 0) return;
  print(`${source.format}: ${String(report.rejected)} records rejected`);
  for (const { place, reason } of report.rejects.slice(0, 5)) print(`  ${place}: ${reason}`);
}

function rejectedOf({ manifest }: Snapshot): number {
  return manifest.sources.reduce((sum, { rejected }) => sum + rejected, 0);
}

/** Digest of everything that determines a source's content: format, list, day and bytes. */
async function keyOf({ format, list, paths }: SourceSpec, asOf: string): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify([format, list ?? 'SANCTIONS', asOf]));
  for (const file of paths) {
    const content = createHash('sha256');
    try {
      for await (const chunk of createReadStream(file)) content.update(chunk as Buffer);
    } catch (error) {
      throw new RefusedSource(`${path.basename(file)} cannot be read: ${(error as Error).message}`, {
        cause: error,
      });
    }
    digest.update(JSON.stringify([path.basename(file), content.digest('hex')]));
  }
  return `${format}:${digest.digest('hex').slice(0, 32)}`;
}
