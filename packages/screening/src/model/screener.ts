import { listTypes } from './list-types.ts';
import type { ListedEntity } from './listed-entity.ts';
import type { Result, ScreeningOptions, Subject } from './screening-types.ts';

/** One source of the lists in force. Times are ISO 8601 in UTC. */
export interface ListVersion {
  source: string;
  /** Version or digest stated by the source. */
  version: string;
  /** When the publisher issued it; null if the format has no date. */
  publishedAt: string | null;
  /** When this content was imported. */
  loadedAt: string | null;
  /** When the source was last confirmed to have this content. */
  confirmedAt: string | null;
  /** SHA-256 of its files and of the tables and code that read them. */
  digest: string;
  entities: number;
  names: number;
  rejects: number;
}

/** One immutable state of the lists, ready for screening. Synchronous, because a screening costs less than waking a thread. */
export interface Screener {
  /** The snapshot's id. */
  readonly snapshot: string;
  /** Its sources; absent if the lists were not loaded from sources. */
  readonly sources?: readonly ListVersion[];
  /**
   * Finds every listed person or organisation that may be the subject, explained and ranked.
   * @param keeps selects entities whose hits are returned even beyond `limit`; absent: none
   * @throws ScreeningInputError for invalid input
   * @throws ScreeningIncomplete if the search reached its work limit; there is no result in that case
   */
  screen(subject: Subject, options: ScreeningOptions, keeps?: (entity: ListedEntity) => boolean): Result;
  /** The entity with this id, or the one that lists it as a former id; null if there is none. */
  entity(id: string): ListedEntity | null;
}

/** The interface's defaults, used if nothing is configured. @see spec/contract.md A-65 */
export const defaultOptions = {
  lists: [...listTypes],
  matchThreshold: 80,
  exactMatch: false,
  countries: [],
  excludeDeceased: false,
  limit: 50,
} satisfies ScreeningOptions;
