import type { PreparedName } from '../model/prepared-name.ts';
import { acronymPair, acronymSimilarity } from './acronym.ts';
import { align } from './align.ts';
import { capsOf } from './caps.ts';
import type { AlignedPair, FormRelation, NameComparison, ScoreStep } from './name-comparison.ts';
import { isOrdered } from './given-order.ts';
import { listedSide, querySide, type NameSide } from './name-side.ts';
import { withoutOtherSyllables } from './syllabic-names.ts';
import { allBits, weigh, type Weighing } from './weigh.ts';
import { mostOfNear, scoreOfNear } from './near-words.ts';
import { possiblePairs } from './word-pairs.ts';

/** Cost of a different word order, for the whole name. */
export const orderCost = 100;
/** The same if the script of one of the names has a fixed order. */
const givenOrderCost = 800;
/** Maximum score of such names if the spelling of the other shows which word is the family name. */
const mostTurnedRound = 7_900;
/** Cost of a legal form that only one side has, or that differs. */
export const formCost = { none: 0, same: 0, missing: 100, different: 400 } as const;

/**
 * Whether the pairs count at all: an identifying word must take part, or both sides must have two written initials in common. That
 * initials could abbreviate the words of a name proves nothing: they fit every tenth name.
 */
function sharesSomething(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  let initials = 0;
  for (const pair of pairs) {
    if (pair.substantive) return true;
    if (pair.relation === 'initial') continue;
    if ((pair.queryMask & query.initialMask) !== 0 || (pair.listedMask & listed.initialMask) !== 0)
      initials += 1;
  }
  return initials >= 2;
}

/** Single words are also ranked by sound, below the usual thresholds. */
function areSingleWords(query: NameSide, listed: NameSide): boolean {
  return query.substantive === 1 && listed.substantive === 1;
}

/** The best choice of pairs, without words of Chinese and Korean names that merely share letters. */
function alignSpelt(query: NameSide, listed: NameSide, possible: readonly AlignedPair[]): AlignedPair[] {
  const chosen = align(query, listed, possible);
  const kept = withoutOtherSyllables(query, listed, { chosen, possible });
  return kept.length === possible.length ? chosen : align(query, listed, kept);
}

/** A pair by sound counts only together with a pair that agrees by itself. */
function chosenPairs(query: NameSide, listed: NameSide): AlignedPair[] {
  const possible = possiblePairs(query, listed);
  const pairs = alignSpelt(query, listed, possible);
  if (!pairs.some(({ relation }) => relation === 'sound')) return pairs;
  const supported = pairs.some(({ relation, substantive }) => substantive && relation !== 'sound');
  if (supported || areSingleWords(query, listed)) return pairs;
  // If no substantive pair agrees by more than sound, drop those pairs and align the rest again.
  return alignSpelt(
    query,
    listed,
    possible.filter(({ relation }) => relation !== 'sound'),
  );
}

function formsOf(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): FormRelation {
  const queryForms = groupsLeft(query, pairs, (pair) => pair.queryMask);
  const listedForms = groupsLeft(listed, pairs, (pair) => pair.listedMask);
  if (queryForms.length === 0 && listedForms.length === 0) return 'none';
  if (queryForms.length === 0 || listedForms.length === 0) return 'missing';
  return queryForms.some((group) => listedForms.includes(group)) ? 'same' : 'different';
}

function groupsLeft(
  side: NameSide,
  pairs: readonly AlignedPair[],
  maskOf: (pair: AlignedPair) => number,
): readonly string[] {
  if (side.formMask === 0 || pairs.every((pair) => (maskOf(pair) & side.formMask) === 0))
    return side.formGroups;
  let used = 0;
  for (const pair of pairs) used |= maskOf(pair);
  return side.tokens
    .filter((token, index) => token.class === 'form' && (used & (1 << index)) === 0)
    .map(({ text }) => text);
}

function isReordered(pairs: readonly AlignedPair[]): boolean {
  const placed = pairs.filter(({ substantive, relation }) => substantive || relation === 'initial');
  return placed.some((a) => placed.some((b) => a.queryFrom < b.queryFrom && a.listedFrom > b.listedFrom));
}

