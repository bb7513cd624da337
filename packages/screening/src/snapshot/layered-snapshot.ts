import { RefusedSnapshot } from './snapshot-file.ts';
import {
  openShared,
  shareSnapshot,
  type SharedSnapshot,
  type Snapshot,
  type SnapshotManifest,
} from './snapshot.ts';

/**
 * A state of the lists: a whole snapshot, the base, and at most one delta over it that holds everything that is other than in
 * the base. An entity is in one layer; where it was before, its word is marked as gone. All other sections are the base's own.
 */
export interface LayeredSnapshot {
  readonly manifest: SnapshotManifest;
  /** As it was built, nothing marked. */
  readonly base: Snapshot;
  /** What is screened: the base with marks, then the delta; the base alone where there is none. */
  readonly layers: readonly Snapshot[];
}

/** A whole snapshot as a state without a delta. @throws RefusedSnapshot for a delta, which is no state by itself */
export function layered(base: Snapshot): LayeredSnapshot {
  const over = base.manifest.delta?.base;
  if (over !== undefined) throw new RefusedSnapshot(`The file is a delta, nothing without snapshot ${over}.`);
  return { manifest: base.manifest, base, layers: [base] };
}

/** The layers of either form of a state. @throws RefusedSnapshot for a delta alone */
export function layersOf(state: Snapshot | LayeredSnapshot): readonly Snapshot[] {
  return ('layers' in state ? state : layered(state)).layers;
}

/** What goes to another thread: the buffers themselves, not copies. */
export interface SharedState {
  manifest: SnapshotManifest;
  base: SharedSnapshot;
  layers: SharedSnapshot[];
}

/** For `postMessage` or `workerData`: the other thread reads the same memory. */
export function shareState(state: Snapshot | LayeredSnapshot): SharedState {
  const { manifest, base, layers } = 'layers' in state ? state : layered(state);
  return { manifest, base: shareSnapshot(base), layers: layers.map(shareSnapshot) };
}

/** A state from what `shareState` gave. */
export function openSharedState({ manifest, base, layers }: SharedState): LayeredSnapshot {
  return { manifest, base: openShared(base), layers: layers.map(openShared) };
}
