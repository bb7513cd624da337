import { Worker } from 'node:worker_threads';
import { RefusedSnapshot } from '../snapshot/snapshot-file.ts';
import { openShared, type Snapshot } from '../snapshot/snapshot.ts';
import type { SnapshotThreadAnswer, SnapshotThreadStart } from './thread-messages.ts';

/**
 * Reads and verifies a snapshot file without blocking this thread: another thread fills the shared buffers.
 * @param script the bundled `snapshot-thread.ts`
 * @param withTables also builds the tables that searches need, so that no search blocks this thread for them later
 * @throws RefusedSnapshot, or what the file system throws
 */
export async function readSnapshotInThread(
  file: string,
  script: URL,
  { withTables = false } = {},
): Promise<Snapshot> {
  const workerData: SnapshotThreadStart = { file, withTables };
  const worker = new Worker(script, { workerData });
  const answer = await new Promise<SnapshotThreadAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    // Has an effect only if the thread ended without a message, because a promise settles once.
    worker.once('exit', (code) => reject(new Error(`the snapshot thread ended with code ${String(code)}`)));
  });
  // Errors lose their class between threads, so a rejection is passed as text.
  if ('refused' in answer) throw new RefusedSnapshot(answer.refused);
  return openShared(answer.snapshot);
}
