import type {
  PortalHitReviewRequest,
  PortalSession,
  SearchTerm,
  WatchlistPatch,
} from '@countersign/contract';
import { groupHits, maskName, type StoredHit } from '@countersign/core';
import { type ExplanationLanguage, translateExplanation } from '@countersign/screening';
import type { Tx } from '../../../storage/engine/database.ts';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import { readNewestScreening } from '../../../storage/watchlist/watchlist.ts';
import { lockForReview } from '../../operator/review-session.ts';
import type { DecryptedAttempt } from '../../session/record-decision.ts';
import { decryptHit, openTerm } from '../../watchlist/stored-screening.ts';
import { NeedsSecond, updateWatchlistScreening } from '../../watchlist/update-watchlist-screening.ts';
import { hitHistory, listedPerson, unseenChanges } from './hit-history.ts';
import { asPortal, portalCaller } from '../portal-caller.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { proposeHit } from './propose-decision.ts';
import { reachSession } from './reach-session.ts';
import { shownAssignment } from './screening-assignee.ts';
import { requireMay, type Viewer } from '../viewer.ts';

type Screening = NonNullable<PortalSession['screening']>;
type Hit = Screening['hits'][number];

interface Showing {
  viewer: Viewer;
  integration: OwnIntegration;
  isRevealed: boolean;
  /** The viewer may decide hits. */
  mayTriage: boolean;
}

/** The newest screening of a session; `null` if there is none. */
export async function sessionScreening(
  tx: Tx,
  { key, dataKey, settings }: DecryptedAttempt,
  { viewer, integration, isRevealed, mayTriage }: Showing,
): Promise<PortalSession['screening']> {
  const found = await readNewestScreening(tx, key);
  if (!found) return null;
  const { attemptId, status, hasUnacknowledgedChanges, monitorStatus, totalHits, screenedAt } = found.row;
  const opened = { key: { ...key, attemptId }, dataKey };
  const hits = found.hits.map((hit) => decryptHit(dataKey, hit));
  const now = hits.map((hit) => hit.found);
  const historyOf = await hitHistory(opened, tx, { viewer, mayTriage });
  return {
    status,
    hasUnacknowledgedChanges,
    monitorStatus,
    totalHits,
    screenedAt,
    term:
      found.row.term === null
        ? null
        : shownTerm(openTerm(dataKey, { attemptId, term: found.row.term }), isRevealed),
    hits: groupHits(hits).flatMap((members, group) =>
      members.map((hit) => ({ ...shownHit(hit, isRevealed), group, history: historyOf(hit.id) })),
    ),
    changes: hasUnacknowledgedChanges ? await unseenChanges(tx, opened, { now, isRevealed }) : [],
    // The legacy solution has results without reviews.
    canDecide: mayTriage && settings.watchlistScreening && settings.watchlist.solution === 'enhanced',
    ...(await shownAssignment(tx, { sessionId: key.sessionId, viewer, integration })),
  };
}

function shownTerm(term: SearchTerm, isRevealed: boolean): Screening['term'] {
  const { name, year, countries } = term;
  return {
    ...term,
    // Includes those of the person.
    countries: isRevealed ? countries : [],
    name: isRevealed ? name : maskName(name),
    year: isRevealed && year !== '' ? year : null,
  };
}

function shownHit(hit: StoredHit, isRevealed: boolean): Omit<Hit, 'group' | 'history'> {
  const { id, matchStatus, riskLevel, current, found } = hit;
  const { matchedName, score } = found;
  return {
    id,
    name: isRevealed ? matchedName : maskName(matchedName),
    matchStatus,
    riskLevel,
    current,
    score,
    explanation: isRevealed ? shownExplanation(found) : null,
    listed: isRevealed ? listedPerson(found) : null,
  };
}

/** The original explanation, and translations for the portal; `null` for hits found before explanations existed. */
function shownExplanation({ explanation, trace }: StoredHit['found']): Hit['explanation'] {
  if (!explanation) return null;
  const to = (language: ExplanationLanguage) => translateExplanation(explanation, trace.listedKind, language);
  return { ...explanation, translations: { es: to('es'), 'pt-BR': to('pt-BR') } };
}

/** An action on the result of a screening, like a client's PATCH watchlist-screening. */
const patchScreening =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    sessionId: string,
    { note = null, seen, ...patch }: WatchlistPatch & Pick<PortalHitReviewRequest, 'note' | 'seen'>,
  ): Promise<void> => {
    const { integration } = await reachSession(ctx, viewer, sessionId);
    requireMay(viewer, 'triage', integration);
    const caller = await portalCaller(ctx, viewer, integration);
    await asPortal(() =>
      updateWatchlistScreening(ctx)({
        caller,
        sessionId,
        read: () => patch,
        note,
        isAlone: true,
        ...(seen && { seen }),
      }),
    );
  };

/**
 * Decides a hit, or proposes the decision if two people are required. The webhook is queued when the last hit is decided.
 * @throws PortalRefused not-found, not-allowed, invalid, changed-meanwhile, proposal-there
 */
export const reviewHit =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    { sessionId, hitId }: { sessionId: string; hitId: string },
    { matchStatus, riskLevel, note, seen }: PortalHitReviewRequest,
  ): Promise<{ proposed: boolean }> => {
    if ((matchStatus === 'true_match') !== (riskLevel !== null))
      throw new PortalRefused('invalid', 'riskLevel: must be given with true_match, and with nothing else', {
        member: 'riskLevel',
      });
    const id = hitId.toLowerCase();
    const words = note?.trim() ?? null;
    try {
      await patchScreening(ctx)(viewer, sessionId, {
        operation: 'review-hit',
        hit: { id, matchStatus, riskLevel },
        note: words,
        ...(seen && { seen }),
      });
      return { proposed: false };
    } catch (error) {
      if (!(error instanceof NeedsSecond)) throw error;
      const proposed = {
        sessionId,
        hitId: id,
        fromStatus: error.fromStatus,
        request: { matchStatus, riskLevel, note: words },
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

/** Acknowledges changes found by monitoring. @throws PortalRefused not-found, not-allowed */
export const acknowledgeScreening = (ctx: PortalContext) => (viewer: Viewer, sessionId: string) =>
  patchScreening(ctx)(viewer, sessionId, { operation: 'acknowledge-changes' });

/** Ends the monitoring of a session; only the operator can restart it. @throws PortalRefused not-found, not-allowed, changed-meanwhile */
export const endMonitoring = (ctx: PortalContext) => (viewer: Viewer, sessionId: string) =>
  patchScreening(ctx)(viewer, sessionId, { operation: 'disable-monitoring' });
