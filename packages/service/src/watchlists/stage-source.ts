import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { download, RefusedSource, type Transport, withoutQuery } from '@countersign/screening';
import type { ListsDirectory, SourceState } from './lists-directory.ts';
import { wholeHours } from './lists-status.ts';
import { knownFrom, type KnownCopy, olderCopy } from './older-copy.ts';
import type { ConfiguredSource } from './sources-file.ts';
import { errorCode } from '../runtime/error-code.ts';

/** New content of a source in a separate directory, not validated yet. */
export interface StagedSource {
  directory: string;
  /** File names in it, in the order of the source's paths or addresses. */
  names: string[];
  digest: string;
  validators: Record<string, KnownCopy>;
  stamp: string;
  /** Why it seems older than the current content, judging by how it arrived; empty: it does not. */
  older: string[];
}

/** The content is unchanged; details about it may be new. */
export type Confirmed = Partial<Pick<StagedSource, 'validators' | 'stamp'>> & { directory?: undefined };

export interface Staging {
  directory: ListsDirectory;
  hosts: readonly string[];
  /** The current state. */
  before: SourceState | null;
  /** Nothing is downloaded. */
  offline: boolean;
  /** The time of this load. */
  now: Date;
  /** Tests supply a different network. */
  transport?: Transport;
}

/**
 * Downloads or copies the current content of a source.
 * @returns the data for the next request, if the content is unchanged
 * @throws RefusedSource when it is not available, or is obviously not a list; leaves no files behind
 */
