import type { FoundHit } from '@countersign/core';
import {
  explainHit,
  referenceTables,
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
    const entity = screener.entity(hit.entityId);
    return { ...hit, countryNames: names, explanation: entity && explainHit(subject, entity, hit) };
  });
  return { hits: found, total, snapshot, engine, config };
}
