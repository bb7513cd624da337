import type { ScreeningList } from '@countersign/contract';
import type { FoundHit, FoundListing } from './found-hit.ts';
import type { HitReview } from './review.ts';

/** What a hit was when a reviewer decided about it. */
export interface JudgedHit {
  listTypes: readonly ScreeningList[];
  score: number;
  /** What identified the person then. Absent: judged before it was kept. */
  agreed?: readonly Agreement[];
}

/** What of a listed person may agree with the one who is screened that few others share. A full birth date agrees in its year too. */
export type Agreement = 'birthYear' | 'birthDate' | 'identifier';

/** The session whose reviewer a hit has its decision from. */
export interface CarriedFrom {
  sessionId: string;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
}

/** A hit of a stored result. */
export interface StoredHit extends HitReview {
  found: FoundHit;
  /** `null` while it is undecided. */
  judged: JudgedHit | null;
  /** `null` unless the decision was taken over from an earlier session of the same customer and is still valid. */
  carriedFrom: CarriedFrom | null;
  /** False once the entity is no longer a hit; the decision is kept in case it comes back. */
  current: boolean;
}

export type DifferenceKind = 'appeared' | 'disappeared' | 'listings' | 'facts' | 'band';

/** One material difference between a stored result and a new one. */
export interface Difference {
  entityId: string;
  kind: DifferenceKind;
}

/** A stored result beside the one of now. */
export interface Compared {
  /** Empty: no notification to the client; the stored result stays as it is. */
  differences: readonly Difference[];
  /** In the new order; hits that left are at the end, not current. */
  hits: readonly StoredHit[];
}

/**
 * Compares a stored result with what the same subject gives now, by entity, merged ids included, and returns what becomes of
 * each review.
 * @param newId makes the id of a hit that never was one before
 * @see spec/contract.md A-73
 */
export function compareResults(
  stored: readonly StoredHit[],
  found: readonly FoundHit[],
  newId: () => string,
): Compared {
  const differences: Difference[] = [];
  const formerOf = storedByEntity(stored, found);
  const kept = new Set<StoredHit>();
  const hits = found.map((hit) => {
    const former = strictest(formerOf.get(hit) ?? []);
    if (former) kept.add(former);
    const kinds = former?.current ? differencesOf(former.found, hit) : (['appeared'] as const);
    differences.push(...kinds.map((kind) => ({ entityId: hit.entityId, kind })));
    if (!former) return newHit(newId(), hit);
    return kinds.length === 0 ? { ...former, found: hit } : reopened(former, hit);
  });
  // Also those whose entity was merged into one that has another hit.
  const left = stored.filter((each) => !kept.has(each));
  for (const { current, found: gone } of left)
    if (current) differences.push({ entityId: gone.entityId, kind: 'disappeared' });
  return { differences, hits: [...hits, ...left.map((each) => ({ ...each, current: false }))] };
}

/**
 * By hit of now the stored hits of its entity and of those merged into it. A stored hit is of one hit alone, whatever former ids
 * the lists repeat: of the one that has its id, else of the first that names it among its former ids, else of one that has no other
 * and is equal to it in all but the id. @see spec/contract.md A-357
 */
export function storedByEntity<Stored extends Pick<StoredHit, 'found'>>(
  stored: readonly Stored[],
  found: readonly FoundHit[],
): ReadonlyMap<FoundHit, readonly Stored[]> {
  const byId = new Map(found.map((hit) => [hit.entityId, hit]));
  const former = new Map<FoundHit, Stored[]>();
  const give = (hit: FoundHit, each: Stored) => former.set(hit, [...(former.get(hit) ?? []), each]);
  const isLeft = (each: Stored): boolean => {
    const { entityId } = each.found;
    const hit = byId.get(entityId) ?? found.find(({ formerIds }) => formerIds.includes(entityId));
    if (hit) give(hit, each);
    return !hit;
  };
  for (const each of stored.filter(isLeft)) {
    const hit = found.find((one) => !former.has(one) && isSameRecord(each.found, one));
    if (hit) give(hit, each);
  }
  return former;
}

const isSameRecord = (before: FoundHit, now: FoundHit): boolean =>
  sameFacts(before, now) && sameMembers(before.listings.map(keyOf), now.listings.map(keyOf));

/** A hit that no reviewer has seen yet. */
export const newHit = (id: string, found: FoundHit): StoredHit => ({
  id,
  found,
  matchStatus: 'potential_match',
  riskLevel: null,
  judged: null,
  carriedFrom: null,
  current: true,
});

