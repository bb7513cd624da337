import { laterOf, type ListedEntity } from '../model/listed-entity.ts';
import type { Screener } from '../model/screener.ts';
import { candidateOf } from '../score/hits/candidate.ts';
import { passesFilters } from '../score/hits/filters.ts';
import { finishHits, prepareListedName } from '../score/hits/finish-hits.ts';
import type { Candidate } from '../score/hits/hit-of-entity.ts';
import { defaultPolicies, type Policies } from '../model/policies.ts';
import { prepareQuestion, type Question } from '../score/question.ts';
import { layersOf, type LayeredSnapshot } from '../snapshot/layered-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { EntitySearch, type FoundEntities, type KnownComparisons } from './entity-search.ts';

const nothingKnown: KnownComparisons = new Map();

/** A screener over one state of the lists that can be succeeded by one over the next state. */
export interface IndexScreener extends Screener {
  /** Creates a screener over another state. With the same base it shares the remembered words, so it is fast from the first query. */
  over(state: LayeredSnapshot, policies?: Policies): IndexScreener;
}

/**
 * Creates a screener over a snapshot, or over a base and its delta as if they were one: the same hits, scores and bytes as scoring every
 * name of every entity. Its own memory holds only remembered words; several screeners, one per thread, share one snapshot.
 *
 * `mostScored`: the work limit of a screening in each layer, expressed as the number of listed names that could be scored instead;
 * default 250,000. Beyond it `screen` throws `ScreeningIncomplete`.
 */
export function createIndexScreener(
  state: Snapshot | LayeredSnapshot,
  { policies = defaultPolicies, mostScored }: { policies?: Policies; mostScored?: number } = {},
): IndexScreener {
  const searches = layersOf(state).map((layer) => new EntitySearch(layer, mostScored));
  return screenerOver({ state, searches, policies, mostScored });
}

interface Searched {
  state: Snapshot | LayeredSnapshot;
  /** One search per layer. */
  searches: readonly EntitySearch[];
  policies: Policies;
  mostScored: number | undefined;
}

function screenerOver({ state, searches, policies, mostScored }: Searched): IndexScreener {
  const { id } = state.manifest;
  return {
    snapshot: id,
    screen: (subject, options, keeps) => {
      const question = prepareQuestion(subject, options, policies);
      // Evidence may change the order, so every candidate is read and ranked. Without evidence, packed numbers give the order, and only
      // the entities shown are read.
      if (keeps || !question.name || !isRankedByName(question)) {
        const candidates = searches.flatMap((search) => [...candidatesOf(question, search)]);
        return finishHits(question, candidates, { snapshot: id, keeps });
      }
      const { name, schema, neededNameScore: needed } = question;
      // Together the top hits of each layer exceed the limit: they are merged, ordered and cut.
      const found = searches.map((search) => ({
        search,
        ...search.findFirst({ name, schema, options, needed }, policies.weakAliases),
      }));
      const candidates = found.flatMap(({ search, ...each }) => [...candidatesAmong(each, question, search)]);
      const total = found.reduce((sum, each) => sum + each.total, 0);
      return finishHits(question, candidates, { snapshot: id, total });
    },
    entity: (entityId) => entityOf(searches, entityId),
    over: (next, others = policies) => {
      const isSameBase = baseIdOf(next) === baseIdOf(state);
      const after = next.layers.map(
        (layer, at) =>
          new EntitySearch(layer, mostScored, at === 0 && isSameBase ? (searches[0] ?? null) : null),
      );
      return screenerOver({ state: next, searches: after, policies: others, mostScored });
    },
  };
}

const baseIdOf = (state: Snapshot | LayeredSnapshot): string | undefined => layersOf(state)[0]?.manifest.id;

/** The entity with this id in any layer, otherwise the one that lists it as a former id. */
function entityOf(searches: readonly EntitySearch[], id: string): ListedEntity | null {
  for (const search of searches) {
    const entity = search.withId(id);
    if (entity) return entity;
  }
  let last: ListedEntity | null = null;
  for (const search of searches) {
    const successor = search.successorOf(id);
    if (successor) last = laterOf(last, successor);
  }
  return last;
}

/** Entities that may be hits, with every name that reaches the needed score; each entity once. */
function* candidatesOf(question: Question, search: EntitySearch): Generator<Candidate> {
  const { schema, options } = question;
  const found = options.exactMatch
    ? { numbers: search.findExact(question.exactForms, schema, options), known: nothingKnown }
    : search.find({
        schema,
        options,
        name: question.name,
        identifiers: question.subject.identifiers ?? [],
        needed: question.neededNameScore,
      });
  yield* candidatesAmong(found, question, search);
}

/** Whether the subject's name alone determines the hits and their order. */
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
  { numbers, known }: FoundEntities,
  question: Question,
  search: EntitySearch,
): Generator<Candidate> {
  const { options } = question;
  for (const number of numbers) {
    const entity = search.read(number);
    if (!passesFilters(entity, options, question.policies)) continue;
    const candidate = candidateOf(question, entity, {
      preparedName: (index) => prepareListedName(entity, index),
      known: known.get(number),
    });
    if (candidate) yield candidate;
  }
}
