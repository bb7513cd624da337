import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acknowledgeChanges,
  applyChange,
  completeScreening,
  disableMonitoring,
  type HitReview,
  reviewHit,
  type ReviewState,
  reviewTransitions,
} from './review.ts';

const hit = (id: string, matchStatus: HitReview['matchStatus'] = 'potential_match'): HitReview => ({
  id,
  matchStatus,
  riskLevel: null,
});

describe('the life of a result (A-72)', () => {
  it('has exactly the rows of the contract, that of A-70 for a reviewed result, and that of carried decisions', () => {
    const rows = reviewTransitions.map(
      ({ from, on, guard, to, emits }) =>
        `${from.join('|')} + ${on} (${guard}) -> ${to ?? 'unchanged'}${emits ? ', told' : ''}`,
    );
    expect(rows).toEqual([
      'in_progress + screening_completes (no_hits) -> no_match, told',
      'in_progress + screening_completes (settled) -> reviewed, told',
      'in_progress + screening_completes (hits) -> potential_match, told',
      'potential_match + hit_review (settled) -> reviewed, told',
      'potential_match + hit_review (unsettled) -> potential_match',
      'potential_match + acknowledge (settled) -> reviewed, told',
      'potential_match + acknowledge (unsettled) -> potential_match',
      'reviewed + hit_review (settled) -> reviewed',
      'reviewed + hit_review (unsettled) -> potential_match',
      'reviewed + acknowledge (always) -> reviewed',
      'no_match|potential_match|reviewed + monitoring_change (hits) -> potential_match, told',
      'no_match|potential_match|reviewed + monitoring_change (no_hits) -> no_match, told',
      'no_match + acknowledge (always) -> no_match',
      'no_match|potential_match|reviewed + monitoring_disabled (always) -> unchanged',
    ]);
  });

  it('a first result waits for its reviewer', () => {
    expect(completeScreening([])).toEqual({
      state: { status: 'no_match', hasUnacknowledgedChanges: false, hits: [] },
      emits: true,
    });
    expect(completeScreening([hit('a')]).state.status).toBe('potential_match');
  });

  it('a first result with only carried decisions is reviewed, and sent', () => {
    const carried = hit('a', 'false_positive');
    expect(completeScreening([carried])).toMatchObject({ state: { status: 'reviewed' }, emits: true });
    expect(completeScreening([carried, hit('b')]).state.status).toBe('potential_match');
  });

  it('an unknown hit cannot be reviewed', () => {
    expect(reviewHit(completeScreening([hit('a')]).state, hit('b', 'true_match'))).toBeNull();
  });

  it('a risk level stays only with true_match', () => {
    const state = completeScreening([hit('a')]).state;
    const risky = reviewHit(state, { id: 'a', matchStatus: 'true_match', riskLevel: 'high' });
    expect(risky?.state.hits).toEqual([{ id: 'a', matchStatus: 'true_match', riskLevel: 'high' }]);
    const calmed = risky && reviewHit(risky.state, { id: 'a', matchStatus: 'inconclusive', riskLevel: null });
    expect(calmed?.state.hits).toEqual([hit('a', 'inconclusive')]);
  });

  it('monitoring is disabled once', () => {
    expect([disableMonitoring('enabled'), disableMonitoring(''), disableMonitoring('disabled')]).toEqual([
      'disabled',
      'disabled',
      null,
    ]);
  });
});

describe('whatever happens in whatever order', () => {
  const status = fc.constantFrom('false_positive', 'potential_match', 'true_match', 'inconclusive');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('review' as const), at: fc.nat(3), to: status }),
    fc.record({ kind: fc.constant('acknowledge' as const) }),
    fc.record({ kind: fc.constant('change' as const), hits: fc.array(status, { maxLength: 3 }) }),
  );

  /** I12: the expected status, derived only from the hits and the flag. */
  function expected({ hits, hasUnacknowledgedChanges }: ReviewState): string {
    if (hits.length === 0) return 'no_match';
    const decided = hits.every(({ matchStatus }) => matchStatus !== 'potential_match');
    return decided && !hasUnacknowledgedChanges ? 'reviewed' : 'potential_match';
  }

  it('the status follows from hits and flag, and every way into reviewed is announced', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.array(step, { maxLength: 12 }), (count, steps) => {
        let state = completeScreening(Array.from({ length: count }, (_, at) => hit(`h${at}`))).state;
        for (const taken of steps) {
          const before = state.status;
          const next =
            taken.kind === 'review'
              ? reviewHit(state, hit(`h${taken.at}`, taken.to))
              : taken.kind === 'acknowledge'
                ? acknowledgeChanges(state)
                : applyChange(
                    state,
                    taken.hits.map((each, at) => hit(`h${at}`, each)),
                  );
          if (next === null) continue;
          state = next.state;
          expect(state.status).toBe(expected(state));
          const entered = before !== 'reviewed' && state.status === 'reviewed';
          expect(next.emits).toBe(taken.kind === 'change' || entered);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
