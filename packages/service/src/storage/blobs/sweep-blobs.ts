import type { BlobStore } from './blob-store.ts';

const batchSize = 500;

export interface SweepBlobs {
  blobs: BlobStore;
  /** Which of these names have a row; called with batches. */
  findReferenced: (names: string[]) => Promise<ReadonlySet<string>>;
  /** Younger blobs are left alone: their row may be about to commit. Milliseconds, one hour in service. */
  ageMs: number;
  /** Milliseconds since 1970. */
  now: number;
  /**
   * Blobs without a row at the last look; those at this one take their place. Only what is among both is deleted: a clock that
   * jumps makes a blob old whose row commits in this moment. Absent: age alone decides.
   */
  suspects?: Set<string>;
}

/** Deletes blobs without a row and remains of uploads that were cut off. A row without a blob is impossible by the order of writing. */
export async function sweepBlobs({
  blobs,
  findReferenced,
  ageMs,
  now,
  suspects,
}: SweepBlobs): Promise<{ orphans: number; unfinished: number }> {
  let orphans = 0;
  let batch: string[] = [];
  const seen = new Set<string>();
  const settle = async () => {
    const referenced = await findReferenced(batch);
    for (const name of batch) {
      if (referenced.has(name)) continue;
      seen.add(name);
      if (suspects && !suspects.has(name)) continue;
      await blobs.delete(name);
      orphans += 1;
    }
    batch = [];
  };
  for await (const { name, storedAt } of blobs.list()) {
    if (now - storedAt < ageMs) continue;
    batch.push(name);
    if (batch.length === batchSize) await settle();
  }
  if (batch.length > 0) await settle();
  suspects?.clear();
  for (const name of seen) suspects?.add(name);
  return { orphans, unfinished: await blobs.sweepUnfinished(ageMs) };
}
