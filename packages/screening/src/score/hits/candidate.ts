import type { ListedEntity } from '../../model/listed-entity.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import { evidenceOf } from '../evidence.ts';
import { factsOfEntity } from '../facts.ts';
import { exactNames } from './finish-hits.ts';
import type { Candidate, ScoredName } from './hit-of-entity.ts';
import type { Question } from '../question.ts';
import { scoreNames } from '../score-names.ts';

/**
 * The entity with all names that reach `neededNameScore`; null if there is none and no identifier of the subject matches. Both the scan
 * and the index use only this to decide what to pass to `finishHits`.
 * @param preparedName the prepared name at an index of the entity's names
 */
export function candidateOf(
  question: Question,
  entity: ListedEntity,
  preparedName: (index: number) => PreparedName,
): Candidate | null {
  const names = scoredNames(question, entity, preparedName);
  return names.length > 0 || sharesIdentifier(question, entity) ? { entity, names } : null;
}

function scoredNames(
  question: Question,
  entity: ListedEntity,
  preparedName: (index: number) => PreparedName,
): ScoredName[] {
  if (question.options.exactMatch) return exactNames(question, entity);
  const query = question.name;
  if (!query) return [];
  return entity.names.flatMap((_, index) => {
    const comparison = scoreNames(query, preparedName(index));
    return comparison.nameScore >= question.neededNameScore ? { index, comparison } : [];
  });
}

function sharesIdentifier({ facts }: Question, entity: ListedEntity): boolean {
  return facts.identifiers.length > 0 && evidenceOf(facts, factsOfEntity(entity)).sameIdentifier;
}