/** What a decision about a hit rests on. */
export function judgedAs(hit: FoundHit): JudgedHit {
  const { listTypes, score } = hit;
  const agreed = agreementsOf(hit);
  return { listTypes, score, ...(agreed && { agreed }) };
}

const agreements: Readonly<Record<string, readonly Agreement[]>> = {
  'birthDate same_date': ['birthYear', 'birthDate'],
  'birthDate day_and_month_swapped': ['birthYear', 'birthDate'],
  'birthDate same_year': ['birthYear'],
  'birthDate within_range': ['birthYear'],
  'identifier same': ['identifier'],
};

/** `null` for a hit without an explanation, which does not show it. */
function agreementsOf({ explanation }: FoundHit): readonly Agreement[] | null {
  if (!explanation) return null;
  return explanation.evidence.flatMap(({ field, relation }) => agreements[`${field} ${relation}`] ?? []);
}

/** The same entity, or one into which the other was merged. */
export function isSameEntity(stored: Pick<FoundHit, 'entityId'>, found: FoundHit): boolean {
  return stored.entityId === found.entityId || found.formerIds.includes(stored.entityId);
}

const strictness = ['true_match', 'inconclusive', 'potential_match', 'false_positive'] as const;

/** Of hits that became one entity the least dismissive review is kept; a hit of now before one that had left. */
function strictest(former: readonly StoredHit[]): StoredHit | undefined {
  const rank = ({ current, matchStatus }: StoredHit) =>
    (current ? 0 : strictness.length) + strictness.indexOf(matchStatus);
  return former.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** @see spec/contract.md A-73 */
function reopened(kept: StoredHit, hit: FoundHit): StoredHit {
  if (kept.matchStatus === 'false_positive' && kept.judged && !risesAbove(kept.judged, hit))
    return { ...kept, found: hit, current: true };
  return newHit(kept.id, hit);
}

/**
 * Whether the hit is more than what was judged: it has a list type more, a score in a higher band, or something agrees with the
 * person that did not. @see spec/contract.md
 */
export function risesAbove({ listTypes, score, agreed }: JudgedHit, hit: FoundHit): boolean {
  return (
    hit.listTypes.some((list) => !listTypes.includes(list)) ||
    bandOf(hit.score) > bandOf(score) ||
    (agreed !== undefined && (agreementsOf(hit) ?? []).some((each) => !agreed.includes(each)))
  );
}

/** Bands of a match score: below 80, 80 to 94, 95 and more. @see spec/contract.md A-73 */
export const bandOf = (score: number): 0 | 1 | 2 => (score >= 95 ? 2 : score >= 80 ? 1 : 0);

function differencesOf(before: FoundHit, now: FoundHit): DifferenceKind[] {
  const kinds: DifferenceKind[] = [];
  if (!sameMembers(before.listings.map(keyOf), now.listings.map(keyOf))) kinds.push('listings');
  if (!sameFacts(before, now)) kinds.push('facts');
  if (bandOf(before.score) !== bandOf(now.score)) kinds.push('band');
  return kinds;
}

/** Names in any order: which of them won, and wording around them, is no change of the person. */
function sameFacts(before: FoundHit, now: FoundHit): boolean {
  const names = ({ matchedName, aka }: FoundHit) => [matchedName, ...aka].map((name) => name.toLowerCase());
  return (
    sameMembers(names(before), names(now)) &&
    sameMembers(before.countries, now.countries) &&
    sameBirthDates(before, now) &&
    before.deathDate === now.deathDate &&
    before.gender === now.gender &&
    sameNumbers(before, now)
  );
}

/** Whether a number of the person is the listed one's in both, or in neither. @see spec/contract.md A-356 */
function sameNumbers(before: FoundHit, now: FoundHit): boolean {
  const [earlier, later] = [agreementsOf(before), agreementsOf(now)];
  return (
    earlier === null || later === null || earlier.includes('identifier') === later.includes('identifier')
  );
}

function sameBirthDates(before: FoundHit, now: FoundHit): boolean {
  return before.birthDates && now.birthDates
    ? sameMembers(before.birthDates, now.birthDates)
    : before.birthDate === now.birthDate;
}

/** A new address of the same listing is the same listing; every article is one of its own. */
function keyOf({ list, source, programme, date, title }: FoundListing): string {
  return JSON.stringify(list === 'ADVERSE_MEDIA' ? [list, source, date, title] : [list, source, programme]);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((each) => right.has(each));
}
