import type { Hit, Result, ScreeningOptions } from '../model/screening-types.ts';

/** What the operator does not want to see: entities by id, former ones included, and listings by the key of their source. */
export interface Exclusions {
  ids: ReadonlySet<string>;
  sources: ReadonlySet<string>;
}

const mostHits = 500;

const excludesNothing = ({ ids, sources }: Exclusions): boolean => ids.size === 0 && sources.size === 0;

/** Options that find enough hits for as many to be left as are asked for, as far as a screening may. */
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
 * A result without what is excluded, of at most `limit` hits. A hit whose listings are all of excluded sources goes; of others such
 * listings go. `total` counts all hits that are left; beyond 500 hits those excluded are not known and are counted.
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
