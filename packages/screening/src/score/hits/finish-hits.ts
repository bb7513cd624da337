import type { Result } from '../../model/screening-types.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { kindOfSchema } from '../../names/kind-of-schema.ts';
import { prepareName } from '../../names/prepare-name.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import { engineVersion } from '../engine-version.ts';
import { isExactName } from './exact-mode.ts';
import { compareHits } from './hit-order.ts';
import { decideHit, hitOf, type Candidate, type DecidedHit, type ScoredName } from './hit-of-entity.ts';
import type { NameComparison } from '../name-comparison.ts';
import type { Question } from '../question.ts';
import { scoreNames } from '../score-names.ts';
import { emptyName, exactStep } from '../trace.ts';

/** Prepares a listed name for comparison, with the tables for the entity's schema. */
export function prepareListedName(entity: ListedEntity, index: number): PreparedName {
  const name = entity.names[index];
  if (!name) throw new RangeError(`entity ${entity.id} has no name ${String(index)}`);
  return prepareName(name.text, kindOfSchema(entity.schema), name.parts);
}

/** The comparison of two names that are equal under `exactMatch`. */
export function exactComparison(query: PreparedName, listed: PreparedName): NameComparison {
  return {
    query,
    listed,
    nameScore: 10_000,
    raw: 10_000,
    exact: true,
    extraCharges: [],
    pairs: [],
    forms: 'none',
    steps: [{ what: exactStep, before: 10_000, after: 10_000 }],
  };
}

/** The entity's names that equal the subject's under `exactMatch`. */
export function exactNames(question: Question, entity: ListedEntity): ScoredName[] {
  return entity.names.flatMap((name, index) =>
    isExactName(name, question.exactForms)
      ? { index, comparison: exactComparison(emptyName(question.rawName), emptyName(name.text)) }
      : [],
  );
}

/** Scores an entity's first name whatever its score; for entities found by identifier alone. */
function firstName(question: Question): (entity: ListedEntity) => ScoredName | null {
  return (entity) => {
    const strong = entity.names.findIndex(({ kind }) => kind === 'primary');
    const index = Math.max(0, strong);
    if (!entity.names[index]) return null;
    const query = question.name ?? emptyName(question.rawName);
    return { index, comparison: scoreNames(query, prepareListedName(entity, index)) };
  };
}

/** Whether `finishHits` gives a hit for the candidate. */
export function isHit(question: Question, candidate: Candidate): boolean {
  return decideHit(question, candidate, firstName(question)) !== null;
}

/**
 * Turns candidates into the answer: evidence, policies, threshold, keeping rule, order, limit, traces. Candidates have passed the filters
 * (`passesFilters`, `schemasCompatible`) and contain every name that reached `neededNameScore`; an entity with an equal identifier is a
 * candidate whatever its names. Each entity occurs once. `total`: the number of hits, if the candidates are only the best ones. `keeps`:
 * selects hits that are returned even beyond the limit.
 */
export function finishHits(
  question: Question,
  candidates: Iterable<Candidate>,
  {
    snapshot,
    total: counted,
    keeps,
  }: { snapshot: string; total?: number; keeps?: ((entity: ListedEntity) => boolean) | undefined },
): Result {
  const decided: DecidedHit[] = [];
  const fallback = firstName(question);
  for (const candidate of candidates) {
    const hit = decideHit(question, candidate, fallback);
    if (hit) decided.push(hit);
  }
  decided.sort(compareHits);
  const total = counted ?? decided.length;
  const { limit } = question.options;
  // Traces and texts are built only for these.
  const shown = keeps
    ? decided.filter(({ entity }, place) => place < limit || keeps(entity))
    : decided.slice(0, limit);
  return {
    hits: shown.map((hit) => hitOf(question, hit)),
    total,
    truncated: shown.length < total,
    engine: engineVersion(),
    config: question.config,
    snapshot,
  };
}
