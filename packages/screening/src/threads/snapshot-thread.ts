import { parentPort, workerData } from 'node:worker_threads';
import { RefusedSnapshot, readSnapshot } from '../snapshot/snapshot-file.ts';
import { shareSnapshot } from '../snapshot/snapshot.ts';
import { searchTables } from '../search/words/search-tables.ts';
import type { SnapshotThreadAnswer, SnapshotThreadStart } from './thread-messages.ts';

const start = workerData as SnapshotThreadStart;

function answer(): SnapshotThreadAnswer {
  try {
    const snapshot = readSnapshot(start.file);
    const tables = start.withTables ? { tables: searchTables(snapshot.sections) } : {};
    return { snapshot: shareSnapshot({ ...snapshot, ...tables }) };
  } catch (error) {
    if (error instanceof RefusedSnapshot) return { refused: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer(), []);
