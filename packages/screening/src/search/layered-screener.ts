import type { ListedEntity } from '../model/listed-entity.ts';
import type { Screener } from '../model/screener.ts';
import { finishHits } from '../score/finish-hits.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion } from '../score/question.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EntitySearch } from './entity-search.ts';
import { candidatesOf } from './index-screener.ts';

/**
 * Screens over several snapshots of which each later one holds entities that are gone from those before it, as if all were
 * one: hits are ordered, counted and cut together. `id` is the id of the whole.
 */
export function createLayeredScreener(
  { id, layers }: { id: string; layers: readonly Snapshot[] },
  about: { policies?: Policies } = {},
): Screener {
  const policies = about.policies ?? defaultPolicies;
  const searches = layers.map(({ sections }) => new EntitySearch(sections));
  const newestFirst = searches.toReversed();
  return {
    snapshot: id,
    screen: (subject, options) => {
      const question = prepareQuestion(subject, options, policies);
      const candidates = searches.flatMap((search) => [...candidatesOf(question, search)]);
      return finishHits(question, candidates, { snapshot: id });
    },
    entity: (entityId) =>
      firstOf(newestFirst, (search) => [search, search.ids.numberOf(entityId)]) ??
      firstOf(newestFirst, (search) => [search, search.ids.successorOf(entityId)]),
  };
}

/** The first entity that was found; -1 means none. */
function firstOf(
  searches: readonly EntitySearch[],
  find: (search: EntitySearch) => readonly [EntitySearch, number],
): ListedEntity | null {
  for (const each of searches) {
    const [search, number] = find(each);
    if (number >= 0) return search.read(number);
  }
  return null;
}
