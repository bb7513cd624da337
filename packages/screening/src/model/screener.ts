import { listTypes } from './list-types.ts';
import type { ListedEntity } from './listed-entity.ts';
import type { Result, ScreeningOptions, Subject } from './screening-types.ts';

/** One source of lists in force. Times are ISO 8601 in UTC. */
export interface ListVersion {
  source: string;
  /** Version or digest that the source states. */
  version: string;
  /** When the publisher made it; null where the format states no date. */
  publishedAt: string | null;
  /** When this content was taken over. */
  loadedAt: string | null;
  /** When it was last found to be what the source gives. */
  confirmedAt: string | null;
  /** SHA-256 of its files and what they were read with. */
  digest: string;
  entities: number;
  names: number;
  rejects: number;
}

/** One immutable state of the lists, ready for screening. Synchronous: a screening costs less than waking a thread. */
export interface Screener {
  /** Id of the snapshot. */
  readonly snapshot: string;
  /** What it was made of; absent for lists that were not loaded from sources. */
  readonly sources?: readonly ListVersion[];
  /**
   * Every listed person or organisation that may be the subject, explained and ranked.
   * @param keeps entities that are returned behind `limit` as well where they are hits; absent: none
   * @throws ScreeningInputError for a mistake of the caller
   * @throws ScreeningIncomplete when the search reached its limit of work: there is no result then
   */
  screen(subject: Subject, options: ScreeningOptions, keeps?: (entity: ListedEntity) => boolean): Result;
  /** The entity with this id, or the one that lists it among its former ids; null when there is none. */
  entity(id: string): ListedEntity | null;
}

/** What the interface applies when nothing is configured. @see spec/contract.md A-65 */
export const defaultOptions = {
  lists: [...listTypes],
  matchThreshold: 80,
  exactMatch: false,
  countries: [],
  excludeDeceased: false,
  limit: 50,
} satisfies ScreeningOptions;
