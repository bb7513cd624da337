import type {
  LegacyWatchlistResult,
  MonitorStatus,
  ReviewStatus,
  SearchTerm,
  WatchlistHit,
  WatchlistPatchBody,
  WatchlistResult,
} from '@countersign/contract';
import type { StoredHit } from './material-change.ts';
import { birthDateOf, partialDate, wireListings, wireMatchTypes } from './wire-hit.ts';

/** A stored result in its current state. */
export interface ScreeningResult {
  checkType: 'initial_result' | 'updated_result';
  attemptId: string;
  sessionId: string;
  vendorData: string | null;
  endUserId: string | null;
  reviewStatus: ReviewStatus;
  hasUnacknowledgedChanges: boolean;
  monitorStatus: MonitorStatus;
  searchTerm: SearchTerm;
  /** Hits found; may exceed the number stored. */
  totalHits: number;
  /** Time of the run that produced the hits: milliseconds, `Z`. */
  createdAt: string;
  /** In order; former hits are omitted from the answer. */
  hits: readonly StoredHit[];
}

/** How the integration receives results. */
export interface ResultShape {
  solution: 'enhanced' | 'legacy';
  /** Listings are shown. */
  listings: boolean;
  /** Hits explain their score. */
  explanations: boolean;
}

/** `data` of GET and the body of the webhook, members in wire order. @see spec/contract.md */
export function watchlistResult(
  result: ScreeningResult,
  shape: ResultShape,
): WatchlistResult | LegacyWatchlistResult {
  const { checkType, attemptId, sessionId, vendorData, endUserId, reviewStatus, monitorStatus } = result;
  const { searchTerm, totalHits, createdAt } = result;
  const head = { checkType, attemptId, sessionId, vendorData, endUserId };
  const matchStatus = reviewStatus === 'no_match' ? ('no_match' as const) : ('possible_match' as const);
  const hits = result.hits.filter(({ current }) => current);
  if (shape.solution === 'legacy') {
    const { name, year, lists } = searchTerm;
    return {
      ...head,
      matchStatus,
      monitorStatus,
      searchTerm: { name, year, lists },
      totalHits,
      createdAt,
      hits: hits.map((hit) => hitFacts(hit, shape)),
    };
  }
  return {
    ...head,
    reviewStatus,
    matchStatus,
    hasUnacknowledgedChanges: result.hasUnacknowledgedChanges,
    monitorStatus,
    searchTerm,
    totalHits,
    createdAt,
    hits: hits.map((hit) => ({
      ...reviewMembers(hit),
      ...hitFacts(hit, shape),
      ...(shape.explanations && { explanation: hit.found.explanation ?? null }),
    })),
  };
}

/** The review of a hit, with a risk level only if a reviewer set one. @see spec/contract.md */
function reviewMembers({ id, matchStatus, riskLevel }: StoredHit) {
  const members: Pick<WatchlistHit, 'id' | 'matchStatus' | 'riskLevel'> = { id, matchStatus };
  if (riskLevel !== null) members.riskLevel = riskLevel;
  return members;
}

function hitFacts({ found }: StoredHit, { listings }: Pick<ResultShape, 'listings'>) {
  return {
    matchedName: found.matchedName,
    countries: [...found.countryNames],
    dateOfBirth: birthDateOf(found) ?? '',
    dateOfDeath: partialDate(found.deathDate),
    matchTypes: wireMatchTypes(found),
    aka: [...found.aka],
    associates: found.associates.map(({ name }) => name),
    listingsRelatedToMatch: wireListings(found.listings, listings),
  };
}

/**
 * `data` of a successful PATCH: the state after the operation.
 * @param reviewedId the hit of a hit review; `null` after the other operations
 * @see spec/contract.md A-71
 */
export function patchedState(
  result: Omit<ScreeningResult, 'searchTerm'>,
  { solution }: Pick<ResultShape, 'solution'>,
  reviewedId: string | null,
): WatchlistPatchBody['data'] {
  const { attemptId, sessionId, vendorData, reviewStatus, hasUnacknowledgedChanges, monitorStatus } = result;
  const hit = result.hits.find(({ id }) => id === reviewedId);
  return {
    attemptId,
    sessionId,
    vendorData,
    ...(solution === 'legacy' ? {} : { reviewStatus, hasUnacknowledgedChanges }),
    monitorStatus,
    ...(hit ? { hit: reviewMembers(hit) } : {}),
  };
}
