import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ListType, Policies, SourceFormat } from '@countersign/screening';
import { errorCode } from '../runtime/error-code.ts';
import type { KnownCopy } from './older-copy.ts';

/** State of one source after its last check. Times are ISO 8601 in UTC. */
export interface SourceState {
  id: string;
  format: SourceFormat;
  mandatory: boolean;
  /** Version or digest stated by the source; '' before the first successful load. */
  version: string;
  /** Publication time, if the publisher states it. */
  publishedAt: string | null;
  /** When the current content was loaded; null before the first successful load. */
  loadedAt: string | null;
  /** When the current content was last confirmed to match the source. */
  confirmedAt: string | null;
  entities: number;
  names: number;
  rejects: number;
  /** Number of records not screened against because another source has the same ids; absent: none. */
  leftOut?: number;
  /** Ids of some of its entities, used to detect a different list in its place; absent: loaded by an earlier release. */
  sample?: string[];
  /** List types with at least one entity. */
  lists: ListType[];
  /** SHA-256 of the current files and of the options they were read with. */
  digest: string;
  /** Current files, below `files/`, in the order of the source's paths or addresses. */
  files: string[];
  /** List assigned to a format that states none. */
  list: ListType | null;
  /** By address of each current download. */
  validators: Record<string, KnownCopy>;
  /** Names, sizes and times of the operator's current files: if unchanged, they need not be read. */
  stamp: string;
  maxAgeHours: number | null;
  /** Absent if written by an earlier release: the same as null. */
  maxPublishedDays?: number | null;
  /** Why the newest content is not in use; null when it is. */
  lastError: SourceError | null;
}

/** Why the newest content of a source is not in use. */
export interface SourceError {
  at: string;
  message: string;
  /**
   * `unavailable`: it could not be downloaded. `older`: it is older than the current content. `refused`: it is available, but must not be used.
   * Absent if written by an earlier release.
   */
  kind?: 'unavailable' | 'older' | 'refused';
  /** When the first check in a row failed with this kind of error. */
  since?: string;
}

/** A whole snapshot, and the number of changes since. */
export interface DeltaBase {
  snapshot: string;
  /** Deltas since the base, each containing all differences from it: 1 or more. */
  deltas: number;
  /** Entities that are new, changed or removed compared with it. */
  changed: number;
}

/** The lists in force: `current.json`. */
export interface CurrentLists {
  format: 1;
  /** Id of the current snapshot; null before the first successful load. */
  snapshot: string | null;
  /** Base of the current state; absent if that is a whole snapshot. */
  base?: DeltaBase;
  /** Engine that built it. */
  engine: string;
  builtAt: string | null;
  /** Day for which offices were evaluated, `YYYY-MM-DD`. */
  asOf: string | null;
  entities: number;
  names: number;
  /** Digest of everything the snapshot was built from. */
  basis: string;
  policies: Policies;
  sources: SourceState[];
  /** Why the newest state of the sources is not completely in force; null when it is. */
  lastError: { at: string; message: string } | null;
}

/** A file of the directory does not have the form this release writes. */
export class DamagedDirectory extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedDirectory';
  }
}

/** The watchlist directory: sources, loaded files, snapshots, and the current state. */
export class ListsDirectory {
  readonly root: string;

  /** @param root absolute */
  constructor(root: string) {
    this.root = root;
  }

  get sourcesFile(): string {
    return path.join(this.root, 'sources.json');
  }

  get currentFile(): string {
    return path.join(this.root, 'current.json');
  }

  /** Absolute path of a file or directory below `files/`. */
  file(name: string): string {
    return path.join(this.root, 'files', name);
  }

  snapshotFile(id: string): string {
    return path.join(this.root, 'snapshots', `${id}.snapshot`);
  }

  /** File with the changes since a base, for the state with this id. */
  deltaFile(id: string): string {
    return path.join(this.root, 'snapshots', `${id}.delta`);
  }

  async create(): Promise<void> {
    await fs.mkdir(path.join(this.root, 'files'), { recursive: true, mode: 0o700 });
    await fs.mkdir(path.join(this.root, 'snapshots'), { recursive: true, mode: 0o700 });
  }

