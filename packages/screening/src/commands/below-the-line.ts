import type { Hit, Result, ScreeningOptions } from '../model/screening-types.ts';

/** Hits that score less than the threshold asks for, counted, the best of them in full. */
export interface BelowTheLine {
  /** Least score counted. */
  from: number;
  total: number;
  hits: Hit[];
}

const mostShown = 5;
const mostHits = 500;

/** What a whole run found below its threshold. */
export interface BelowCount {
  names: number;
  namesWithHits: number;
  hits: number;
}

/**
 * Screens once more with a lower threshold. What is a hit without that, also by the rule that keeps sanctioned names, is above the
 * line whatever its score.
 */
export function belowTheLine(
  screen: (options: ScreeningOptions) => Result,
  { options, from, above }: { options: ScreeningOptions; from: number; above: Result },
): BelowTheLine {
  if (from >= options.matchThreshold || options.exactMatch) return { from, total: 0, hits: [] };
  const wider = screen({ ...options, matchThreshold: from, limit: mostHits });
  const known = new Set(above.hits.map(({ entityId }) => entityId));
  const hits = wider.hits
    .filter(({ entityId, score }) => !known.has(entityId) && score < options.matchThreshold)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostShown);
  return { from, total: wider.total - above.total, hits };
}
