import { GrowingArray } from './growing-array.ts';
import { mixed } from './text-hash.ts';

const firstSlots = 1 << 12;
/** A slot holds a number + 1 in the low bits, and the highest bits of the hash above it; 0 if it is free. */
const numberBits = 24;
const numberMask = 2 ** numberBits - 1;
/** The bit in which a capital of a to z differs from the small letter. */
const smallBit = 0x20;

/** Part of a text, the end excluded. */
interface Range {
  readonly from: number;
  readonly to: number;
  /** Set in every unit that is read: `smallBit`, or 0. */
  readonly bit: number;
}

/**
 * Numbers distinct texts in order of arrival, at most 16,777,215, and finds a word inside a longer text without making a text of it.
 *
 * Invariants: the texts are stored one after the other as UTF-16 units, and at most half of the slots are taken.
 *
 * Cost: a find reads the letters twice, one slot and seldom a second one.
 */
export class WordTable {
  readonly #units = new GrowingArray('u16');
  /** Start of each text in `#units`; one entry more than texts. */
  readonly #start = new GrowingArray('u32');
  readonly #hash = new GrowingArray('u32');
  /** Open addressing by the low bits of the hash. */
  #slots = new Uint32Array(firstSlots);

  constructor() {
    this.#start.push(0);
  }

  /** Number of texts. */
  get size(): number {
    return this.#hash.length;
  }

  /** The number of a text; -1 if it has none. */
  find(text: string): number {
    return this.#findRange(text, { from: 0, to: text.length, bit: 0 });
  }

  /** The number of the word that is a range of a text, in small letters; the range must consist of the letters a to z and A to Z. */
  findLetters(text: string, from: number, to: number): number {
    return this.#findRange(text, { from, to, bit: smallBit });
  }

  /** Numbers a text that has no number yet. */
  add(text: string): number {
    const number = this.size;
    const hash = hashOf(text, { from: 0, to: text.length, bit: 0 });
    if ((number + 1) * 2 > this.#slots.length) this.#grow();
    this.#place(number, hash);
    this.#units.reserve(text.length);
    for (let at = 0; at < text.length; at += 1) this.#units.push(text.charCodeAt(at));
    this.#start.push(this.#units.length);
    this.#hash.push(hash);
    return number;
  }

  /** Removes all texts and frees their memory. */
  clear(): void {
    this.#units.clear();
    this.#start.clear();
    this.#start.push(0);
    this.#hash.clear();
    this.#slots = new Uint32Array(firstSlots);
  }

  #findRange(text: string, range: Range): number {
    const hash = hashOf(text, range);
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let at = hash & last; slots[at] !== 0; at = (at + 1) & last) {
      const slot = slots[at] as number;
      const number = (slot & numberMask) - 1;
      // Compares the highest bits first, because the texts of other slots lie elsewhere in memory.
      if (slot >>> numberBits === hash >>> numberBits && this.#isText(number, text, range)) return number;
    }
    return -1;
  }

  #isText(number: number, text: string, { from, to, bit }: Range): boolean {
    const start = this.#start.data[number] as number;
    if ((this.#start.data[number + 1] as number) - start !== to - from) return false;
    const units = this.#units.data;
    for (let at = from; at < to; at += 1)
      if (units[start + at - from] !== (text.charCodeAt(at) | bit)) return false;
    return true;
  }

  #place(number: number, hash: number): void {
    const last = this.#slots.length - 1;
    let at = hash & last;
    while (this.#slots[at] !== 0) at = (at + 1) & last;
    this.#slots[at] = (((hash >>> numberBits) << numberBits) | (number + 1)) >>> 0;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.size; number += 1)
      this.#place(number, this.#hash.data[number] as number);
  }
}

function hashOf(text: string, { from, to, bit }: Range): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (text.charCodeAt(at) | bit), 0x01000193);
  return mixed(hash);
}
