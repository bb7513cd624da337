import { viewOf, sectionElements, sectionNames, type SectionName, type Sections } from './sections.ts';

/** One source of a snapshot, as reported by its loader. */
export interface SourceManifest {
  /** Stable key of the source, such as `ofac-sdn`. */
  source: string;
  version: string;
  publishedAt: string | null;
  entities: number;
  names: number;
  rejected: number;
}

/** Describes a snapshot. Contains no build time: the same sources and engine give the same bytes. */
export interface SnapshotManifest {
  /** Digest of all sections. */
  id: string;
  /** Version of the code and tables that built it. */
  engine: string;
  entities: number;
  names: number;
  tokens: number;
  sources: SourceManifest[];
  /** Only for a delta, which is incomplete without its base; see `applyDelta`. */
  delta?: DeltaManifest;
}

/** Data that makes a snapshot of changed entities a delta: the base, and the state that both give together. */
export interface DeltaManifest {
  /** Id of the base. */
  base: string;
  /** Indexes of the base's entities that were removed or replaced, ascending. */
  gone: readonly number[];
  /** The manifest of base and delta together. */
  state: SnapshotManifest;
}

/** Latin words in an order in which those that begin alike are adjacent: the columns of `LetterTable`, where it is alphabetical. */
export interface LetterColumns {
  token: Uint32Array;
  /** Number of letters that each shares with its predecessor. */
  shared: Uint8Array;
  /** The minimum of each block. */
  leastOfSmall: Uint8Array;
  leastOfLarge: Uint8Array;
  /** Position of each word's other letters; one element more than there are words. */
  start: Uint32Array;
  letters: Uint8Array;
}

/** Latin words by skeleton: the columns of `SkeletonTable`. */
export interface SkeletonColumns extends LetterColumns {
  /** By skeleton: the position of its words; one element more than there are skeletons. */
  begin: Uint32Array;
  /** By skeleton: the position of its words that are not Japanese; words that may be Japanese come first. */
  others: Uint32Array;
  /** Number of letters of each word. */
  length: Uint8Array;
}

/** Data that a search derives from a snapshot's words before its first query, in shared buffers. Not part of the file. */
export interface SearchTables {
  /** The minimum weight of each token in any name. */
  leastWeight: Uint8Array;
  /** Tokens that are adjacent in a name, as bits (`PairFilter`). */
  pairs: Uint32Array;
  letters: LetterColumns;
  skeletons: SkeletonColumns;
}

/** An immutable index of one state of all sources: numbers in shared buffers, without an object per name or entity. */
export interface Snapshot {
  readonly manifest: SnapshotManifest;
  readonly sections: Sections;
  /** Built on another thread, because that takes a while; otherwise searches build them on demand. */
  readonly tables?: SearchTables;
}

/** The data passed to another thread: the buffers themselves, not copies. */
export interface SharedSnapshot {
  manifest: SnapshotManifest;
  buffers: Record<SectionName, SharedArrayBuffer>;
  tables?: SearchTables;
}

/** Prepares a snapshot for `postMessage` or `workerData`: the other thread reads the same memory. */
export function shareSnapshot(snapshot: Snapshot): SharedSnapshot {
  const buffers = {} as Record<SectionName, SharedArrayBuffer>;
  for (const name of sectionNames) buffers[name] = snapshot.sections[name].buffer as SharedArrayBuffer;
  const { manifest, tables } = snapshot;
  return { manifest, buffers, ...(tables && { tables }) };
}

/** Opens a snapshot from the result of `shareSnapshot`. */
export function openShared(shared: SharedSnapshot): Snapshot {
  const sections: Record<string, unknown> = {};
  for (const name of sectionNames) sections[name] = viewOf(sectionElements[name], shared.buffers[name]);
  const { manifest, tables } = shared;
  return { manifest, sections: sections as Sections, ...(tables && { tables }) };
}

/** Memory use of a snapshot in bytes. `payload` is read only for hits. */
export function snapshotBytes(snapshot: Snapshot): { index: number; payload: number } {
  let index = 0;
  for (const name of sectionNames) index += snapshot.sections[name].byteLength;
  const payload = snapshot.sections.payload.byteLength;
  return { index: index - payload, payload };
}
