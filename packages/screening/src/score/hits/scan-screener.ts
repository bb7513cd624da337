import { laterOf, type ListedEntity } from '../../model/listed-entity.ts';
import type { PreparedName } from '../../model/prepared-name.ts';
import type { Screener } from '../../model/screener.ts';
import type { ScreeningOptions, Subject } from '../../model/screening-types.ts';
import { candidateOf } from './candidate.ts';
import { passesFilters } from './filters.ts';
import { finishHits, isHit, prepareListedName } from './finish-hits.ts';
import type { Candidate } from './hit-of-entity.ts';
import { defaultPolicies, type Policies } from '../../model/policies.ts';
import { prepareQuestion, type Question } from '../question.ts';
import { schemasCompatible } from './schema-gate.ts';

interface Scanned {
  entity: ListedEntity;
  names: PreparedName[];
}

function scannedOf(entity: ListedEntity): Scanned {
  return { entity, names: entity.names.map((_, index) => prepareListedName(entity, index)) };
}

function candidateAmong(question: Question, { entity, names }: Scanned): Candidate | null {
  if (!schemasCompatible(question.schema, entity.schema)) return null;
  if (!passesFilters(entity, question.options, question.policies)) return null;
  return candidateOf(question, entity, { preparedName: (index) => names[index] as PreparedName });
}

/**
 * Whether a subject has the entity among the hits of a screening: the same as whether the scan of this entity alone has a hit, without
 * the cost of rendering it.
 */
export type HitTest = (subject: Subject, options: ScreeningOptions) => boolean;

/** The test for an entity, whose names are prepared once. It throws as `screen` does. */
export function hitTestOf(entity: ListedEntity, policies: Policies): HitTest {
  let scanned: Scanned | undefined;
  return (subject, options) => {
    const question = prepareQuestion(subject, options, policies);
    const candidate = candidateAmong(question, (scanned ??= scannedOf(entity)));
    return candidate !== null && isHit(question, candidate);
  };
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
    byId.set(entity.id, scannedOf(entity));
    // Of several, the one whose own id sorts last, independent of their order.
    for (const former of entity.formerIds)
      byFormerId.set(former, laterOf(byFormerId.get(former) ?? null, entity));
  }
  const policies = about.policies ?? defaultPolicies;
  function* candidates(question: Question): Iterable<Candidate> {
    for (const scanned of byId.values()) {
      const candidate = candidateAmong(question, scanned);
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
