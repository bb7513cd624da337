import { parentPort, workerData } from 'node:worker_threads';
import { RefusedSnapshot, readSnapshot } from '../snapshot/snapshot-file.ts';
import { shareSnapshot, type SharedSnapshot } from '../snapshot/snapshot.ts';

/** What the thread says before it ends. */
export type SnapshotThreadAnswer = { snapshot: SharedSnapshot } | { refused: string };

function answer(): SnapshotThreadAnswer {
  try {
    return { snapshot: shareSnapshot(readSnapshot((workerData as { file: string }).file)) };
  } catch (error) {
    if (error instanceof RefusedSnapshot) return { refused: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(), []);