function orderOf(
  query: NameSide,
  listed: NameSide,
  pairs: readonly AlignedPair[],
): (score: number) => number {
  if ((query.typed && listed.typed) || !isReordered(pairs)) return (score) => score;
  if (!isOrdered(query, listed)) return (score) => score - orderCost;
  const most = query.typed || listed.typed ? mostTurnedRound : 10_000;
  return (score) => Math.min(score - givenOrderCost, most);
}

function sameWords(query: NameSide, listed: NameSide, pairs: readonly AlignedPair[]): boolean {
  let usedQuery = query.formMask;
  let usedListed = listed.formMask;
  for (const pair of pairs) {
    if (pair.relation !== 'equal' || pair.swapsRoles) return false;
    usedQuery |= pair.queryMask;
    usedListed |= pair.listedMask;
  }
  return usedQuery === allBits(query) && usedListed === allBits(listed);
}

function stepsOf(
  { raw, score }: Weighing,
  changes: readonly { what: string; apply: (score: number) => number }[],
): ScoreStep[] {
  const steps: ScoreStep[] = [{ what: 'calibration', before: raw, after: score }];
  for (const { what, apply } of changes) {
    const before = steps.at(-1)?.after ?? 0;
    // 0 is reserved for names that share nothing.
    const after = Math.max(1, apply(before));
    if (after !== before) steps.push({ what, before, after });
  }
  return steps;
}

const nothing = { nameScore: 0, raw: 0, exact: false, extraCharges: [], pairs: [], steps: [] };

/**
 * Scores how well two names agree, before any evidence: 0 to 10,000, exactly 0 if they share nothing (particles, titles, legal forms and
 * a single initial do not count), 10,000 for the same name. Deterministic: depends only on the two names and the tables. `query` is the
 * subject: words that only the subject has cost more than words that only the list has.
 */
export function scoreNames(queryName: PreparedName, listedName: PreparedName): NameComparison {
  return compared(queryName, listedName, 0) as NameComparison;
}

/**
 * `scoreNames`, but null for most names that score less than needed: the rest of the rules is not applied to them.
 * @param needed 1 to 10,000
 */
export function scoreIfEnough(
  queryName: PreparedName,
  listedName: PreparedName,
  needed: number,
): NameComparison | null {
  return compared(queryName, listedName, needed);
}

function compared(queryName: PreparedName, listedName: PreparedName, needed: number): NameComparison | null {
  const query = querySide(queryName);
  const listed = listedSide(listedName);
  const chosen = chosenPairs(query, listed);
  let pairs: readonly AlignedPair[] = chosen;
  let exact = chosen.length > 0 && sameWords(query, listed, chosen);
  let weighing = weigh(query, listed, chosen);
  if (!exact && weighing.raw < acronymSimilarity) {
    // If words agree as well as the acronym, they explain the names better.
    const acronym = acronymPair(query, listed);
    if (acronym) {
      pairs = [acronym];
      weighing = weigh(query, listed, pairs);
      exact = false;
    }
  }
  // Of the rules below only nearness in letters raises a score, and never above that of near names.
  if (weighing.score < needed && needed > mostOfNear) return null;
  const shares = exact || sharesSomething(query, listed, pairs);
  const forms = formsOf(query, listed, pairs);
  if (!shares) return { query: queryName, listed: listedName, forms, ...nothing };
  const steps = stepsOf(weighing, [
    {
      what: 'words near in letters',
      // Above that score, nearness is not computed.
      apply: (score) =>
        score >= mostOfNear ? score : Math.max(score, scoreOfNear(query, listed, { weighing, pairs })),
    },
    { what: 'order of words', apply: orderOf(query, listed, pairs) },
    { what: `legal form ${forms}`, apply: (score) => score - formCost[forms] },
    // Caps come last, so that no cost is subtracted from an already capped score.
    ...capsOf(query, listed, pairs),
  ]);
  return {
    query: queryName,
    listed: listedName,
    nameScore: steps.at(-1)?.after ?? 0,
    raw: weighing.raw,
    exact,
    extraCharges: weighing.extraCharges,
    pairs,
    forms,
    steps,
  };
}