export async function stageSource(
  source: ConfiguredSource,
  staging: Staging,
): Promise<StagedSource | Confirmed> {
  const { before, offline } = staging;
  if (source.urls.length > 0 && offline) {
    if (before?.loadedAt != null) return {};
    throw new RefusedSource(`${source.id} has never been downloaded, and this load is offline`);
  }
  const directory = staging.directory.file(path.join(source.id, `incoming-${randomUUID()}`));
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    const staged =
      source.urls.length > 0
        ? await fetched(source, staging, directory)
        : await copied(source, before, directory);
    if (staged !== null && (before === null || staged.digest !== before.digest)) return staged;
    await fs.rm(directory, { recursive: true, force: true });
    return staged === null ? {} : { validators: staged.validators, stamp: staged.stamp };
  } catch (error) {
    await fs.rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function fetched(
  source: ConfiguredSource,
  staging: Staging,
  directory: string,
): Promise<StagedSource | null> {
  const { before } = staging;
  const names = namesOf(source.urls.map((url) => decodeURIComponent(new URL(url).pathname)));
  const hosts = [...source.urls, ...(source.sha256Url === null ? [] : [source.sha256Url])]
    .map((url) => new URL(url).host)
    .concat(staging.hosts);
  const checksumFile = path.join(directory, 'publisher.sha256');
  const sha256 =
    source.sha256Url === null ? null : await checksum(source.sha256Url, { ...staging, hosts }, checksumFile);
  const copies: Record<string, KnownCopy> = {};
  const older: string[] = [];
  let changed = false;
  for (const [at, url] of source.urls.entries()) {
    const old = before?.files[at];
    const known = (old !== undefined && before?.validators[url]) || { etag: null, lastModified: null };
    const file = path.join(directory, names[at] as string);
    const isWhole = isWholeDue(known, source, staging);
    const validators = isWhole ? { etag: null, lastModified: null } : validatorsOf(known);
    const request = { url, file, hosts, validators, ...(sha256 !== null && { sha256 }) };
    const answer = await download(request, ...(staging.transport ? [staging.transport] : []));
    if (answer.unchanged) {
      if (old === undefined)
        throw new RefusedSource(`${withoutQuery(url)} answered 304 Not Modified, but no copy is loaded`);
      if (isWhole) throw new NeverModified(url, known);
      await fs.copyFile(staging.directory.file(old), file, constants.COPYFILE_FICLONE);
      copies[url] = known;
    } else {
      changed = true;
      const { etag, lastModified, sha256: bytes, age } = answer;
      const leftAt = new Date(staging.now.getTime() - age * 1_000).toISOString();
      const receivedAt = staging.now.toISOString();
      const arrived = { etag, lastModified, sha256: bytes, leftAt, receivedAt };
      const inForce = old === undefined ? undefined : before?.validators[url];
      const evidence = olderCopy(url, inForce, { arrived, now: staging.now });
      if (evidence !== null) older.push(evidence);
      copies[url] = knownFrom(inForce, arrived);
    }
  }
  if (!changed && sameReading(source, before)) return null;
  const digest = await digestOf(source, directory, names);
  return { directory, names, digest, validators: copies, stamp: '', older };
}

const validatorsOf = ({ etag, lastModified }: KnownCopy) => ({ etag, lastModified });

/** Whether to request the complete list even if it may be unchanged: a cache may answer 304 forever. */
function isWholeDue(known: KnownCopy, source: ConfiguredSource, { before, now }: Staging): boolean {
  const age = now.getTime() - Date.parse(known.receivedAt ?? known.leftAt ?? '');
  const limit = wholeHours({ maxAgeHours: source.maxAgeHours, lists: before?.lists ?? [] }) * 3_600_000;
  // Unknown, or from a clock that was ahead.
  return !(age >= 0 && age < limit);
}

/** The complete list was requested, and the answer was still 304: so earlier ones confirmed nothing. */
export class NeverModified extends RefusedSource {
  constructor(url: string, { receivedAt, leftAt }: KnownCopy) {
    const since = receivedAt ?? leftAt;
    super(
      `${withoutQuery(url)} answered 304 Not Modified to a request for the whole list, which last came ${since ?? 'before this release'}: ` +
        'a cache on the way keeps an old answer, which the publisher or whoever runs the cache has to clear',
    );
  }
}

const sameReading = ({ format, list }: ConfiguredSource, before: SourceState | null): boolean =>
  before !== null && before.format === format && before.list === list;

/** The digest from a publisher's checksum file: its first 64 hexadecimal digits. */
async function checksum(url: string, staging: Staging, file: string): Promise<string> {
  const request = { url, file, hosts: staging.hosts, validators: { etag: null, lastModified: null } };
  try {
    await download({ ...request, maximal: 64 * 1024 }, ...(staging.transport ? [staging.transport] : []));
    const found = /\b[0-9a-f]{64}\b/i.exec(await fs.readFile(file, 'utf8'))?.[0];
    if (found === undefined) throw new RefusedSource(`${withoutQuery(url)} holds no SHA-256`);
    return found.toLowerCase();
  } finally {
    await fs.rm(file, { force: true });
  }
}

async function copied(
  source: ConfiguredSource,
  before: SourceState | null,
  directory: string,
): Promise<StagedSource | null> {
  const stats = await Promise.all(source.paths.map(statOf));
  const stamp = JSON.stringify(stats.map(({ size, mtimeMs }, at) => [source.paths[at], size, mtimeMs]));
  if (before !== null && before.stamp === stamp && sameReading(source, before)) return null;
  const names = namesOf(source.paths);
  for (const [at, from] of source.paths.entries()) {
    await fs.copyFile(from, path.join(directory, names[at] as string), constants.COPYFILE_FICLONE);
  }
  return {
    directory,
    names,
    digest: await digestOf(source, directory, names),
    validators: {},
    stamp,
    older: [],
  };
}

async function statOf(file: string): Promise<{ size: number; mtimeMs: number }> {
  try {
    const stat = await fs.stat(file);
    if (!stat.isFile()) throw new RefusedSource(`${file} is not a file`);
    return stat;
  } catch (error) {
    if (error instanceof RefusedSource) throw error;
    throw new RefusedSource(`${file} cannot be read: ${errorCode(error) ?? ''}`);
  }
}

/** Last parts of the paths, which loaders may inspect; made unique where two are the same. */
function namesOf(paths: readonly string[]): string[] {
  const bases = paths.map((name) => path.posix.basename(name).replaceAll(/[^\w.-]/g, '_') || 'list');
  return bases.map((base, at) => (bases.indexOf(base) === at ? base : `${at + 1}-${base}`));
}

/** @throws RefusedSource for an empty file or a web page */
async function digestOf(
  source: ConfiguredSource,
  directory: string,
  names: readonly string[],
): Promise<string> {
  const whole = createHash('sha256').update(JSON.stringify([source.format, source.list]));
  for (const name of names) {
    const content = createHash('sha256');
    let bytes = 0;
    for await (const chunk of createReadStream(path.join(directory, name)) as AsyncIterable<Buffer>) {
      if (bytes === 0) checkStart(name, chunk);
      bytes += chunk.length;
      content.update(chunk);
    }
    if (bytes === 0) throw new RefusedSource(`${name} is empty`);
    whole.update(JSON.stringify([name, content.digest('hex')]));
  }
  return whole.digest('hex');
}

function checkStart(name: string, chunk: Buffer): void {
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html[\s>])/i.test(chunk.subarray(0, 256).toString('latin1')))
    throw new RefusedSource(`${name} is a web page, not a list`);
}
