import type { ListedEntity } from '../model/listed-entity.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import type { Screener } from '../model/screener.ts';
import { evidenceOf } from './evidence.ts';
import { factsOfEntity } from './facts.ts';
import { passesFilters } from './filters.ts';
import { exactNames, finishHits, prepareListedName } from './finish-hits.ts';
import type { Candidate, ScoredName } from './hit-of-entity.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion, type Question } from './question.ts';
import { schemasMeet } from './schema-gate.ts';
import { scoreNames } from './score-names.ts';

interface Scanned {
  entity: ListedEntity;
  names: PreparedName[];
}

function scoredNames(question: Question, { entity, names }: Scanned): ScoredName[] {
  if (question.options.exactMatch) return exactNames(question, entity);
  const query = question.name;
  if (!query) return [];
  return names.flatMap((name, index) => {
    const comparison = scoreNames(query, name);
    return comparison.nameScore >= question.neededNameScore ? { index, comparison } : [];
  });
}

/**
 * Screens by scoring every name of every entity: what the index is measured against, and enough for small lists. An entity
 * with a later id replaces an earlier one with the same id.
 */
export function createScanScreener(
  entities: Iterable<ListedEntity>,
  about: { snapshot: string; policies?: Policies },
): Screener {
  const byId = new Map<string, Scanned>();
  const byFormerId = new Map<string, ListedEntity>();
  for (const entity of entities) {
    byId.set(entity.id, { entity, names: entity.names.map((_, index) => prepareListedName(entity, index)) });
    for (const former of entity.formerIds) byFormerId.set(former, entity);
  }
  const policies = about.policies ?? defaultPolicies;
  function* candidates(question: Question): Iterable<Candidate> {
    for (const scanned of byId.values()) {
      const { entity } = scanned;
      if (!schemasMeet(question.schema, entity.schema)) continue;
      if (!passesFilters(entity, question.options, policies)) continue;
      const names = scoredNames(question, scanned);
      if (names.length > 0) yield { entity, names };
      else if (
        question.facts.identifiers.length > 0 &&
        evidenceOf(question.facts, factsOfEntity(entity)).sameIdentifier
      )
        yield { entity, names };
    }
  }
  return {
    snapshot: about.snapshot,
    screen: (subject, options) => {
      const question = prepareQuestion(subject, options, policies);
      return finishHits(question, candidates(question), about);
    },
    entity: (id) => byId.get(id)?.entity ?? byFormerId.get(id) ?? null,
  };
}
