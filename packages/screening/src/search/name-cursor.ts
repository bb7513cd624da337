import type { Sections } from '../snapshot/sections.ts';
import { maximalId } from './structures/bucket-table.ts';
import type { TokenPlace } from './words/run-parts.ts';

/** Number of names whose words are read ahead. */
const mostAtOnce = 64;

/**
 * Locates the tokens of stored names, one name after the other.
 *
 * Invariant: `place` is valid for the name last moved to, and only moves forward: names are stored by number of tokens, postings ascend,
 * and every list starts again at the first region.
 */
export class NameCursor {
  readonly #token: Uint32Array;
  readonly #region: Uint32Array;
  readonly #place = { first: 0, size: 0 };
  readonly #firsts = new Uint32Array(mostAtOnce);
  readonly #sizes = new Uint8Array(mostAtOnce);
  /** A sum of what was read ahead, so that the reads are not optimised away. */
  fetched = 0;

  constructor(sections: Sections) {
    this.#token = sections['name.token'];
    this.#region = sections['name.region'];
  }

  get place(): TokenPlace {
    return this.#place;
  }

  /** Must be called before each list of names. */
  restart(): void {
    this.#place.size = 0;
  }

  /** Moves to a name that is not before the last one. */
  moveTo(name: number): void {
    const region = this.#region;
    let { size } = this.#place;
    // Names of the same size are stored together without offsets: the start of a name follows from its number.
    while (name >= (region[size * 2 + 2] as number)) size += 1;
    this.#place.size = size;
    this.#place.first = (region[size * 2 + 1] as number) + (name - (region[size * 2] as number)) * size;
  }

  /**
   * Visits names in any order, the first `count` of these. Their words are located and read in a loop of their own before, so that the
   * processor waits for many places in memory at once.
   */
  visitAll(names: Uint32Array, count: number, visit: (name: number) => void): void {
    const firsts = this.#firsts;
    const sizes = this.#sizes;
    for (let from = 0; from < count; from += mostAtOnce) {
      const some = Math.min(mostAtOnce, count - from);
      let sum = 0;
      this.restart();
      for (let at = 0; at < some; at += 1) {
        const name = names[from + at] as number;
        if (name < (this.#region[this.#place.size * 2] as number)) this.restart();
        this.moveTo(name);
        firsts[at] = this.#place.first;
        sizes[at] = this.#place.size;
        sum = (sum + (this.#token[this.#place.first] as number)) | 0;
      }
      this.fetched = sum;
      for (let at = 0; at < some; at += 1) {
        this.#place.first = firsts[at] as number;
        this.#place.size = sizes[at] as number;
        visit(names[from + at] as number);
      }
    }
  }

  /** Whether the current name contains these parts in sequence; each part may be any of several tokens. */
  holdsRun(parts: readonly (readonly number[])[]): boolean {
    const { first, size } = this.#place;
    for (let from = first; from + parts.length <= first + size; from += 1) {
      if (parts.every((part, at) => part.includes((this.#token[from + at] as number) & maximalId)))
        return true;
    }
    return false;
  }
}
