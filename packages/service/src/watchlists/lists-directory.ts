import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ListType, Policies, SourceFormat } from '@countersign/screening';
import { errorCode } from '../runtime/error-code.ts';
import type { KnownCopy } from './older-copy.ts';

/** What is known of one source after the last look at it. Times are ISO 8601 in UTC. */
export interface SourceState {
  id: string;
  format: SourceFormat;
  mandatory: boolean;
  /** Version or digest that the source states; '' before the first good load. */
  version: string;
  /** When the publisher made it, if the publisher states it. */
  publishedAt: string | null;
  /** When the content in force was taken over; null before the first good load. */
  loadedAt: string | null;
  /** When the content in force was last found to be what the source gives. */
  confirmedAt: string | null;
  entities: number;
  names: number;
  rejects: number;
  /** Records that are not screened against because another source has their ids; absent: none. */
  leftOut?: number;
  /** Ids of some of its entities, by which another list in its place is recognised; absent: loaded by an earlier release. */
  sample?: string[];
  /** List types with at least one entity. */
  lists: ListType[];
  /** SHA-256 of the files in force, and what they were read with. */
  digest: string;
  /** Files in force, below `files/`, in the order of the source's paths or addresses. */
  files: string[];
  /** List that a format without one was read with. */
  list: ListType | null;
  /** Of each download in force, by address. */
  validators: Record<string, KnownCopy>;
  /** Names, sizes and times of the operator's files in force: equal ones need no reading. */
  stamp: string;
  maxAgeHours: number | null;
  /** Absent in what earlier releases wrote: as null. */
  maxPublishedDays?: number | null;
  /** Why the newest content is not in force; null when it is. */
  lastError: SourceError | null;
}

/** Why the newest content of a source is not in force. */
export interface SourceError {
  at: string;
  message: string;
  /**
   * `unavailable`: it could not be downloaded. `older`: it is older than what is in force. `refused`: it is there, and must not come into force.
   * Absent in what earlier releases wrote.
   */
  kind?: 'unavailable' | 'older' | 'refused';
  /** When the first look in a row had this kind of error. */
  since?: string;
}

/** A whole snapshot, and what changed since. */
export interface DeltaBase {
  snapshot: string;
  /** Deltas since that one, each with everything that is other than in it: 1 or more. */
  deltas: number;
  /** Entities that are new, other than in it, or gone. */
  changed: number;
}

/** Which lists are in force: `current.json`. */
export interface CurrentLists {
  format: 1;
  /** Id of the snapshot in force; null before the first good load. */
  snapshot: string | null;
  /** What the state in force is over; absent where it is a whole snapshot. */
  base?: DeltaBase;
  /** Engine that built it. */
  engine: string;
  builtAt: string | null;
  /** Day on which offices were judged, `YYYY-MM-DD`. */
  asOf: string | null;
  entities: number;
  names: number;
  /** Digest of everything the snapshot was built from. */
  basis: string;
  policies: Policies;
  sources: SourceState[];
  /** Why the newest state of the sources is not in force as a whole; null when it is. */
  lastError: { at: string; message: string } | null;
}

/** A file of the directory is not what this release writes. */
export class DamagedDirectory extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DamagedDirectory';
  }
}

/** The watchlist directory: sources, files taken over, snapshots, and what is in force. */
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

  /** What changed since a base, for the state with this id. */
  deltaFile(id: string): string {
    return path.join(this.root, 'snapshots', `${id}.delta`);
  }

  async create(): Promise<void> {
    await fs.mkdir(path.join(this.root, 'files'), { recursive: true, mode: 0o700 });
    await fs.mkdir(path.join(this.root, 'snapshots'), { recursive: true, mode: 0o700 });
  }

  /** Takes away what a load that was cut off left unfinished: it may fill the disk. Only under the lock of the directory. */
  async sweep(): Promise<void> {
    const sources = await fs.readdir(path.join(this.root, 'files'));
    const places: [directory: string, unfinished: RegExp][] = [
      // Beside them are files of the operator.
      [this.root, /^(?:current|sources)\.json\..+\.part$/],
      [path.join(this.root, 'snapshots'), /\.part$/],
      ...sources.map((source): [string, RegExp] => [this.file(source), /^(?:incoming|judged)-/]),
    ];
    for (const [directory, unfinished] of places)
      for (const name of await fs.readdir(directory))
        if (unfinished.test(name)) await fs.rm(path.join(directory, name), { recursive: true, force: true });
  }

  /** What is in force; null before the first load. @throws DamagedDirectory */
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

  /** Readers see the old state or the whole new one. */
  async publish(current: CurrentLists): Promise<void> {
    await writeDurably(this.currentFile, `${JSON.stringify(current, null, 2)}\n`);
  }

  /** Ids of the states that are kept, whole ones and those with a delta, newest first. */
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
   * Takes away what nothing refers to: old states but for the newest of each kind, the one in force included, and the base of
   * that; and files not in force.
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

/** Writes beside the file, makes it durable and renames. */
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
    // On a full disk it would keep what the next try needs.
    await fs.rm(temporary, { force: true });
    throw error;
  }
}
