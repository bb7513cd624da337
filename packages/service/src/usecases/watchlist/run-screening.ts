import { type FoundHit, storedByEntity, type StoredHit } from '@countersign/core';
import {
  explainHit,
  naturalOrder,
  NotReplayable,
  referenceTables,
  type Result,
  type Screener,
  type ScreeningOptions,
  type Subject,
} from '@countersign/screening';
import type { ScreeningRun } from './record-screening.ts';

/** Finds people on the lists that are in force at the moment of the call. */
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
  return explained(screener, subject, screener.screen(subject, options));
}

/**
 * Like `runScreening`, but includes hits of the stored result, or of earlier ones, that are now behind `limit`: being displaced by other
 * hits does not mean that they are gone.
 * @see spec/contract.md A-370
 */
export function screenAgain(
  screener: Screener,
  { subject, options }: { subject: Subject; options: ScreeningOptions },
  stored: readonly StoredHit[],
): Omit<ScreeningRun, 'term'> {
  const run = runScreening(screener, subject, options);
  if (run.hits.length === run.total) return run;
  const within = new Set([...storedByEntity(stored, run.hits).values()].flat());
  const missing = stored.filter((each) => !within.has(each)).map(({ found }) => found);
  if (missing.length === 0) return run;
  const ids = new Set(missing.map(({ entityId }) => entityId));
  // A renumbered entry has the same names.
  const names = new Set(missing.map(({ matchedName }) => matchedName.toLowerCase()));
  const whole = screener.screen(
    subject,
    options,
    (entity) =>
      [entity.id, ...entity.formerIds].some((id) => ids.has(id)) ||
      entity.names.some((name) => names.has(naturalOrder(name).toLowerCase())),
  );
  const all = explained(screener, subject, whole);
  const known = storedByEntity(stored, all.hits);
  return { ...all, hits: all.hits.filter((hit, place) => place < options.limit || known.has(hit)) };
}

function explained(
  screener: Screener,
  subject: Subject,
  { hits, total, snapshot, engine, config }: Result,
): Omit<ScreeningRun, 'term'> {
  const { countries } = referenceTables();
  const found = hits.map((hit): FoundHit => {
    const names = hit.countries.flatMap((code) => countries.nameOf(code) ?? []);
    return { ...hit, countryNames: names, explanation: explanationOf(screener, subject, hit) };
  });
  return { hits: found, total, snapshot, engine, config, sources: screener.sources ?? [] };
}

/** `null` if the names cannot be compared again: a hit is valid without its explanation, too. */
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
