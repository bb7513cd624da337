import type { ScreeningList } from '@countersign/contract';
import type { FoundHit, FoundListing } from './found-hit.ts';
import type { HitReview } from './review.ts';

/** The state of a hit when a reviewer decided about it. */
export interface JudgedHit {
  listTypes: readonly ScreeningList[];
  score: number;
  /** What identified the person at that time. Absent: decided before it was stored. */
  agreed?: readonly Agreement[];
}

/** Properties of a listed person that rarely match by chance. A matching full birth date implies a matching year. */
export type Agreement = 'birthYear' | 'birthDate' | 'identifier';

/** The session from which a hit's decision was carried over. */
export interface CarriedFrom {
  sessionId: string;
  /** `2026-11-20T10:20:04.118Z` */
  decidedAt: string;
}

/** A hit of a stored result. */
export interface StoredHit extends HitReview {
  found: FoundHit;
  /** `null` while undecided. */
  judged: JudgedHit | null;
  /** `null` unless the decision was carried over from an earlier session of the same customer and is still valid. */
  carriedFrom: CarriedFrom | null;
  /** False once the entity is no longer a hit; the decision is kept in case it becomes one again. */
  current: boolean;
}

export type DifferenceKind = 'appeared' | 'disappeared' | 'listings' | 'facts' | 'band';

/** One material difference between a stored result and a new one. */
export interface Difference {
  entityId: string;
  kind: DifferenceKind;
}

/** A stored result compared with the current one. */
export interface Compared {
  /** Empty: the client is not notified, and the stored result stays as it is. */
  differences: readonly Difference[];
  /** In the new order; former hits are at the end, not current. */
  hits: readonly StoredHit[];
}

/**
 * Compares a stored result with the subject's current one, by entity, merged ids included, and determines what happens to
 * each review.
 * @param newId creates the id of a new hit
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
  // Includes those whose entity was merged into one that has another hit.
  const left = stored.filter((each) => !kept.has(each));
  for (const { current, found: gone } of left)
    if (current) differences.push({ entityId: gone.entityId, kind: 'disappeared' });
  return { differences, hits: [...hits, ...left.map((each) => ({ ...each, current: false }))] };
}

/**
 * Maps each current hit to the stored hits of its entity and of entities merged into it. A stored hit belongs to a single hit, whatever
 * former ids the lists repeat: to the one with its id, otherwise the first that lists it as a former id, otherwise one that has no other
 * and equals it in everything but the id. @see spec/contract.md A-357
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

/** The facts on which a decision about a hit is based. */
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

/** `null` for a hit without an explanation, from which they cannot be determined. */
function agreementsOf({ explanation }: FoundHit): readonly Agreement[] | null {
  if (!explanation) return null;
  return explanation.evidence.flatMap(({ field, relation }) => agreements[`${field} ${relation}`] ?? []);
}

/** The same entity, or one that the other was merged into. */
export function isSameEntity(stored: Pick<FoundHit, 'entityId'>, found: FoundHit): boolean {
  return stored.entityId === found.entityId || found.formerIds.includes(stored.entityId);
}

const strictness = ['true_match', 'inconclusive', 'potential_match', 'false_positive'] as const;

/** Of hits merged into one entity, keeps the least dismissive review, and prefers a current hit to a former one. */
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
 * Whether the hit exceeds what was decided on: it has an additional list type, a score in a higher band, or a match with the
 * person that it did not have. @see spec/contract.md
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

/** Names in any order: a different best match, or wording around the names, is no change of the person. */
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

/** Whether a personal number matches the listed one in both, or in neither. @see spec/contract.md A-356 */
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

/** A listing whose URL changed is still the same listing; every article is a separate one. */
function keyOf({ list, source, programme, date, title }: FoundListing): string {
  return JSON.stringify(list === 'ADVERSE_MEDIA' ? [list, source, date, title] : [list, source, programme]);
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((each) => right.has(each));
}
