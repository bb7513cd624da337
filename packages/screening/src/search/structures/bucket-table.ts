import { sharedArray } from '../../snapshot/sections.ts';
import { GrowingArray } from './growing-array.ts';
import { mixed } from './text-hash.ts';

/** Number of bits for token and entity numbers. */
export const idBits = 24;
export const maximalId = 2 ** idBits - 1;

const entriesShared = 16;
/** Size of an entry: the id in as many bits as the ids need, above it a check value of the key in the remaining bits, at most eight. */
const entryBytes = 3;

export interface BucketTable {
  bucket: Uint32Array;
  entry: Uint8Array;
  /** Greater than any id, at most 16,777,216. */
  ids: number;
}

/**
 * Files `ids[i]` under `keys[i]` by a counting sort. Entries of a bucket keep the given order. A bucket has eight to sixteen entries. Of
 * those with other keys, one in 256 passes the check, or more if ids need more of the 24 bits, so the caller must verify.
 */
export function bucketTable(keys: Uint32Array, ids: Uint32Array, amount: number): BucketTable {
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
  const entry = sharedArray('u8', keys.length * entryBytes);
  const next = bucket.slice();
  const bits = bitsOf(amount);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    const at = bucketOf(key, shift);
    const place = next[at] as number;
    next[at] = place + 1;
    // The bucket is derived from the high bits of the mixed key, the check from the low bits.
    const value = (ids[index] as number) | (checkOf(key, bits) << bits);
    entry[place * entryBytes] = value;
    entry[place * entryBytes + 1] = value >>> 8;
    entry[place * entryBytes + 2] = value >>> 16;
  }
  return { bucket, entry, ids: amount };
}

/** Collects ids with their 32-bit keys, in order of arrival, until the table is built. */
export class BucketTableBuilder {
  readonly #key: GrowingArray<'u32'>;
  readonly #id: GrowingArray<'u32'>;

  /** @param capacity number of entries allocated initially */
  constructor(capacity?: number) {
    this.#key = new GrowingArray('u32', capacity);
    this.#id = new GrowingArray('u32', capacity);
  }

  add(key: number, id: number): void {
    this.#key.push(key);
    this.#id.push(id);
  }

  /** @param ids greater than any id that was added */
  freeze(ids: number): BucketTable {
    return bucketTable(this.#key.values(), this.#id.values(), ids);
  }
}

/** Calls `found` with every id filed under `key`, and rarely with another one. */
export function lookUp({ bucket, entry, ids }: BucketTable, key: number, found: (id: number) => void): void {
  const buckets = bucket.length - 1;
  // The number of buckets is a power of two.
  const at = bucketOf(key, 1 + Math.clz32(buckets));
  const end = (bucket[at + 1] as number) * entryBytes;
  const bits = bitsOf(ids);
  const mask = (1 << bits) - 1;
  const check = checkOf(key, bits);
  for (let place = (bucket[at] as number) * entryBytes; place < end; place += entryBytes) {
    const value =
      (entry[place] as number) | ((entry[place + 1] as number) << 8) | ((entry[place + 2] as number) << 16);
    if (value >>> bits === check) found(value & mask);
  }
}

/** Number of bits for ids below `ids`. */
function bitsOf(ids: number): number {
  return Math.max(entryBytes * 8 - 8, 32 - Math.clz32(Math.max(ids - 1, 0)));
}

function bucketsFor(entries: number): number {
  let buckets = 2;
  while (buckets * entriesShared < entries) buckets *= 2;
  return buckets;
}

/** Keys may share low bits; mixing spreads them over the buckets. */
function bucketOf(key: number, shift: number): number {
  return mixed(key) >>> shift;
}

function checkOf(key: number, bits: number): number {
  return mixed(key) & ((1 << (entryBytes * 8 - bits)) - 1);
}
