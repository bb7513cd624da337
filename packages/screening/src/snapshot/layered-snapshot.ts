import { RefusedSnapshot } from './snapshot-file.ts';
import {
  openShared,
  shareSnapshot,
  type SharedSnapshot,
  type Snapshot,
  type SnapshotManifest,
} from './snapshot.ts';

/**
 * A state of the lists: a complete snapshot, the base, and at most one delta with everything that differs from the base. An entity is in
 * one layer; if it was in the base before, its word there is marked as gone. All other sections are shared with the base.
 */
export interface LayeredSnapshot {
  readonly manifest: SnapshotManifest;
  /** As built, without marks. */
  readonly base: Snapshot;
  /** The layers to screen: the base with marks, then the delta; only the base if there is no delta. */
  readonly layers: readonly Snapshot[];
}

/** Wraps a complete snapshot as a state without a delta. @throws RefusedSnapshot for a delta, which is not a state by itself */
export function layered(base: Snapshot): LayeredSnapshot {
  const over = base.manifest.delta?.base;
  if (over !== undefined) throw new RefusedSnapshot(`The file is a delta, nothing without snapshot ${over}.`);
  return { manifest: base.manifest, base, layers: [base] };
}

/** The layers of either form of a state. @throws RefusedSnapshot for a delta alone */
export function layersOf(state: Snapshot | LayeredSnapshot): readonly Snapshot[] {
  return ('layers' in state ? state : layered(state)).layers;
}

/** The data passed to another thread: the buffers themselves, not copies. */
export interface SharedState {
  manifest: SnapshotManifest;
  base: SharedSnapshot;
  layers: SharedSnapshot[];
}

/** Prepares a state for `postMessage` or `workerData`: the other thread reads the same memory. */
export function shareState(state: Snapshot | LayeredSnapshot): SharedState {
  const { manifest, base, layers } = 'layers' in state ? state : layered(state);
  return { manifest, base: shareSnapshot(base), layers: layers.map(shareSnapshot) };
}

/** Opens a state from the result of `shareState`. */
export function openSharedState({ manifest, base, layers }: SharedState): LayeredSnapshot {
  return { manifest, base: openShared(base), layers: layers.map(openShared) };
}
