import type { HitMatchStatus } from '@countersign/contract';
import { nameWords } from '../session/names/name-words.ts';
import { sameWords } from '../session/names/same-words.ts';
import type { FoundHit } from './found-hit.ts';
import { isSameEntity, type JudgedHit, newHit, risesAbove, type StoredHit } from './material-change.ts';

/** The person a decision is about, as in the screening's search term. */
export interface JudgedPerson {
  name: string;
  /** `YYYY`, `''` when unknown. */
  year: string;
}

/** A reviewer's last decision in one session about one customer and one entity. */
export interface PastDecision {
  sessionId: string;
  entityId: string;
  matchStatus: HitMatchStatus;
  /** `null` if the decision was withdrawn. */
  judged: JudgedHit | null;
  /** `null`: decided before it was stored. */
  person: JudgedPerson | null;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
}

/**
 * The decision that a new hit inherits: `false_positive`, if that is the most recent decision about the customer and this entity, and
 * about every entity merged into it; if it concerned a person with this name and birth year; and if since then no list type has
 * been added, the score has not risen to a higher band, and neither birth date nor number newly matches.
 * @param past decisions about the same customer, of any session and entity, in any order
 * @returns `null` when the hit awaits a reviewer as usual
 * @see spec/contract.md A-356
 */
export function carriedDecision(
  past: readonly PastDecision[],
  { hit, person }: { hit: FoundHit; person: JudgedPerson },
): PastDecision | null {
  const newestFirst = past
    .filter((decision) => isSameEntity(decision, hit))
    .toSorted((a, b) => (a.decidedAt < b.decidedAt ? 1 : a.decidedAt > b.decidedAt ? -1 : 0));
  const newest = new Map<string, PastDecision>();
  for (const decision of newestFirst)
    if (!newest.has(decision.entityId)) newest.set(decision.entityId, decision);
  const words = [...newest.values()];
  const isStillCleared = ({ matchStatus, judged, person: about }: PastDecision) =>
    matchStatus === 'false_positive' &&
    judged !== null &&
    !risesAbove(judged, hit) &&
    (about === null || isSamePerson(about, person));
  return words.every(isStillCleared) ? (words[0] ?? null) : null;
}

/** Whether both may be the same person: the same words of a name, in any order and document spelling, and no different birth year. */
function isSamePerson(a: JudgedPerson, b: JudgedPerson): boolean {
  const sameName = sameWords(nameWords(a.name), nameWords(b.name));
  return sameName && (a.year === b.year || a.year === '' || b.year === '');
}

/** A hit that inherits a reviewer's decision from an earlier session; `judged` holds the facts the decision is based on. */
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
