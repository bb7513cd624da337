import { ScreeningIncomplete } from '../../model/screening-types.ts';

/** The cost of one step of a search, in twentieths of scoring a listed name. */
export const workOf = {
  /** Scoring a listed name. */
  scored: 20,
  /** Comparing a word of the subject with one from the dictionary. */
  compared: 4,
  /** Dropping a dictionary word by its letters, or trying it as a spelling of a word or of part of one. */
  tried: 1,
  /** Computing the bound of a listed name from its words. */
  bounded: 1,
} as const;

/** Number of postings that cost as much as bounding one name. */
const postingsOfOne = 16;

/** Work of reading this many postings, in the units of `workOf`. */
export function workOfPostings(count: number): number {
  return count / postingsOfOne;
}

/** Number of sequential letters that cost as much as trying one word. */
const lettersOfOne = 8;

/** Work of reading this many letters of words that may spell a part of an unspaced word, in the units of `workOf`. */
export function workOfLetters(count: number): number {
  return (count / lettersOfOne) * workOf.tried;
}

/** Corresponds to a few seconds of processor time. */
export const usualMostScored = 250_000;

/**
 * Counts all work of a search: words compared, postings read, names bounded and scored.
 *
 * Invariant: the same name costs the same against the same snapshot, whatever was screened before; remembered words are charged as if
 * they were looked up again. So a screening that reaches the limit once always reaches it.
 */
export class WorkLimit {
  readonly #mostScored: number;
  #spent = 0;

  /** @param mostScored the limit, expressed as the number of listed names that could be scored instead */
  constructor(mostScored: number) {
    this.#mostScored = mostScored;
  }

  /** Work so far, in listed names that could have been scored instead. */
  get spent(): number {
    return this.#spent / workOf.scored;
  }

  /**
   * @param work in the units of `workOf`
   * @throws ScreeningIncomplete beyond the limit
   */
  spend(work: number): void {
    this.#spent += work;
    if (this.#spent > this.#mostScored * workOf.scored) throw new ScreeningIncomplete(this.#mostScored);
  }

  /** Must be called before reading a list of this many postings. @throws ScreeningIncomplete beyond the limit */
  spendPostings(count: number): void {
    this.spend(workOfPostings(count));
  }
}
