import type { Hit, Result, ScreeningOptions } from '../model/screening-types.ts';

/** Hits that score below the threshold: how many there are, and the best of them in full. */
export interface BelowTheLine {
  /** Lowest score that is counted. */
  from: number;
  total: number;
  hits: Hit[];
}

const mostShown = 5;
const mostHits = 500;

/** Total number of hits below the threshold for a whole run. */
export interface BelowCount {
  names: number;
  namesWithHits: number;
  hits: number;
}

/**
 * Screens again with a lower threshold. Results that are hits without it, including those kept by the rule for sanctioned names, count as
 * above the line whatever their score.
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
