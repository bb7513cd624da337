import { exactForms } from '../names/exact-form.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import { listBits, sanctionsBit } from '../model/list-types.ts';
import { filterOf } from '../score/hits/filters.ts';
import { weakAliasesCount, type Policies } from '../model/policies.ts';
import type { NameComparison } from '../score/name-comparison.ts';
import { scoreIfEnough } from '../score/score-names.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { Identifier, Schema, ScreeningOptions } from '../model/screening-types.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { lookUp, maximalId, type BucketTable } from './structures/bucket-table.ts';
import { CandidateSearch } from './candidate-search.ts';
import type { TokenPlace } from './words/run-parts.ts';
import { countriesOf } from './structures/country-sets.ts';
import { countryShift, deceasedBit, schemaBit, schemaMask } from './structures/entity-bits.ts';
import { EntityIds } from './entity-ids.ts';
import { HitRanks } from './hit-ranks.ts';
import { identifierKeys } from './entity-keys.ts';
import { PayloadReader } from './build/payload-store.ts';
import { preparedNamesOf, StoredNames } from './build/stored-names.ts';
import { textHash } from './structures/text-hash.ts';
import { usualMostScored, WorkLimit, workOf } from './structures/work-limit.ts';

/** Describes the entities to search for. */
export interface EntityQuery {
  schema: Schema;
  name: PreparedName | null;
  identifiers: readonly Identifier[];
  options: ScreeningOptions;
  /** Lowest name score of a hit, 1 to 10,000. */
  needed: number;
}

/** Comparisons of the subject's name with names of each entity: those computed by the search, not all. */
export type KnownComparisons = ReadonlyMap<number, readonly NameComparison[]>;

/** Entities by number, ascending, and what the search computed about their names. */
export interface FoundEntities {
  numbers: number[];
  known: KnownComparisons;
}

/** Entities of a snapshot by number: those whose names or identifiers make them candidates. */
export class EntitySearch {
  readonly #mostScored: number;
  readonly #ids: EntityIds;
  readonly #names: CandidateSearch;
  readonly #stored: StoredNames;
  readonly #payload: PayloadReader;
  readonly #nameEntity: Uint32Array;
  readonly #word: Uint32Array;
  readonly #countrySet: Uint32Array;
  readonly #exact: BucketTable;
  readonly #identifier: BucketTable;

  /**
   * @param layer the layer to search
   * @param mostScored the limit of work of one search (`WorkLimit`)
   * @param alike a search over a layer whose sections differ from these only in the words of entities; look-ups of name words are shared
   * with it
   */
  constructor(
    { sections, tables }: Pick<Snapshot, 'sections' | 'tables'>,
    mostScored = usualMostScored,
    alike: EntitySearch | null = null,
  ) {
    this.#mostScored = mostScored;
    this.#names = alike === null ? new CandidateSearch(sections, tables) : alike.#names;
    this.#stored = new StoredNames(sections, this.#names.dictionary);
    this.#payload = new PayloadReader(sections);
    this.#nameEntity = sections['name.entity'];
    this.#word = sections['entity.word'];
    this.#countrySet = sections['country.set'];
    const ids = this.#word.length;
    this.#exact = { bucket: sections['exact.bucket'], entry: sections['exact.entry'], ids };
    this.#identifier = { bucket: sections['identifier.bucket'], entry: sections['identifier.entry'], ids };
    this.#ids = new EntityIds(sections);
  }

  read(entity: number): ListedEntity {
    return this.#payload.read(entity);
  }

