import { sharedArray } from '../snapshot/sections.ts';
import { GrowingArray } from './growing-array.ts';
import { mixed } from './text-hash.ts';

/** Values are ids of 24 bits; the other eight hold a check of the key. */
export const idBits = 24;
export const maximalId = 2 ** idBits - 1;

const entriesShared = 8;

export interface BucketTable {
  bucket: Uint32Array;
  entry: Uint32Array;
}

/**
 * Files `ids[i]` under `keys[i]` by a counting sort. Inside a bucket entries keep the order given. Four to
 * eight entries share a bucket, and one foreign entry in 256 passes the check: the caller verifies.
 */
function bucketTable(keys: Uint32Array, ids: Uint32Array): BucketTable {
  const buckets = bucketsFor(keys.length);
  const shift = 32 - Math.log2(buckets);
  const bucket = sharedArray('u32', buckets + 1);
  for (const key of keys) {
    const at = bucketOf(key, shift) + 1;
    bucket[at] = (bucket[at] as number) + 1;
  }
  for (let index = 0; index < buckets; index += 1) {
    bucket[index + 1] = (bucket[index + 1] as number) + (bucket[index] as number);
  }
  const entry = sharedArray('u32', keys.length);
  const next = bucket.slice();
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    const at = bucketOf(key, shift);
    const place = next[at] as number;
    next[at] = place + 1;
    // The bucket is made of the high bits of the mixed key, the check of the low ones.
    entry[place] = (ids[index] as number) | (checkOf(key) << idBits);
  }
  return { bucket, entry };
}

/** Ids with their 32-bit keys, in the order in which they come, until the table is made. */
export class BucketTableBuilder {
  readonly #key: GrowingArray<'u32'>;
  readonly #id: GrowingArray<'u32'>;

  /** @param capacity entries for which there is room before the arrays grow */
  constructor(capacity?: number) {
    this.#key = new GrowingArray('u32', capacity);
    this.#id = new GrowingArray('u32', capacity);
  }

  add(key: number, id: number): void {
    this.#key.push(key);
    this.#id.push(id);
  }

  freeze(): BucketTable {
    return bucketTable(this.#key.values(), this.#id.values());
  }
}

/** Calls `found` with every id filed under `key`, and rarely with one that is not. */
export function lookUp(table: BucketTable, key: number, found: (id: number) => void): void {
  const buckets = table.bucket.length - 1;
  const at = bucketOf(key, 32 - Math.log2(buckets));
  const end = table.bucket[at + 1] as number;
  const check = checkOf(key);
  for (let index = table.bucket[at] as number; index < end; index += 1) {
    const entry = table.entry[index] as number;
    if (entry >>> idBits === check) found(entry & maximalId);
  }
}

function bucketsFor(entries: number): number {
  let buckets = 2;
  while (buckets * entriesShared < entries) buckets *= 2;
  return buckets;
}

/** Keys may share low bits; mixing spreads them over buckets. */
function bucketOf(key: number, shift: number): number {
  return mixed(key) >>> shift;
}

function checkOf(key: number): number {
  return mixed(key) & 0xff;
}
