import type { ListedEntity } from '../../src/model/listed-entity.ts';
import { prepareName } from '../../src/names/prepare-name.ts';
import type { PreparedName } from '../../src/model/prepared-name.ts';
import { scoreNames } from '../../src/score/score-names.ts';
import type { DevelopmentEntity } from './development-lists.ts';

interface Prepared {
  entity: DevelopmentEntity;
  names: PreparedName[];
}
export interface Found {
  entity: DevelopmentEntity;
  score: number;
  name: string;
}

/** Every name of every entity, scored one after another: the slow way that nothing can be missed by. */
export class EveryName {
  readonly #prepared: Prepared[];

  constructor(entities: readonly DevelopmentEntity[]) {
    this.#prepared = entities.map((entity) => ({
      entity,
      names: entity.names.map((name) => prepareName(name, entity.kind)),
    }));
  }

  /** Entities of the kind that score at least `least`, 0 to 10,000, best first; of equal scores the lower id first. */
  search(name: string, kind: DevelopmentEntity['kind'], least: number): Found[] {
    const query = prepareName(name, kind);
    const found: Found[] = [];
    for (const { entity, names } of this.#prepared) {
      if (entity.kind !== kind) continue;
      const best: Found = { entity, score: 0, name: '' };
      for (const listed of names) {
        const { nameScore } = scoreNames(query, listed);
        if (nameScore > best.score) Object.assign(best, { score: nameScore, name: listed.raw });
      }
      if (best.score >= least) found.push(best);
    }
    return found.sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1));
  }
}

/** The entity as a loader would give it, on one sanctions list. */
export function listedEntityOf({ id, kind, names, birthYears }: DevelopmentEntity): ListedEntity {
  const [source = ''] = id.split('-');
  return {
    id,
    formerIds: [],
    schema: kind === 'person' ? 'Person' : 'Organization',
    names: names.map((text, index) => ({ text, kind: index === 0 ? 'primary' : 'alias' })),
    birth: birthYears.map((year) => ({
      text: String(year),
      from: `${year}-01-01`,
      to: `${year}-12-31`,
      approximate: false,
    })),
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [
      {
        list: 'SANCTIONS',
        source,
        sourceName: source,
        url: null,
        date: null,
        programme: null,
        title: null,
        snippet: null,
      },
    ],
    associates: [],
    positions: [],
    contentHash: '',
  };
}
