import { Worker } from 'node:worker_threads';
import { RefusedSnapshot } from '../snapshot/snapshot-file.ts';
import { openShared, type Snapshot } from '../snapshot/snapshot.ts';
import type { SnapshotThreadAnswer, SnapshotThreadStart } from './thread-messages.ts';

/**
 * Reads and verifies a snapshot file without holding up this thread: another one fills the shared buffers.
 * @param script `snapshot-thread.ts` bundled
 * @param withTables makes there what searches need as well, so that none of them holds up this thread for it later
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
    // Rejects only when the thread ended without a message: a promise settles once.
    worker.once('exit', (code) => reject(new Error(`the snapshot thread ended with code ${String(code)}`)));
  });
  // An error loses its class on the way between threads, so a refusal travels as text.
  if ('refused' in answer) throw new RefusedSnapshot(answer.refused);
  return openShared(answer.snapshot);
}
