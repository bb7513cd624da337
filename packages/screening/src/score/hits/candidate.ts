import type { ListedEntity } from '../../model/listed-entity.ts';
import { hasSeveralSpellings, type PreparedName } from '../../model/prepared-name.ts';
import { evidenceOf } from '../evidence.ts';
import { factsOfEntity } from '../facts.ts';
import { exactNames } from './finish-hits.ts';
import type { Candidate, ScoredName } from './hit-of-entity.ts';
import type { NameComparison } from '../name-comparison.ts';
import type { Question } from '../question.ts';
import { scoreIfEnough } from '../score-names.ts';

/** How the names of an entity are prepared and scored. */
interface NamesOfEntity {
  /** The prepared name at an index of the entity's names. */
  preparedName: (index: number) => PreparedName;
  /** Comparisons of the question's name with names of the entity, so that these are not compared again; may be empty. */
  known?: readonly NameComparison[] | undefined;
}

/**
 * The entity with all names that reach `neededNameScore`; null if there is none and no identifier of the subject matches. Both the scan
 * and the index use only this to decide what to pass to `finishHits`.
 */
export function candidateOf(
  question: Question,
  entity: ListedEntity,
  namesOfEntity: NamesOfEntity,
): Candidate | null {
  const names = scoredNames(question, entity, namesOfEntity);
  return names.length > 0 || sharesIdentifier(question, entity) ? { entity, names } : null;
}

function scoredNames(
  question: Question,
  entity: ListedEntity,
  { preparedName, known = [] }: NamesOfEntity,
): ScoredName[] {
  if (question.options.exactMatch) return exactNames(question, entity);
  const { name: query, neededNameScore: needed } = question;
  if (!query) return [];
  const scored: ScoredName[] = [];
  for (let index = 0; index < entity.names.length; index += 1) {
    const listed = preparedName(index);
    const comparison = comparisonWith(listed, known) ?? scoreIfEnough(query, listed, needed);
    if (comparison !== null && comparison.nameScore >= needed) scored.push({ index, comparison });
  }
  return scored;
}

/** The known comparison with a name of the same words, as one with this name; null if there is none. */
function comparisonWith(listed: PreparedName, known: readonly NameComparison[]): NameComparison | null {
  for (const comparison of known)
    if (haveSameWords(comparison.listed, listed)) return { ...comparison, listed };
  return null;
}

/** Whether two names consist of the same words, which determine every score. */
function haveSameWords(one: PreparedName, other: PreparedName): boolean {
  if (one.kind !== other.kind || one.tokens.length !== other.tokens.length) return false;
  return one.tokens.every((token, index) => {
    const facing = other.tokens[index];
    return (
      facing !== undefined &&
      token.text === facing.text &&
      token.class === facing.class &&
      token.typed === facing.typed &&
      token.weight === facing.weight &&
      // The letters of such a word may be joined to another one, and only the raw text has them.
      !hasSeveralSpellings(token.text)
    );
  });
}

function sharesIdentifier({ facts }: Question, entity: ListedEntity): boolean {
  return facts.identifiers.length > 0 && evidenceOf(facts, factsOfEntity(entity)).sameIdentifier;
}
