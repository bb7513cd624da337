import type { ListedEntity, ListedName } from '../../model/listed-entity.ts';
import { weakAliasesCount } from '../../model/policies.ts';
import { exactForms } from '../../names/exact-form.ts';
import { scriptOf } from '../../scripts/script-of.ts';
import type { Hit, NameKind, Trace } from '../../model/screening-types.ts';
import { engineVersion } from '../engine-version.ts';
import { applyEvidence, evidenceOf, type Evidence } from '../evidence.ts';
import { factsOfEntity } from '../facts.ts';
import { knownCountries } from './filters.ts';
import type { HitRank } from './hit-order.ts';
import { matchTypesOf } from './match-types.ts';
import type { NameComparison, ScoreStep } from '../name-comparison.ts';
import type { Question } from '../question.ts';
import { traceOf } from '../trace.ts';

/** An entity's name and how well the subject's name agrees with it. `index` is its position among the entity's names. */
export interface ScoredName {
  index: number;
  comparison: NameComparison;
}

/** An entity with all its names that reached the needed name score; empty if only an identifier agrees. */
export interface Candidate {
  entity: ListedEntity;
  names: readonly ScoredName[];
}

/** A hit that is decided and can be ranked, but has not been rendered. */
export type DecidedHit = HitRank & {
  entity: ListedEntity;
  best: ScoredName;
  runnerUp: ScoredName | null;
  evidence: Evidence;
  /** Steps after those of the name score. */
  steps: readonly ScoreStep[];
  keptByRule: boolean;
  /** The best name is a weak alias, which counts for sanctions only. */
  sanctionsOnly: boolean;
};

const kindOrder: Readonly<Record<NameKind, number>> = { primary: 0, alias: 1, former: 2, weak: 3 };

function nameAt(entity: ListedEntity, index: number): ListedName {
  const name = entity.names[index];
  if (!name) throw new RangeError(`entity ${entity.id} has no name ${String(index)}`);
  return name;
}

/** Orders names: highest score first, primary before alias, then in source order. */
function byScore(entity: ListedEntity): (a: ScoredName, b: ScoredName) => number {
  return (a, b) =>
    b.comparison.nameScore - a.comparison.nameScore ||
    Number(b.comparison.exact) - Number(a.comparison.exact) ||
    kindOrder[nameAt(entity, a.index).kind] - kindOrder[nameAt(entity, b.index).kind] ||
    a.index - b.index;
}

/** Whether the entity has a sanctions listing and sanctions are selected. */
function isSanctioned(question: Question, entity: ListedEntity): boolean {
  return (
    question.options.lists.includes('SANCTIONS') && entity.listings.some(({ list }) => list === 'SANCTIONS')
  );
}

/**
 * Decides whether a candidate is a hit, and with which score. `fallback` scores the entity's first name, for entities found by identifier
 * alone. The candidate has passed the filters.
 */
export function decideHit(
  question: Question,
  { entity, names }: Candidate,
  fallback: (entity: ListedEntity) => ScoredName | null,
): DecidedHit | null {
  const { options, threshold } = question;
  const sanctioned = isSanctioned(question, entity);
  const weakCount = weakAliasesCount(question.policies.weakAliases, sanctioned);
  const counted = names
    .filter(({ index }) => weakCount || nameAt(entity, index).kind !== 'weak')
    .sort(byScore(entity));
  const evidence = evidenceOf(question.facts, factsOfEntity(entity));
  const best = counted[0] ?? (evidence.sameIdentifier && !options.exactMatch ? fallback(entity) : null);
  if (!best) return null;
  const { kind } = nameAt(entity, best.index);
  const { nameScore, exact } = best.comparison;
  const steps = options.exactMatch ? [] : applyEvidence(nameScore, evidence);
  const score = steps.at(-1)?.after ?? nameScore;
  const strongExact = exact && kind !== 'weak';
  let keptByRule = false;
  if (!options.exactMatch && (score < threshold || score === 0)) {
    // The keeping rule: evidence alone never removes a sanctioned entity whose name matches exactly.
    const keeps = sanctioned && strongExact && wordsOf(best.comparison) >= 2 && nameScore >= threshold;
    if (!keeps) return null;
    keptByRule = true;
  }
  const gained = score - nameScore;
  // If a strong name also reaches the threshold, the hit counts for every list, even though a weak name scored best.
  const strongPasses = counted.some(
    ({ index, comparison }) =>
      nameAt(entity, index).kind !== 'weak' && comparison.nameScore + gained >= threshold,
  );
  return {
    entityId: entity.id,
    sanctioned,
    exact: strongExact,
    birth: evidence.birth,
    country: evidence.country,
    score,
    entity,
    best,
    runnerUp: counted[1] ?? null,
    evidence,
    steps: keptByRule ? [...steps, keepingStep(score)] : steps,
    keptByRule,
    sanctionsOnly: kind === 'weak' && question.policies.weakAliases === 'sanctions' && !strongPasses,
  };
}

