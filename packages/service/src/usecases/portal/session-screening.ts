import type { PortalHitReviewRequest, PortalSession, WatchlistPatch } from '@countersign/contract';
import { maskName } from '@countersign/core';
import type { DataKey } from '../../encryption/seal.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { type HitRow, readNewestScreening } from '../../storage/watchlist.ts';
import { lockForReview } from '../operator/review-session.ts';
import type { DecryptedAttempt } from '../session/record-decision.ts';
import { decryptHit } from '../watchlist/stored-screening.ts';
import { NeedsSecond, updateWatchlistScreening } from '../watchlist/update-watchlist-screening.ts';
import { asPortal, portalCaller } from './portal-caller.ts';
import type { PortalContext } from './portal-context.ts';
import { notFound, PortalRefused } from './portal-refused.ts';
import { proposeHit } from './propose-decision.ts';
import { reachSession } from './reach-session.ts';
import { requireMay, type Viewer } from './viewer.ts';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];

/** The newest screening of a session; `null` where there is none. @param mayTriage the viewer decides hits */
export async function sessionScreening(
  tx: Tx,
  { key, dataKey, settings }: DecryptedAttempt,
  { isRevealed, mayTriage }: { isRevealed: boolean; mayTriage: boolean },
): Promise<PortalSession['screening']> {
  const found = await readNewestScreening(tx, key);
  if (!found) return null;
  const { status, hasUnacknowledgedChanges, monitorStatus, totalHits, screenedAt } = found.row;
  return {
    status,
    hasUnacknowledgedChanges,
    monitorStatus,
    totalHits,
    screenedAt,
    hits: found.hits.map((hit) => shownHit(dataKey, hit, isRevealed)),
    // The other solution has results without reviews.
    canDecide: mayTriage && settings.watchlistScreening && settings.watchlist.solution === 'enhanced',
  };
}

function shownHit(dataKey: DataKey, row: HitRow, isRevealed: boolean): Hit {
  const { id, matchStatus, riskLevel, current, found } = decryptHit(dataKey, row);
  const { matchedName, score, explanation = null } = found;
  return {
    id,
    name: isRevealed ? matchedName : maskName(matchedName),
    matchStatus,
    riskLevel,
    current,
    score,
    explanation: isRevealed ? explanation : null,
    listed: isRevealed ? listedPerson(found) : null,
  };
}

function listedPerson(found: ReturnType<typeof decryptHit>['found']): Hit['listed'] {
  const { aka, countryNames, birthDate, deathDate, positions, listings } = found;
  return {
    aka: [...aka],
    countries: [...countryNames],
    dateOfBirth: birthDate === '' ? null : birthDate,
    dateOfDeath: deathDate,
    positions: [...positions],
    listings: listings.map(({ list, sourceName, url, programme, date, snippet }) => ({
      list,
      sourceName,
      url,
      programme,
      date,
      snippet,
    })),
  };
}

/** What a person does with the result of a screening, as a client does by PATCH watchlist-screening. */
const patchScreening =
  (ctx: PortalContext) =>
  async (viewer: Viewer, sessionId: string, patch: WatchlistPatch): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const caller = await portalCaller(ctx, viewer, integration);
    await asPortal(() =>
      updateWatchlistScreening(ctx)({ caller, sessionId, read: () => patch, isAlone: true }),
    );
  };

/**
 * Decides a hit, or proposes the decision where it takes two people. The webhook is queued when the last one is decided.
 * @throws PortalRefused not-found, not-allowed, invalid, proposal-there
 */
export const reviewHit =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    { sessionId, hitId }: { sessionId: string; hitId: string },
    { matchStatus, riskLevel }: PortalHitReviewRequest,
  ): Promise<{ proposed: boolean }> => {
    if ((matchStatus === 'true_match') !== (riskLevel !== null))
      throw new PortalRefused('invalid', 'riskLevel: must be given with true_match, and with nothing else', {
        member: 'riskLevel',
      });
    const id = hitId.toLowerCase();
    try {
      await patchScreening(ctx)(viewer, sessionId, {
        operation: 'review-hit',
        hit: { id, matchStatus, riskLevel },
      });
      return { proposed: false };
    } catch (error) {
      if (!(error instanceof NeedsSecond)) throw error;
      const proposed = {
        sessionId,
        hitId: id,
        fromStatus: error.fromStatus,
        request: { matchStatus, riskLevel },
      };
      await proposeDecision(ctx, viewer, proposed);
      return { proposed: true };
    }
  };

async function proposeDecision(
  ctx: PortalContext,
  viewer: Viewer,
  { sessionId, ...proposed }: { sessionId: string } & Omit<Parameters<typeof proposeHit>[2], 'opened'>,
): Promise<void> {
  const { integration } = await reachSession(ctx, viewer, sessionId);
  await ctx.database.transaction(async (tx) => {
    const opened = await lockForReview(tx, ctx, { integrationId: integration.id, sessionId });
    if (opened === null) throw notFound();
    await proposeHit(tx, viewer, { opened, ...proposed });
  });
}

/** Acknowledges what monitoring found. @throws PortalRefused not-found, not-allowed */
export const acknowledgeScreening = (ctx: PortalContext) => (viewer: Viewer, sessionId: string) =>
  patchScreening(ctx)(viewer, sessionId, { operation: 'acknowledge-changes' });

/** Ends the monitoring of a session; only the operator can begin it again. @throws PortalRefused not-found, not-allowed, changed-meanwhile */
export const endMonitoring = (ctx: PortalContext) => (viewer: Viewer, sessionId: string) =>
  patchScreening(ctx)(viewer, sessionId, { operation: 'disable-monitoring' });
