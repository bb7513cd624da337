import { longestRun } from '../score/word-pairs.ts';
import type { RunBound } from '../scripts/run-bound.ts';
import { coversParts } from '../scripts/runs.ts';
import { maximalId } from './bucket-table.ts';

/** Tokens that may be parts of an unspaced word; a name that writes it apart has one of either (`coversRun`). */
export interface RunParts {
  readonly family: ReadonlySet<number>;
  readonly given: ReadonlySet<number>;
  /** The set that the fewest names hold. */
  readonly rarest: ReadonlySet<number>;
  /** Which words may agree with it well enough. */
  readonly bound: RunBound;
}

/** Where the tokens of a name are. */
export interface TokenPlace {
  readonly first: number;
  readonly size: number;
}

/**
 * Whether two or three neighbours of a stored name may be the unspaced word (`coversRun`).
 * @param mayBe whether these neighbours may be it, where more is asked of them
 */
export function mayCover(
  { family, given }: RunParts,
  { tokens, place }: { tokens: Uint32Array; place: TokenPlace },
  mayBe?: (run: TokenPlace) => boolean,
): boolean {
  const end = place.first + place.size;
  for (let from = place.first; from + 1 < end; from += 1) {
    for (let count = 2; count <= Math.min(longestRun, end - from); count += 1) {
      const covers = coversParts(count, (offset) => {
        const token = (tokens[from + offset] as number) & maximalId;
        return { family: family.has(token), given: given.has(token) };
      });
      if (covers && (mayBe === undefined || mayBe({ first: from, size: count }))) return true;
    }
  }
  return false;
}

/** The tokens of a stored name that may be parts of the unspaced word. */
export function partsAmong({ family, given }: RunParts, tokens: Uint32Array, place: TokenPlace): number[] {
  return Array.from(
    tokens.subarray(place.first, place.first + place.size),
    (token) => token & maximalId,
  ).filter((token) => family.has(token) || given.has(token));
}
