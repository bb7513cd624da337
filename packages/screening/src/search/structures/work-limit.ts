import { ScreeningIncomplete } from '../../model/screening-types.ts';

/** What one step of a search costs, in twentieths of scoring a listed name. */
export const workOf = {
  /** Scoring a listed name. */
  scored: 20,
  /** Comparing a word of the subject with one of the dictionary. */
  compared: 4,
  /** Dropping a word of the dictionary by its letters, or trying it as a spelling of a word or of a part of one. */
  tried: 1,
  /** Bounding the score of a listed name by its words. */
  bounded: 1,
} as const;

/** Postings that are read at the cost of bounding one name. */
const postingsOfOne = 16;

/** Reading so many postings, by `workOf`. */
export function workOfPostings(count: number): number {
  return count / postingsOfOne;
}

/** Letters of words in a row that are read at the cost of trying one word. */
const lettersOfOne = 8;

/** Reading so many letters of words that may spell a part of an unspaced one, by `workOf`. */
export function workOfLetters(count: number): number {
  return (count / lettersOfOne) * workOf.tried;
}

/** Some seconds of a processor. */
export const usualMostScored = 250_000;

/**
 * The work of one search, of every kind: words compared, postings read, names bounded and scored.
 *
 * Invariant: the same name costs the same against the same snapshot whatever was screened before; words that are remembered
 * are charged as if they were looked up anew. So a screening that reaches the limit once reaches it each time.
 */
export class WorkLimit {
  readonly #mostScored: number;
  #spent = 0;

  /** @param mostScored the limit, as the number of listed names that could be scored instead */
  constructor(mostScored: number) {
    this.#mostScored = mostScored;
  }

  /** Work so far, in listed names that could have been scored instead. */
  get spent(): number {
    return this.#spent / workOf.scored;
  }

  /** @param work by `workOf` @throws ScreeningIncomplete beyond the limit */
  spend(work: number): void {
    this.#spent += work;
    if (this.#spent > this.#mostScored * workOf.scored) throw new ScreeningIncomplete(this.#mostScored);
  }

  /** To be called before a list of so many postings is read. @throws ScreeningIncomplete beyond the limit */
  spendPostings(count: number): void {
    this.spend(workOfPostings(count));
  }
}