/** The keeping rule as a step; it does not change the score. */
export function keepingStep(score: number): ScoreStep {
  return { what: keepingRule, before: score, after: score };
}

export const keepingRule = 'kept: an exact name of a sanctioned entity';

function wordsOf({ query }: NameComparison): number {
  return query.tokens.filter((token) => token.class !== 'form').length;
}

/** Converts "LAST, First" to natural order; returns anything else as written by the source. */
export function naturalOrder(name: ListedName): string {
  if (name.parts && name.text.includes(',')) return `${name.parts.first} ${name.parts.last}`.trim();
  return name.text;
}

function otherNames(entity: ListedEntity, best: ListedName): string[] {
  const seen = new Set([exactForms(best.text), exactForms(naturalOrder(best))]);
  const names: string[] = [];
  for (const name of [...entity.names].sort((a, b) => kindOrder[a.kind] - kindOrder[b.kind])) {
    const shown = naturalOrder(name);
    const folded = exactForms(shown);
    if (seen.has(folded)) continue;
    seen.add(folded);
    names.push(shown);
  }
  return names;
}

/** One name for each linked person or organisation, preferably in the script of the subject's name. */
function associatesOf(entity: ListedEntity, subjectName: string): Hit['associates'] {
  const wanted = scriptOf(subjectName);
  const byPlace = new Map<string, Hit['associates'][number]>();
  for (const associate of entity.associates) {
    const key = exactForms(associate.name);
    if (!byPlace.has(key)) byPlace.set(key, associate);
  }
  return [...byPlace.values()].sort(
    (a, b) => Number(scriptOf(b.name) === wanted) - Number(scriptOf(a.name) === wanted),
  );
}

/** The date that agrees best with the subject's first, then by precision, then the earliest. */
function birthDatesOf(entity: ListedEntity, { birthIndex }: Evidence): string[] {
  const facts = factsOfEntity(entity).birth;
  const agreeing = facts[birthIndex];
  const others = facts.toSorted((a, b) => b.precision - a.precision || a.from - b.from);
  const texts = [...(agreeing ? [agreeing] : []), ...others].map(({ text }) => text);
  return [...new Set([...texts, ...entity.birth.map(({ text }) => text)])];
}

/** Renders the hit with its trace. */
export function hitOf(question: Question, decided: DecidedHit): Hit {
  const { entity, best, evidence } = decided;
  const name = nameAt(entity, best.index);
  const listings = entity.listings.filter(
    ({ list }) => question.options.lists.includes(list) && (!decided.sanctionsOnly || list === 'SANCTIONS'),
  );
  const { runnerUp } = decided;
  const birthDates = birthDatesOf(entity, evidence);
  const shownRunnerUp: Trace['runnerUp'] | null = runnerUp && {
    listedName: nameAt(entity, runnerUp.index).text,
    nameScore: runnerUp.comparison.nameScore / 100,
  };
  return {
    entityId: entity.id,
    formerIds: entity.formerIds,
    schema: entity.schema,
    score: decided.score / 100,
    nameScore: best.comparison.nameScore / 100,
    matchTypes: matchTypesOf(best.comparison, name.kind, {
      evidence,
      exactMode: question.options.exactMatch,
    }),
    matchedName: naturalOrder(name),
    listTypes: question.options.lists.filter(
      (list, index, all) => all.indexOf(list) === index && listings.some((listing) => listing.list === list),
    ),
    countries: knownCountries(entity),
    birthDate: birthDates[0] ?? '',
    birthDates,
    deathDate: entity.death,
    gender: entity.gender,
    aka: otherNames(entity, name),
    associates: associatesOf(entity, question.rawName),
    positions: entity.positions,
    listings,
    contentHash: entity.contentHash,
    keptByRule: decided.keptByRule,
    trace: traceOf(best.comparison, {
      engine: engineVersion(),
      listedKind: name.kind,
      steps: decided.steps,
      runnerUp: shownRunnerUp,
      score: decided.score,
    }),
  };
}
