import { laterOf, type ListedEntity } from '../../model/listed-entity.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import type { Screener } from '../../model/screener.ts';
import { candidateOf } from './candidate.ts';
import { passesFilters } from './filters.ts';
import { finishHits, prepareListedName } from './finish-hits.ts';
import type { Candidate } from './hit-of-entity.ts';
import { defaultPolicies, type Policies } from '../../model/policies.ts';
import { prepareQuestion, type Question } from '../question.ts';
import { schemasCompatible } from './schema-gate.ts';

interface Scanned {
  entity: ListedEntity;
  names: PreparedName[];
}

/**
 * Screens by scoring every name of every entity: the reference for the index, and fast enough for small lists. A later entity replaces an
 * earlier one with the same id.
 */
export function createScanScreener(
  entities: Iterable<ListedEntity>,
  about: { snapshot: string; policies?: Policies },
): Screener {
  const byId = new Map<string, Scanned>();
  const byFormerId = new Map<string, ListedEntity>();
  for (const entity of entities) {
    byId.set(entity.id, { entity, names: entity.names.map((_, index) => prepareListedName(entity, index)) });
    // Of several, the one whose own id sorts last, independent of their order.
    for (const former of entity.formerIds)
      byFormerId.set(former, laterOf(byFormerId.get(former) ?? null, entity));
  }
  const policies = about.policies ?? defaultPolicies;
  function* candidates(question: Question): Iterable<Candidate> {
    for (const { entity, names } of byId.values()) {
      if (!schemasCompatible(question.schema, entity.schema)) continue;
      if (!passesFilters(entity, question.options, policies)) continue;
      const candidate = candidateOf(question, entity, {
        preparedName: (index) => names[index] as PreparedName,
      });
      if (candidate) yield candidate;
    }
  }
  return {
    snapshot: about.snapshot,
    screen: (subject, options, keeps) => {
      const question = prepareQuestion(subject, options, policies);
      return finishHits(question, candidates(question), { snapshot: about.snapshot, keeps });
    },
    entity: (id) => byId.get(id)?.entity ?? byFormerId.get(id) ?? null,
  };
}
