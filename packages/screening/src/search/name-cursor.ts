import type { Sections } from '../snapshot/sections.ts';
import { maximalId } from './structures/bucket-table.ts';
import type { TokenPlace } from './words/run-parts.ts';

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
