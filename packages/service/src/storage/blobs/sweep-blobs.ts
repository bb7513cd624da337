import type { BlobStore } from './blob-store.ts';

const batchSize = 500;

export interface SweepBlobs {
  blobs: BlobStore;
  /** Which of these names are referenced by a row; called in batches. */
  findReferenced: (names: string[]) => Promise<ReadonlySet<string>>;
  /** Younger blobs are skipped: their row may be about to commit. Milliseconds, one hour in service. */
  ageMs: number;
  /** Milliseconds since 1970. */
  now: number;
  /**
   * Blobs without a row at the last sweep; replaced by those of this one. Only blobs in both are deleted: a clock that
   * jumps can make a blob look old whose row is just being committed. Absent: only the age counts.
   */
  suspects?: Set<string>;
}

/** Deletes blobs without a row and remains of interrupted uploads. The order of writing rules out a row without a blob. */
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
