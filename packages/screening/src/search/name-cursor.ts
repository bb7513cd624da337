import type { Sections } from '../snapshot/sections.ts';
import { maximalId } from './structures/bucket-table.ts';
import type { TokenPlace } from './words/run-parts.ts';

/**
 * Where the tokens of one stored name after the other are.
 *
 * Invariant: `place` is right for the name that was last moved to, and moves up only: names are stored by number of tokens,
 * postings ascend, and every list starts again at the first region.
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

  /** To be called before each list of names. */
  restart(): void {
    this.#place.size = 0;
  }

  /** Moves to a name not before the last one. */
  moveTo(name: number): void {
    const region = this.#region;
    let { size } = this.#place;
    // Names of one size are stored together and have no offsets: where one begins follows from its number.
    while (name >= (region[size * 2 + 2] as number)) size += 1;
    this.#place.size = size;
    this.#place.first = (region[size * 2 + 1] as number) + (name - (region[size * 2] as number)) * size;
  }

  /** Whether the name at hand has these parts one after the other, each any of some tokens. */
  holdsRun(parts: readonly (readonly number[])[]): boolean {
    const { first, size } = this.#place;
    for (let from = first; from + parts.length <= first + size; from += 1) {
      if (parts.every((part, at) => part.includes((this.#token[from + at] as number) & maximalId)))
        return true;
    }
    return false;
  }
}
