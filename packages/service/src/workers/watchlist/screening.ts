import type { FoundHit } from '@countersign/core';
import {
  explainHit,
  NotReplayable,
  referenceTables,
  type Result,
  type Screener,
  type ScreeningOptions,
  type Subject,
} from '@countersign/screening';
import type { ScreeningRun } from '../../usecases/watchlist/record-screening.ts';

/** What finds people on lists: whichever state of the lists is in force at the moment of the call. */
export interface ScreeningEngine {
  /** `null` while no lists are loaded. */
  screener(): Screener | null;
}

/** The result of one screener for one subject, with the names of its countries and the explanation of each hit added. */
export function runScreening(
  screener: Screener,
  subject: Subject,
  options: ScreeningOptions,
): Omit<ScreeningRun, 'term'> {
  const { hits, total, snapshot, engine, config } = screener.screen(subject, options);
  const { countries } = referenceTables();
  const found = hits.map((hit): FoundHit => {
    const names = hit.countries.flatMap((code) => countries.nameOf(code) ?? []);
    return { ...hit, countryNames: names, explanation: explanationOf(screener, subject, hit) };
  });
  return { hits: found, total, snapshot, engine, config };
}

/** `null` where the names cannot be compared again: a hit counts without its explanation, too. */
function explanationOf(
  screener: Screener,
  subject: Subject,
  hit: Result['hits'][number],
): ReturnType<typeof explainHit> | null {
  const entity = screener.entity(hit.entityId);
  try {
    return entity && explainHit(subject, entity, hit);
  } catch (error) {
    if (error instanceof NotReplayable) return null;
    throw error;
  }
}
