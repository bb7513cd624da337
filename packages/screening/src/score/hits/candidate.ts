import type { ListedEntity } from '../../model/listed-entity.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import { evidenceOf } from '../evidence.ts';
import { factsOfEntity } from '../facts.ts';
import { exactNames } from './finish-hits.ts';
import type { Candidate, ScoredName } from './hit-of-entity.ts';
import type { Question } from '../question.ts';
import { scoreNames } from '../score-names.ts';

/**
 * The entity with every name that reaches `neededNameScore`; null when it has no such name and no identifier of the subject.
 * The scan and the index decide by this alone what they hand to `finishHits`.
 * @param preparedName of the entity, by its place among the names
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
