import { viewOf, sectionElements, sectionNames, type SectionName, type Sections } from './sections.ts';

/** One source of a snapshot, as its loader reported it. */
export interface SourceManifest {
  /** Stable key of the source, such as `ofac-sdn`. */
  source: string;
  version: string;
  publishedAt: string | null;
  entities: number;
  names: number;
  rejected: number;
}

/** A snapshot's description of itself. Holds no time of building: same sources and engine, same bytes. */
export interface SnapshotManifest {
  /** Digest of all sections. */
  id: string;
  /** Version of code and tables that made it. */
  engine: string;
  entities: number;
  names: number;
  tokens: number;
  sources: SourceManifest[];
  /** Of a delta alone, which is nothing without its base; see `applyDelta`. */
  delta?: DeltaManifest;
}

/** What makes a snapshot of changed entities a delta: the state that it gives together with its base. */
export interface DeltaManifest {
  /** Id of the base. */
  base: string;
  /** Numbers of the base's entities that left or were replaced, ascending. */
  gone: readonly number[];
  /** Of base and delta together. */
  state: SnapshotManifest;
}

/** Latin words in the order of their letters: columns of `LetterTable`. */
export interface LetterColumns {
  token: Uint32Array;
  /** How many letters each shares with the one before. */
  shared: Uint8Array;
  /** The least of each block. */
  leastOfSmall: Uint8Array;
  leastOfLarge: Uint8Array;
  /** Where the other letters of each begin; one more than there are words. */
  start: Uint32Array;
  letters: Uint8Array;
}

/** Latin words by their skeletons: columns of `SkeletonTable`. */
export interface SkeletonColumns {
  /** By skeleton: where its words begin; one more than there are skeletons. */
  begin: Uint32Array;
  /** By skeleton: where words begin that are not Japanese; those that may be are in front. */
  others: Uint32Array;
  token: Uint32Array;
  /** Which letters a word has, and above them how many. */
  letters: Uint32Array;
  /** Where the letters of each begin in `texts`; one more than there are words. */
  start: Uint32Array;
  texts: Uint8Array;
}

/** What a search makes of a snapshot's words before it can answer, in shared buffers. No part of the file. */
export interface SearchTables {
  /** By token, the least that it weighs in any name. */
  leastWeight: Uint8Array;
  /** Tokens that are side by side in a name, as bits (`PairFilter`). */
  pairs: Uint32Array;
  letters: LetterColumns;
  skeletons: SkeletonColumns;
}

/** An immutable index over one state of all sources: numbers in shared buffers, no objects by name or entity. */
export interface Snapshot {
  readonly manifest: SnapshotManifest;
  readonly sections: Sections;
  /** Made on another thread, for making them takes a while; else searches make them when they need them. */
  readonly tables?: SearchTables;
}

/** What goes to another thread: the buffers themselves, not copies. */
export interface SharedSnapshot {
  manifest: SnapshotManifest;
  buffers: Record<SectionName, SharedArrayBuffer>;
  tables?: SearchTables;
}

/** For `postMessage` or `workerData`: the other thread reads the same memory. */
export function shareSnapshot(snapshot: Snapshot): SharedSnapshot {
  const buffers = {} as Record<SectionName, SharedArrayBuffer>;
  for (const name of sectionNames) buffers[name] = snapshot.sections[name].buffer as SharedArrayBuffer;
  const { manifest, tables } = snapshot;
  return { manifest, buffers, ...(tables && { tables }) };
}

/** A snapshot from what `shareSnapshot` gave. */
export function openShared(shared: SharedSnapshot): Snapshot {
  const sections: Record<string, unknown> = {};
  for (const name of sectionNames) sections[name] = viewOf(sectionElements[name], shared.buffers[name]);
  const { manifest, tables } = shared;
  return { manifest, sections: sections as Sections, ...(tables && { tables }) };
}

/** Bytes of a snapshot's memory. `payload` is what only hits read. */
export function snapshotBytes(snapshot: Snapshot): { index: number; payload: number } {
  let index = 0;
  for (const name of sectionNames) index += snapshot.sections[name].byteLength;
  const payload = snapshot.sections.payload.byteLength;
  return { index: index - payload, payload };
}
