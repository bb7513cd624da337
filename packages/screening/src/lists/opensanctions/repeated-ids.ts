import type { IdBytes } from './id-bytes.ts';

/**
 * Remembers ids in eight bytes each and reports those that may have occurred before. False positives are possible, false negatives are
 * not.
 */
export class RepeatedIds {
  #slots = new Float64Array(1 << 12);
  #size = 0;

  /** Adds an id; returns whether it was added before. */
  add(id: IdBytes): boolean {
    if (this.#size * 2 > this.#slots.length) this.#grow();
    const known = this.#place(keyOf(id));
    if (!known) this.#size += 1;
    return known;
  }

  #place(key: number): boolean {
    const mask = this.#slots.length - 1;
    for (let at = (key % 0x7fffffff) & mask; ; at = (at + 1) & mask) {
      const there = this.#slots[at];
      if (there === key) return true;
      if (there !== 0) continue;
      this.#slots[at] = key;
      return false;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const key of before) if (key !== 0) this.#place(key);
  }
}

/** A 52-bit key of an id, never 0. */
function keyOf({ bytes, start, end }: IdBytes): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 6) * 0x4000000 + (b >>> 6) || 1;
}
