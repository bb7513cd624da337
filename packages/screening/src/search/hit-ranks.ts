import type { NameComparison } from '../score/name-comparison.ts';

/** Ranks entities for which only names are compared, using packed numbers. */
export class HitRanks {
  /** The best name of each entity: score × 4, plus 2 if the words are the same, plus 1 for a strong name. */
  readonly #best = new Map<number, number>();
  readonly #comparisons = new Map<number, NameComparison[]>();

  get size(): number {
    return this.#best.size;
  }

  /** All comparisons added, by entity. */
  get comparisons(): ReadonlyMap<number, readonly NameComparison[]> {
    return this.#comparisons;
  }

  /** Adds an entity's name that scores enough. */
  add(entity: number, comparison: NameComparison, weak: boolean): void {
    const { nameScore, exact } = comparison;
    const others = this.#comparisons.get(entity);
    if (others === undefined) this.#comparisons.set(entity, [comparison]);
    else others.push(comparison);
    const rank = nameScore * 4 + (exact ? 2 : 0) + (weak ? 0 : 1);
    if (rank > (this.#best.get(entity) ?? -1)) this.#best.set(entity, rank);
  }

  /**
   * The first entities in the order of hits, at most `limit`, ascending by number.
   * @param idOf called only for entities that tie in everything but the id
   */
  first(
    limit: number,
    { sanctioned, idOf }: { sanctioned: (entity: number) => boolean; idOf: (entity: number) => string },
  ): number[] {
    const entities = [...this.#best.keys()];
    if (entities.length <= limit) return entities.sort((a, b) => a - b);
    const placed = entities.map((entity) => ({ entity, place: this.#placeOf(entity, sanctioned(entity)) }));
    placed.sort((a, b) => b.place - a.place);
    // Ids are read only for ties at the end, because each read accesses the payload.
    const last = placed[limit - 1]?.place ?? 0;
    const sure = placed.filter(({ place }) => place > last);
    const tied = placed
      .filter(({ place }) => place === last)
      .map(({ entity }) => ({ entity, id: idOf(entity) }))
      .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
      .slice(0, limit - sure.length);
    return [...sure, ...tied].map(({ entity }) => entity).sort((a, b) => a - b);
  }

  #placeOf(entity: number, sanctioned: boolean): number {
    const best = this.#best.get(entity) ?? 0;
    const exact = (best & 3) === 3;
    // The order of `compareHits` for hits without evidence: sanctioned, exact, score. Scores need 14 bits.
    return (sanctioned ? 1 << 17 : 0) + (exact ? 1 << 16 : 0) + (best >>> 2);
  }
}
