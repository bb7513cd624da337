import { maxTokens } from '../../names/name-limits.ts';
import { longestRun } from '../../score/word-pairs.ts';
import type { RunBound } from '../../scripts/run-bound.ts';
import { coversParts } from '../../scripts/runs.ts';
import { isLatinWord } from '../../scripts/script-word.ts';
import { maximalId } from '../structures/bucket-table.ts';
import type { Dictionary } from './dictionary.ts';
import type { TokenRoles } from './token-roles.ts';
import { workOf, type WorkLimit } from '../structures/work-limit.ts';

/** Tokens that may be parts of an unspaced word; a name that writes it apart contains one of each of the two (`coversRun`). */
export interface RunParts {
  readonly family: Uint32Array;
  readonly given: Uint32Array;
  /** The possible parts of each token, as bits (`coversParts`). */
  readonly roles: TokenRoles;
  /** Whichever of the two lists occurs in fewer names. */
  readonly rarest: Uint32Array;
  /** Determines which words may agree well enough. */
  readonly bound: RunBound;
}

/** A stored name. */
export interface NameAtHand {
  readonly tokens: Uint32Array;
  readonly place: TokenPlace;
}

/** The location of a name's tokens. */
export interface TokenPlace {
  readonly first: number;
  readonly size: number;
}

/** The possible parts of each token in the current name; allocated once, because names are examined by the thousand. */
const rolesAt = new Uint8Array(maxTokens);

/**
 * Whether two or three adjacent words of a stored name may be the unspaced word (`coversRun`).
 * @param mayBe an additional condition on these words
 */
export function mayCover(
  { roles }: RunParts,
  { tokens, place }: NameAtHand,
  mayBe?: (run: TokenPlace) => boolean,
): boolean {
  const { first, size } = place;
  for (let at = 0; at < size; at += 1) rolesAt[at] = roles.of((tokens[first + at] as number) & maximalId);
  for (let from = 0; from + 1 < size; from += 1) {
    for (let to = from + 2; to <= Math.min(from + longestRun, size); to += 1) {
      if (!coversParts(rolesAt, from, to)) continue;
      if (mayBe === undefined || mayBe({ first: first + from, size: to - from })) return true;
    }
  }
  return false;
}

/**
 * Whether two or three adjacent words of a stored name may agree with the unspaced word as well as its row requires.
 * @param apart the word is a given name next to its family name.
 * @throws ScreeningIncomplete
 */
export function mayAgree(
  parts: RunParts,
  name: NameAtHand,
  { dictionary, apart, limit }: { dictionary: Dictionary; apart: boolean; limit: WorkLimit },
): boolean {
  return mayCover(parts, name, ({ first, size }) => {
    limit.spend(workOf.compared);
    const words = Array.from(name.tokens.subarray(first, first + size), (token) =>
      dictionary.text(token & maximalId),
    );
    return words.some((word) => !isLatinWord(word)) || parts.bound.mayReach(words, apart);
  });
}

/** The tokens of a stored name that may be parts of the unspaced word. */
export function partsAmong({ roles }: RunParts, { tokens, place }: NameAtHand): number[] {
  return Array.from(
    tokens.subarray(place.first, place.first + place.size),
    (token) => token & maximalId,
  ).filter((token) => roles.of(token) !== 0);
}
