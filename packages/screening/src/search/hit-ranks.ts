import type { NameComparison } from '../score/name-comparison.ts';

/** What decides the place of entities of which nothing is compared but names, from packed numbers. */
export class HitRanks {
  /** By entity its best name: score × 4, 2 when the words are the same, 1 for a strong name. */
  readonly #best = new Map<number, number>();

  get size(): number {
    return this.#best.size;
  }

  /** A name of an entity that scores enough. */
  add(entity: number, { nameScore, exact }: NameComparison, weak: boolean): void {
    const rank = nameScore * 4 + (exact ? 2 : 0) + (weak ? 0 : 1);
    if (rank > (this.#best.get(entity) ?? -1)) this.#best.set(entity, rank);
  }

  /**
   * The entities that come first in the order of hits, no more than `limit`, ascending by number.
   * @param idOf is called only for those between which nothing but the id decides
   */
  first(
    limit: number,
    { sanctioned, idOf }: { sanctioned: (entity: number) => boolean; idOf: (entity: number) => string },
  ): number[] {
    const entities = [...this.#best.keys()];
    if (entities.length <= limit) return entities.sort((a, b) => a - b);
    const placed = entities.map((entity) => ({ entity, place: this.#placeOf(entity, sanctioned(entity)) }));
    placed.sort((a, b) => b.place - a.place);
    // Ids are read only for the tie at the end: each costs a look into the payload.
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
    // As `compareHits` orders hits that have no evidence: sanctioned, exact, score. Scores need 14 bits.
    return (sanctioned ? 1 << 17 : 0) + (exact ? 1 << 16 : 0) + (best >>> 2);
  }
}
