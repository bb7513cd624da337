/**
 * The life cycle of a screening's result: one row per row of the contract's table, and one look-up. `reviewStatus` only ever changes
 * by a transition from here.
 * @see spec/contract.md A-72
 */
import type { HitMatchStatus, MonitorStatus, ReviewStatus, RiskLevel } from '@countersign/contract';

/** A reviewer's decision about a hit. */
export interface HitReview {
  /** UUID of the hit, lower case. */
  id: string;
  matchStatus: HitMatchStatus;
  /** `null` unless `true_match`, and only if the reviewer gave one. */
  riskLevel: RiskLevel | null;
}

/** Status of a screening. */
export type ScreeningStatus = 'in_progress' | ReviewStatus;

/** The parts of a result that reviews change. */
export interface ReviewState<Hit extends HitReview = HitReview> {
  status: ScreeningStatus;
  hasUnacknowledgedChanges: boolean;
  hits: readonly Hit[];
}

export type ReviewTrigger =
  | 'screening_completes'
  | 'hit_review'
  | 'acknowledge'
  | 'monitoring_change'
  | 'monitoring_disabled';

/** Condition on the result after the trigger has been applied to its hits and its flag. */
export type ReviewGuard = 'always' | 'hits' | 'no_hits' | 'settled' | 'unsettled';

export interface ReviewTransition {
  from: readonly ScreeningStatus[];
  on: ReviewTrigger;
  guard: ReviewGuard;
  /** `null`: unchanged. */
  to: ReviewStatus | null;
  /** A watchlist webhook is recorded. */
  emits: boolean;
}

const withResult = ['no_match', 'potential_match', 'reviewed'] as const;

/** The first row that matches applies. "Settled": every hit is decided and no change is unacknowledged. @see spec/contract.md A-72 */
export const reviewTransitions: readonly ReviewTransition[] = [
  { from: ['in_progress'], on: 'screening_completes', guard: 'no_hits', to: 'no_match', emits: true },
  // Only if decisions of earlier sessions are carried over; otherwise a first result has no decided hit.
  { from: ['in_progress'], on: 'screening_completes', guard: 'settled', to: 'reviewed', emits: true },
  { from: ['in_progress'], on: 'screening_completes', guard: 'hits', to: 'potential_match', emits: true },
  { from: ['potential_match'], on: 'hit_review', guard: 'settled', to: 'reviewed', emits: true },
  { from: ['potential_match'], on: 'hit_review', guard: 'unsettled', to: 'potential_match', emits: false },
  { from: ['potential_match'], on: 'acknowledge', guard: 'settled', to: 'reviewed', emits: true },
  { from: ['potential_match'], on: 'acknowledge', guard: 'unsettled', to: 'potential_match', emits: false },
  { from: ['reviewed'], on: 'hit_review', guard: 'settled', to: 'reviewed', emits: false },
  { from: ['reviewed'], on: 'hit_review', guard: 'unsettled', to: 'potential_match', emits: false },
  { from: ['reviewed'], on: 'acknowledge', guard: 'always', to: 'reviewed', emits: false }, // changes nothing
  { from: withResult, on: 'monitoring_change', guard: 'hits', to: 'potential_match', emits: true },
  { from: withResult, on: 'monitoring_change', guard: 'no_hits', to: 'no_match', emits: true },
  { from: ['no_match'], on: 'acknowledge', guard: 'always', to: 'no_match', emits: false },
  { from: withResult, on: 'monitoring_disabled', guard: 'always', to: null, emits: false },
];

/** "Decided" in the sense of the contract. */
export const isDecided = ({ matchStatus }: Pick<HitReview, 'matchStatus'>): boolean =>
  matchStatus !== 'potential_match';

type Facts = Omit<ReviewState, 'status'>;

const guards: Readonly<Record<ReviewGuard, (facts: Facts) => boolean>> = {
  always: () => true,
  hits: ({ hits }) => hits.length > 0,
  no_hits: ({ hits }) => hits.length === 0,
  settled: isSettled,
  unsettled: (facts) => !isSettled(facts),
};

function isSettled({ hits, hasUnacknowledgedChanges }: Facts): boolean {
  return !hasUnacknowledgedChanges && hits.every(isDecided);
}

/** A result after a trigger, and whether the client is notified. */
export interface Reviewed<Hit extends HitReview> {
  state: ReviewState<Hit> & { status: ReviewStatus };
  emits: boolean;
}

/** @throws Error for a trigger that the table lacks in this status: no caller may use it */
function move<Hit extends HitReview>(
  from: ScreeningStatus,
  on: ReviewTrigger,
  after: Omit<ReviewState<Hit>, 'status'>,
): Reviewed<Hit> {
  const row = reviewTransitions.find(
    (each) => each.on === on && each.from.includes(from) && guards[each.guard](after),
  );
  const status = row?.to ?? (from === 'in_progress' ? null : from);
  if (!row || status === null) throw new Error(`screening ${from}: unknown ${on}`);
  return { state: { ...after, status }, emits: row.emits };
}

/** The first result of an attempt's screening: every hit awaits a reviewer, except those decided in an earlier session. */
export function completeScreening<Hit extends HitReview>(hits: readonly Hit[]): Reviewed<Hit> {
  return move('in_progress', 'screening_completes', { hits, hasUnacknowledgedChanges: false });
}

/**
 * One decision about one hit; any value may follow any other. Only `true_match` has a risk level.
 * @returns `null` when the result has no such hit
 */
export function reviewHit<Hit extends HitReview>(
  { status, hasUnacknowledgedChanges, hits }: ReviewState<Hit>,
  { id, matchStatus, riskLevel }: HitReview,
): Reviewed<Hit> | null {
  if (!hits.some((hit) => hit.id === id)) return null;
  const risk = matchStatus === 'true_match' ? riskLevel : null;
  const after = hits.map((hit) => (hit.id === id ? { ...hit, matchStatus, riskLevel: risk } : hit));
  return move(status, 'hit_review', { hits: after, hasUnacknowledgedChanges });
}

/** The reviewer has acknowledged the changes found by monitoring. */
export function acknowledgeChanges<Hit extends HitReview>({ status, hits }: ReviewState<Hit>): Reviewed<Hit> {
  return move(status, 'acknowledge', { hits, hasUnacknowledgedChanges: false });
}

/** Monitoring found a material change; `hits` are the current ones, reopened where the change requires it. */
export function applyChange<Hit extends HitReview>(
  { status }: Pick<ReviewState<Hit>, 'status'>,
  hits: readonly Hit[],
): Reviewed<Hit> {
  return move(status, 'monitoring_change', { hits, hasUnacknowledgedChanges: true });
}

/** @returns `null` when monitoring is already disabled @see spec/contract.md A-70 */
export function disableMonitoring(monitorStatus: MonitorStatus): 'disabled' | null {
  return monitorStatus === 'disabled' ? null : 'disabled';
}
