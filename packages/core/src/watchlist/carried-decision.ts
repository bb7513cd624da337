import type { HitMatchStatus } from '@countersign/contract';
import type { FoundHit } from './found-hit.ts';
import { isSameEntity, type JudgedHit, newHit, risesAbove, type StoredHit } from './material-change.ts';

/** A reviewer's last decision in some session about one customer and one entity. */
export interface PastDecision {
  sessionId: string;
  entityId: string;
  matchStatus: HitMatchStatus;
  /** `null` where the decision was taken back. */
  judged: JudgedHit | null;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
}

/**
 * The decision that a new hit starts from: `false_positive`, if that is the newest word about the customer and this entity, and
 * about every entity merged into it; and if since then no list type has appeared and the score has moved to no higher band.
 * @param past decisions about the same customer, of any session and entity, in any order
 * @returns `null` when the hit waits for a reviewer as every other does
 */
export function carriedDecision(past: readonly PastDecision[], hit: FoundHit): PastDecision | null {
  const newestFirst = past
    .filter((decision) => isSameEntity(decision, hit))
    .toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : a.decidedAt > b.decidedAt ? -1 : 0));
  const newest = new Map<string, PastDecision>();
  for (const decision of newestFirst)
    if (!newest.has(decision.entityId)) newest.set(decision.entityId, decision);
  const words = [...newest.values()];
  const isStillCleared = ({ matchStatus, judged }: PastDecision) =>
    matchStatus === 'false_positive' && judged !== null && !risesAbove(judged, hit);
  return words.every(isStillCleared) ? (words[0] ?? null) : null;
}

/** A hit that starts with a reviewer's decision of an earlier session; `judged` is what that decision rests on. */
export function carriedHit(
  id: string,
  found: FoundHit,
  { sessionId, decidedAt, judged }: PastDecision,
): StoredHit {
  return {
    ...newHit(id, found),
    matchStatus: 'false_positive',
    judged,
    carriedFrom: { sessionId, decidedAt },
  };
}
