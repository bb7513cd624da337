import type { Screener } from '../model/screener.ts';
import { candidateOf } from '../score/candidate.ts';
import { passesFilters } from '../score/filters.ts';
import { finishHits, prepareListedName } from '../score/finish-hits.ts';
import type { Candidate } from '../score/hit-of-entity.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion, type Question } from '../score/question.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EntitySearch } from './entity-search.ts';

/**
 * Screens over a snapshot: the same hits, scores and bytes as scoring every name of every entity. Memory of its own is
 * what it remembers of words looked up; several screeners, one a thread, share one snapshot.
 *
 * `mostScored`: the limit of work of a screening, as the number of listed names that could be scored instead, default 250,000;
 * beyond it `screen` throws `ScreeningIncomplete`.
 */
export function createIndexScreener(
  snapshot: Snapshot,
  about: { policies?: Policies; mostScored?: number } = {},
): Screener {
  const policies = about.policies ?? defaultPolicies;
  const search = new EntitySearch(snapshot.sections, about.mostScored);
  const { id } = snapshot.manifest;
  return {
    snapshot: id,
    screen: (subject, options) => {
      const question = prepareQuestion(subject, options, policies);
      // Evidence may change the order, so every candidate is read and ranked. Without any, packed numbers give the order and
      // only the entities that are shown are read.
      if (!question.name || !isRankedByName(question))
        return finishHits(question, candidatesOf(question, search), { snapshot: id });
      const { name, schema, neededNameScore: needed } = question;
      const { numbers, total } = search.findFirst({ name, schema, options, needed }, policies.weakAliases);
      return finishHits(question, candidatesAmong(numbers, question, search), { snapshot: id, total });
    },
    entity: (entityId) => search.withId(entityId),
  };
}

/** Entities that may be hits, with every name that reaches what the question needs; each once. */
function* candidatesOf(question: Question, search: EntitySearch): Generator<Candidate> {
  const { schema, options } = question;
  const numbers = options.exactMatch
    ? search.findExact(question.exactForms, schema, options)
    : search.find({
        schema,
        options,
        name: question.name,
        identifiers: question.subject.identifiers ?? [],
        needed: question.neededNameScore,
      });
  yield* candidatesAmong(numbers, question, search);
}

/** Whether the name of the subject alone decides which entities are hits and in which order. */
function isRankedByName({ facts, subject, options, policies }: Question): boolean {
  return (
    !options.exactMatch &&
    !facts.birth &&
    !facts.gender &&
    facts.countries.size === 0 &&
    (subject.identifiers ?? []).length === 0 &&
    !(options.excludeDeceased && policies.deceasedBornBefore !== null)
  );
}

function* candidatesAmong(
  numbers: readonly number[],
  question: Question,
  search: EntitySearch,
): Generator<Candidate> {
  const { options } = question;
  for (const number of numbers) {
    const entity = search.read(number);
    if (!passesFilters(entity, options, question.policies)) continue;
    const candidate = candidateOf(question, entity, (index) => prepareListedName(entity, index));
    if (candidate) yield candidate;
  }
}
