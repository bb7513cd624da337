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

/** An immutable index over one state of all sources: numbers in shared buffers, no objects by name or entity. */
export interface Snapshot {
  readonly manifest: SnapshotManifest;
  readonly sections: Sections;
}

/** What goes to another thread: the buffers themselves, not copies. */
export interface SharedSnapshot {
  manifest: SnapshotManifest;
  buffers: Record<SectionName, SharedArrayBuffer>;
}

/** For `postMessage` or `workerData`: the other thread reads the same memory. */
export function shareSnapshot(snapshot: Snapshot): SharedSnapshot {
  const buffers = {} as Record<SectionName, SharedArrayBuffer>;
  for (const name of sectionNames) buffers[name] = snapshot.sections[name].buffer as SharedArrayBuffer;
  return { manifest: snapshot.manifest, buffers };
}

/** A snapshot from what `shareSnapshot` gave. */
export function openShared(shared: SharedSnapshot): Snapshot {
  const sections: Record<string, unknown> = {};
  for (const name of sectionNames) sections[name] = viewOf(sectionElements[name], shared.buffers[name]);
  return { manifest: shared.manifest, sections: sections as Sections };
}

/** Bytes of a snapshot's memory. `payload` is what only hits read. */
export function snapshotBytes(snapshot: Snapshot): { index: number; payload: number } {
  let index = 0;
  for (const name of sectionNames) index += snapshot.sections[name].byteLength;
  const payload = snapshot.sections.payload.byteLength;
  return { index: index - payload, payload };
}