  /** Deletes unfinished files of an interrupted load, which may fill the disk. Only call it while holding the directory's lock. */
  async sweep(): Promise<void> {
    const sources = await fs.readdir(path.join(this.root, 'files'));
    const places: [directory: string, unfinished: RegExp][] = [
      // The operator's files are in the same directory.
      [this.root, /^(?:current|sources)\.json\..+\.part$/],
      [path.join(this.root, 'snapshots'), /\.part$/],
      ...sources.map((source): [string, RegExp] => [this.file(source), /^(?:incoming|judged)-/]),
    ];
    for (const [directory, unfinished] of places)
      for (const name of await fs.readdir(directory))
        if (unfinished.test(name)) await fs.rm(path.join(directory, name), { recursive: true, force: true });
  }

  /** The current state; null before the first load. @throws DamagedDirectory */
  async current(): Promise<CurrentLists | null> {
    let text: string;
    try {
      text = await fs.readFile(this.currentFile, 'utf8');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
    return parseCurrent(text);
  }

  /** Readers see either the old state or the complete new one. */
  async publish(current: CurrentLists): Promise<void> {
    await writeDurably(this.currentFile, `${JSON.stringify(current, null, 2)}\n`);
  }

  /** Ids of the stored states, whole ones and deltas, newest first. */
  async snapshots(): Promise<string[]> {
    return (await this.#kept()).map(({ id }) => id);
  }

  async #kept(): Promise<{ id: string; isDelta: boolean }[]> {
    const directory = path.join(this.root, 'snapshots');
    const names = (await fs.readdir(directory)).filter((name) => /\.(?:snapshot|delta)$/.test(name));
    const aged = await Promise.all(
      names.map(async (name) => ({ name, at: (await fs.stat(path.join(directory, name))).mtimeMs })),
    );
    return aged
      .sort((a, b) => b.at - a.at)
      .map(({ name }) => ({ id: path.parse(name).name, isDelta: name.endsWith('.delta') }));
  }

  /**
   * Deletes what is no longer referenced: old states, except the newest of each kind, which include the current one, and its
   * base; and files not in use.
   * @param kept.files absolute paths of files that the load still reads
   */
  async tidy(
    current: CurrentLists,
    kept: { snapshots: number; deltas: number; files: readonly string[] },
  ): Promise<void> {
    const inUse = new Set([current.snapshot, current.base?.snapshot]);
    const states = (await this.#kept()).filter(({ id }) => !inUse.has(id));
    const whole = states.filter(({ isDelta }) => !isDelta).slice(Math.max(0, kept.snapshots - 1));
    const deltas = states.filter(({ isDelta }) => isDelta).slice(Math.max(0, kept.deltas - 1));
    for (const { id } of whole) await fs.rm(this.snapshotFile(id), { force: true });
    for (const { id } of deltas) await fs.rm(this.deltaFile(id), { force: true });
    const inForce = new Set(current.sources.flatMap(({ files }) => files.map((name) => path.dirname(name))));
    for (const source of await fs.readdir(path.join(this.root, 'files'))) {
      for (const version of await fs.readdir(this.file(source))) {
        const name = path.join(source, version);
        if (!inForce.has(name) && !kept.files.includes(this.file(name)))
          await fs.rm(this.file(name), { recursive: true, force: true });
      }
    }
  }
}

function parseCurrent(text: string): CurrentLists {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DamagedDirectory('current.json is damaged: run "countersign lists load"');
  }
  const current = value as Partial<CurrentLists> | null;
  if (current?.format !== 1 || !Array.isArray(current.sources))
    throw new DamagedDirectory('current.json is of another release: run "countersign lists load"');
  return current as CurrentLists;
}

/** Writes a temporary file, makes it durable and renames it. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}.part`;
  try {
    const handle = await fs.open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
  } catch (error) {
    // On a full disk it would occupy the space needed by the next attempt.
    await fs.rm(temporary, { force: true });
    throw error;
  }
}
