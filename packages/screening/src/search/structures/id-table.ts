import { GrowingArray } from './growing-array.ts';

/** Numbers texts in order of arrival, and finds them by 32-bit hashes computed by the caller. */
export class IdTable {
  readonly #texts: string[] = [];
  readonly #hashes = new GrowingArray('u32');
  /** Number + 1 by hash, open addressing. */
  #slots = new Uint32Array(1 << 12);

  /** Assigns the next number to a text; returns its previous number, or -1 if it is new. */
  add(text: string, hash: number): number {
    const number = this.#texts.length;
    this.#texts.push(text);
    this.#hashes.push(hash);
    if (number * 2 >= this.#slots.length) this.#grow();
    const last = this.#slots.length - 1;
    for (let at = hash & last; ; at = (at + 1) & last) {
      const known = (this.#slots[at] as number) - 1;
      if (known >= 0 && (this.#hashes.data[known] !== hash || this.#texts[known] !== text)) continue;
      // The slot of an equal text is reused for the newest number.
      this.#slots[at] = number + 1;
      return known;
    }
  }

  /** Removes all entries. */
  clear(): void {
    this.#texts.length = 0;
    this.#hashes.length = 0;
    this.#slots = new Uint32Array(1 << 12);
  }

  #grow(): void {
    const old = this.#slots;
    const last = old.length * 2 - 1;
    this.#slots = new Uint32Array(last + 1);
    for (const slot of old) {
      if (slot === 0) continue;
      let at = (this.#hashes.data[slot - 1] as number) & last;
      while (this.#slots[at] !== 0) at = (at + 1) & last;
      this.#slots[at] = slot;
    }
  }
}
