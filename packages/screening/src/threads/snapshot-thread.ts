import { parentPort, workerData } from 'node:worker_threads';
import { RefusedSnapshot, readSnapshot } from '../snapshot/snapshot-file.ts';
import { shareSnapshot } from '../snapshot/snapshot.ts';
import type { SnapshotThreadAnswer } from './thread-messages.ts';

function answer(): SnapshotThreadAnswer {
  try {
    return { snapshot: shareSnapshot(readSnapshot((workerData as { file: string }).file)) };
  } catch (error) {
    if (error instanceof RefusedSnapshot) return { refused: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(), []);
