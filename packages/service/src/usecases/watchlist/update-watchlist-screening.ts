import {
  type HitMatchStatus,
  Problem,
  type WatchlistPatch,
  type WatchlistPatchBody,
} from '@countersign/contract';
import {
  acknowledgeChanges,
  disableMonitoring,
  judgedAs,
  patchedState,
  type Reviewed,
  reviewHit,
  type ScreeningResult,
  type StoredHit,
  takesTwoPeople,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import type { AttemptKey } from '../../storage/session/attempts.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { overtakeProposals } from '../../storage/session/proposals.ts';
import { lockSession } from '../../storage/session/sessions.ts';
import { markChangesSeen } from '../../storage/watchlist/watchlist-changes.ts';
import {
  findNewestScreening,
  insertReview,
  moveScreening,
  putHits,
  setMonitoring,
} from '../../storage/watchlist/watchlist.ts';
import { actorOf, type Caller } from '../session/caller.ts';
import { dataKeyOf, requireFound, sessionDataOf, type SessionRequest } from '../session/found-session.ts';
import { keepDecision } from './carry-decisions.ts';
import { MoveRefused } from '../session/record-decision.ts';
import { hitRow, decryptResult, sealReviewNote, sealSeen } from './stored-screening.ts';
import { insertWatchlistWebhook } from './insert-watchlist-webhook.ts';

export interface UpdateWatchlistScreening extends SessionRequest {
  /** Reads the members once there is a result that they can refer to. @throws Problem of the first violated row of A-70 */
  read: () => WatchlistPatch;
  /** A person's note on the review of a hit. */
  note?: string | null;
  /** A person of the portal, who may need a second one; absent: a client, or the second person. */
  isAlone?: boolean;
  /** The decision on the hit as the person saw it; absent: a client, which decides whatever the current state. */
  seen?: Seen;
}

/** A decision about a hit. */
type Seen = Pick<StoredHit, 'matchStatus' | 'riskLevel'>;

/** Nothing is decided, because the integration requires two people. */
export class NeedsSecond extends Error {
  /** The hit's current status. */
  readonly fromStatus: HitMatchStatus;

  constructor(fromStatus: HitMatchStatus) {
    super('the decision takes two people');
    this.name = 'NeedsSecond';
    this.fromStatus = fromStatus;
  }
}

/**
 * One operation of a reviewer. Every change of a session's result holds the session's lock, so that of two concurrent final reviews,
 * exactly one completes the screening and queues the webhook.
 * @throws NeedsSecond, MoveRefused, StaleCaller, Problem not-found, watchlist-not-enabled, feature-not-enabled,
 * monitoring-already-disabled, and those of `read`
 * @see spec/contract.md
 */
export const updateWatchlistScreening =
  (ctx: ServiceContext) =>
  async (request: UpdateWatchlistScreening): Promise<WatchlistPatchBody> => {
    const { data, emits } = await ctx.database.transaction((tx) => updateIn(ctx, tx, request));
    if (emits) ctx.wake.notify('webhook');
    return { status: 'success', data };
  };

interface Locked {
  caller: Caller;
  key: AttemptKey;
  dataKey: DataKey;
  result: ScreeningResult;
  isAlone: boolean;
}

interface Updated {
  result: ScreeningResult;
  /** The hit under review. */
  hitId: string | null;
  emits: boolean;
}

/** The same in the caller's transaction, which wakes the sender of webhooks if it emits one. */
export async function updateIn(
  ctx: ServiceContext,
  tx: Tx,
  { caller, sessionId, read, note = null, isAlone = false, seen }: UpdateWatchlistScreening,
) {
  const { integrationId, settings } = caller;
  const found = requireFound(await lockSession(tx, caller, sessionId));
  if (!settings.watchlistScreening) throw new Problem('watchlist-not-enabled');
  const row = await findNewestScreening(tx, { integrationId, sessionId });
  if (row === null) throw new Problem('not-found');
  const dataKey = dataKeyOf(ctx.vault, integrationId, found);
  const key = { integrationId, sessionId, attemptId: row.attemptId };
  const result = await decryptResult(tx, { key, dataKey, session: sessionDataOf(dataKey, found) }, row);
  if (result === null) throw new Problem('not-found');
  const patch = read();
  if (settings.watchlist.solution === 'legacy' && patch.operation !== 'disable-monitoring')
    throw new Problem('feature-not-enabled');
  const locked = { caller, key, dataKey, result, isAlone };
  const updated = await perform(ctx, tx, { locked, patch, note, seen });
  return { data: patchedState(updated.result, settings.watchlist, updated.hitId), emits: updated.emits };
}

function perform(
  ctx: ServiceContext,
  tx: Tx,
  { locked, patch, ...beside }: { locked: Locked; patch: WatchlistPatch } & Beside,
): Promise<Updated> {
  if (patch.operation === 'review-hit') return review(ctx, tx, { locked, hit: patch.hit, ...beside });
  return patch.operation === 'acknowledge-changes' ? acknowledge(tx, locked) : disable(tx, locked);
}

/** Additional input of a hit's review. */
interface Beside {
  note: string | null;
  seen: Seen | undefined;
}

interface Reviewing extends Beside {
  locked: Locked;
  hit: Extract<WatchlistPatch, { operation: 'review-hit' }>['hit'];
}

async function review(
  { vault }: ServiceContext,
  tx: Tx,
  { locked, hit, note, seen }: Reviewing,
): Promise<Updated> {
  const { caller, key, dataKey, result } = locked;
  const current = result.hits.filter((each) => each.current);
  const reviewed = reviewHit({ ...result, status: result.reviewStatus, hits: current }, hit);
  const rank = current.findIndex(({ id }) => id === hit.id);
  const [before, after] = [current[rank], reviewed?.state.hits[rank]];
  if (!reviewed || !before || !after) throw new Problem('not-found');
  // Another person was first: this one did not see the decision that would be lost.
  if (seen && (seen.matchStatus !== before.matchStatus || seen.riskLevel !== before.riskLevel))
    throw new MoveRefused();
  if (locked.isAlone && caller.settings.fourEyes && takesTwoPeople(before.matchStatus, after.matchStatus))
    throw new NeedsSecond(before.matchStatus);
  const judged = after.matchStatus === 'potential_match' ? null : judgedAs(after.found);
  const decided = { ...after, judged, carriedFrom: null };
  await putHits(tx, key, [hitRow({ vault, dataKey }, decided, rank)]);
  await overtakeProposals(tx, key, { hitId: after.id });
  await keepDecision(vault, tx, { key, dataKey, result, hit: decided });
  await insertReview(tx, {
    ...key,
    hitId: after.id,
    actor: actorOf(caller),
    from: before,
    to: after,
    seen: sealSeen(dataKey, after),
    note: note === null ? null : sealReviewNote(dataKey, after.id, note),
  });
  return settle(tx, { locked, reviewed, action: 'review-hit', hit: after });
}

async function acknowledge(tx: Tx, locked: Locked): Promise<Updated> {
  const { key, result } = locked;
  await markChangesSeen(tx, key);
  const hits = result.hits.filter(({ current }) => current);
  const reviewed = acknowledgeChanges({ ...result, status: result.reviewStatus, hits });
  return settle(tx, { locked, reviewed, action: 'acknowledge-changes', hit: null });
}

interface Settling {
  locked: Locked;
  reviewed: Reviewed<StoredHit>;
  action: string;
  /** The reviewed hit in its current state. */
  hit: StoredHit | null;
}

/** Writes the result's new state, the one audit row of the change, and the webhook if the table emits one. */
async function settle(tx: Tx, { locked, reviewed, action, hit }: Settling): Promise<Updated> {
  const { caller, key, dataKey, result } = locked;
  const { status, hasUnacknowledgedChanges, hits } = reviewed.state;
  const after: ScreeningResult = { ...result, reviewStatus: status, hasUnacknowledgedChanges, hits };
  await moveScreening(tx, { ...key, status, hasUnacknowledgedChanges });
  await insertAudit(tx, {
    ...key,
    actor: actorOf(caller),
    action,
    // The columns for moves are only for the session's own status.
    details: { from: result.reviewStatus, to: status, ...(hit && decisionOn(hit)) },
  });
  if (reviewed.emits) {
    const shape = caller.settings.watchlist;
    await insertWatchlistWebhook(tx, { integrationId: key.integrationId, dataKey, shape }, after);
  }
  return { result: after, hitId: hit?.id ?? null, emits: reviewed.emits };
}

const decisionOn = ({ id, matchStatus, riskLevel }: StoredHit) => ({
  hitId: id,
  decision: matchStatus,
  ...(riskLevel !== null && { riskLevel }),
});

async function disable(tx: Tx, { caller, key, result }: Locked): Promise<Updated> {
  const monitorStatus = disableMonitoring(result.monitorStatus);
  if (monitorStatus === null) throw new Problem('monitoring-already-disabled');
  await setMonitoring(tx, key, monitorStatus);
  await insertAudit(tx, {
    ...key,
    actor: actorOf(caller),
    action: 'disable-monitoring',
    details: { from: result.monitorStatus, to: monitorStatus },
  });
  return { result: { ...result, monitorStatus }, hitId: null, emits: false };
}