  /**
   * Numbers, ascending, of all entities that pass the filters and have a name that scores at least `needed`, or an identifier of the
   * subject, and of few others.
   * @throws ScreeningIncomplete
   */
  find({ schema, name, identifiers, options, needed }: EntityQuery): FoundEntities {
    const admits = this.#filter(schema, options);
    const entities = new Set<number>();
    const known = new Map<number, readonly NameComparison[]>();
    for (const key of identifierKeys(identifiers)) {
      lookUp(this.#identifier, key, (entity) => {
        if (admits(entity)) entities.add(entity);
      });
    }
    if (name && name.tokens.length > 0) {
      const limit = new WorkLimit(this.#mostScored);
      const search = { query: name, needed, admits, limit };
      this.#names.find({
        ...search,
        found: (number, place) => {
          const entity = (this.#nameEntity[number] as number) & maximalId;
          // Names recur, and one name that scores is enough.
          if (entities.has(entity)) return;
          limit.spend(workOf.scored);
          const comparison = this.#scored(name, { number, place, needed });
          if (comparison === null) return;
          entities.add(entity);
          known.set(entity, [comparison]);
        },
      });
    }
    return { numbers: [...entities].sort((a, b) => a - b), known };
  }

  /**
   * The best hits up to the limit, and the number of all hits, for a subject of which only the name is known.
   * @throws ScreeningIncomplete
   */
  findFirst(
    { schema, name, options, needed }: Omit<EntityQuery, 'name' | 'identifiers'> & { name: PreparedName },
    weakAliases: Policies['weakAliases'],
  ): FoundEntities & { total: number } {
    const ranks = new HitRanks();
    const scored = new Set<number>();
    const limit = new WorkLimit(this.#mostScored);
    const readWhole = new Set<number>();
    const lists = listBits(options.lists);
    const sanctioned = (entity: number): boolean =>
      ((this.#word[entity] as number) & lists & sanctionsBit) !== 0;
    const compared = this.#comparing(name, needed);
    const rank = (entity: number, comparison: NameComparison | null, weak: boolean): void => {
      if (comparison !== null && comparison.nameScore >= needed) ranks.add(entity, comparison, weak);
    };
    const counts = (entity: number, weak: boolean): boolean =>
      !weak || weakAliasesCount(weakAliases, sanctioned(entity));
    this.#names.find({
      query: name,
      needed,
      admits: this.#filter(schema, options),
      limit,
      found: (number, place) => {
        // Ranking needs an entity's best name, so each name is scored, but only once.
        if (scored.has(number)) return;
        scored.add(number);
        limit.spend(workOf.scored);
        const entity = (this.#nameEntity[number] as number) & maximalId;
        if (this.#stored.isWhole(number)) {
          const weak = this.#stored.isWeak(number);
          if (counts(entity, weak)) rank(entity, compared(number, place), weak);
        } else if (!readWhole.has(entity)) {
          // A name without its raw text cannot be scored; the entity is read, and all its names are scored.
          readWhole.add(entity);
          const listed = this.read(entity);
          for (const [index, each] of preparedNamesOf(listed).entries()) {
            const weak = listed.names[index]?.kind === 'weak';
            if (counts(entity, weak)) rank(entity, scoreIfEnough(name, each, needed), weak);
          }
        }
      },
    });
    const idOf = (entity: number): string => this.#payload.idOf(entity);
    const numbers = ranks.first(options.limit, { sanctioned, idOf });
    return { numbers, total: ranks.size, known: ranks.comparisons };
  }

  /** Numbers, ascending, of all entities that pass the filters and have a name of exactly one of these forms, and of few others. */
  findExact(forms: readonly string[], schema: Schema, options: ScreeningOptions): number[] {
    const admits = this.#filter(schema, options);
    const entities = new Set<number>();
    for (const form of forms) {
      lookUp(this.#exact, textHash(exactForms(form)), (entity) => {
        if (admits(entity)) entities.add(entity);
      });
    }
    return [...entities].sort((a, b) => a - b);
  }

  /** The entity with this id; null if there is none. */
  withId(id: string): ListedEntity | null {
    return this.#ids.withId(id);
  }

  /** The entity that lists this id as a former one; null if there is none. */
  successorOf(id: string): ListedEntity | null {
    return this.#ids.successorOf(id);
  }

  /** Compares stored names with one name; names with the same words, which are adjacent, are compared once. */
  #comparing(
    query: PreparedName,
    needed: number,
  ): (number: number, place: TokenPlace) => NameComparison | null {
    let last: { number: number; place: TokenPlace; comparison: NameComparison | null } | null = null;
    return (number, place) => {
      if (last === null || !this.#stored.areSame([last.number, last.place], [number, place])) {
        const listed = this.#stored.read(number, place) as PreparedName;
        last = { number, place: { ...place }, comparison: scoreIfEnough(query, listed, needed) };
      }
      return last.comparison;
    };
  }

  /** A comparison that reaches the needed score, with this name or, if it lacks its raw text, any of its entity; null if there is none. */
  #scored(
    query: PreparedName,
    { number, place, needed }: { number: number; place: TokenPlace; needed: number },
  ): NameComparison | null {
    const stored = this.#stored.read(number, place);
    const names = stored
      ? [stored]
      : preparedNamesOf(this.read((this.#nameEntity[number] as number) & maximalId));
    for (const listed of names) {
      const comparison = scoreIfEnough(query, listed, needed);
      if (comparison !== null && comparison.nameScore >= needed) return comparison;
    }
    return null;
  }

  /** Applies the filters of the options to an entity's bits. */
  #filter(schema: Schema, options: ScreeningOptions): (entity: number) => boolean {
    const lists = listBits(options.lists);
    const schemata = schemaMask(schema);
    const dead = options.excludeDeceased ? deceasedBit : 0;
    const countries = filterOf(options);
    const sets = new Map<number, boolean>();
    return (entity) => {
      const word = this.#word[entity] as number;
      const selected = word & lists;
      if (selected === 0 || (word & dead) !== 0 || (schemaBit(word) & schemata) === 0) return false;
      // Sanctions always pass the filter of countries (`passesFilters`).
      if (!countries || (selected & sanctionsBit) !== 0) return true;
      const set = word >>> countryShift;
      // Millions of entities share few distinct sets.
      let passes = sets.get(set);
      if (passes === undefined) {
        const codes = countriesOf(this.#countrySet, set);
        passes = codes.length === 0 || codes.some((code) => countries.has(code));
        sets.set(set, passes);
      }
      return passes;
    };
  }
}
