import type { Hit, Result, ScreeningOptions } from '../model/screening-types.ts';

/** What the operator excludes: entities by id, including former ids, and listings by the key of their source. */
export interface Exclusions {
  ids: ReadonlySet<string>;
  sources: ReadonlySet<string>;
}

const mostHits = 500;

const excludesNothing = ({ ids, sources }: Exclusions): boolean => ids.size === 0 && sources.size === 0;

/** Raises the limit so that enough hits remain after exclusions, up to the maximum a screening allows. */
export function widened(options: ScreeningOptions, exclusions: Exclusions): ScreeningOptions {
  return excludesNothing(exclusions) ? options : { ...options, limit: mostHits };
}

function withoutSources(hit: Hit, sources: Exclusions['sources']): Hit | null {
  const listings = hit.listings.filter(({ source }) => !sources.has(source));
  if (listings.length === hit.listings.length) return hit;
  if (listings.length === 0) return null;
  const listTypes = hit.listTypes.filter((type) => listings.some(({ list }) => list === type));
  return { ...hit, listings, listTypes };
}

/**
 * Removes excluded entities and listings from a result and keeps at most `limit` hits. A hit is removed if all its listings come from
 * excluded sources; otherwise only those listings are. `total` counts all remaining hits; excluded hits beyond the first 500 are unknown
 * and therefore counted.
 */
export function withoutExcluded(result: Result, exclusions: Exclusions, limit: number): Result {
  if (excludesNothing(exclusions)) return result;
  const { ids, sources } = exclusions;
  const left = result.hits.flatMap((hit) =>
    [hit.entityId, ...hit.formerIds].some((id) => ids.has(id)) ? [] : (withoutSources(hit, sources) ?? []),
  );
  const total = result.total - (result.hits.length - left.length);
  const hits = left.slice(0, limit);
  return { ...result, hits, total, truncated: hits.length < total };
}
