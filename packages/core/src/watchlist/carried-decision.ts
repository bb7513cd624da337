import type { HitMatchStatus } from '@countersign/contract';
import { nameWords } from '../session/names/name-words.ts';
import { sameWords } from '../session/names/same-words.ts';
import type { FoundHit } from './found-hit.ts';
import { isSameEntity, type JudgedHit, newHit, risesAbove, type StoredHit } from './material-change.ts';

/** Whom a decision is about, as the screening's search term has it. */
export interface JudgedPerson {
  name: string;
  /** `YYYY`, `''` when unknown. */
  year: string;
}

/** A reviewer's last decision in some session about one customer and one entity. */
export interface PastDecision {
  sessionId: string;
  entityId: string;
  matchStatus: HitMatchStatus;
  /** `null` where the decision was taken back. */
  judged: JudgedHit | null;
  /** `null`: decided before it was kept. */
  person: JudgedPerson | null;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
}

/**
 * The decision that a new hit starts from: `false_positive`, if that is the newest word about the customer and this entity, and
 * about every entity merged into it; if it was about a person of this name and birth year; and if since then no list type has
 * appeared, the score has moved to no higher band, and neither birth date nor number has come to agree.
 * @param past decisions about the same customer, of any session and entity, in any order
 * @returns `null` when the hit waits for a reviewer as every other does
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

/** Whether both may be one person: the same words of a name, in any order and spelling of a document, and no other birth year. */
function isSamePerson(a: JudgedPerson, b: JudgedPerson): boolean {
  const sameName = sameWords(nameWords(a.name), nameWords(b.name));
  return sameName && (a.year === b.year || a.year === '' || b.year === '');
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
