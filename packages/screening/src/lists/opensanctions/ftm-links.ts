import type { Associate } from '../../model/screening-types.ts';
import { firstOf, valuesOf, type FtmEntity } from './ftm-entity.ts';
import type { IdBytes } from './id-bytes.ts';
import type { OfficeTime } from '../mapping-policies.ts';
import { PackedRows } from './packed-rows.ts';

export interface SanctionRow {
  authority: string;
  programme: string;
  date: string;
  url: string;
  source: string;
}
export type OfficeRow = OfficeTime & { post: string; url: string };
export interface PositionRow {
  name: string;
  topics: readonly string[];
}
export interface PaperRow {
  number: string;
  type: string;
  country: string;
}
/** `office`: whether a relative or associate inherits the classes of an office holder through the link. */
export interface EdgeRow {
  other: string;
  relation: string | null;
  office: boolean;
}
/** The data kept of an entity that links refer to. */
export interface EndRow {
  name: string;
  topics: string[];
  dead: boolean;
}

/** Link schemata, the properties of their two ends, and whether classes of offices are inherited through them. */
const edges: Record<
  string,
  { from: string; to: string; there: string; back: string | null; office: boolean }
> = {
  Family: { from: 'person', to: 'relative', there: 'relationship', back: null, office: true },
  Associate: { from: 'person', to: 'associate', there: 'relationship', back: 'relationship', office: true },
  Ownership: { from: 'owner', to: 'asset', there: '', back: 'role', office: false },
  Directorship: { from: 'director', to: 'organization', there: '', back: 'role', office: false },
  UnknownLink: { from: 'subject', to: 'object', there: 'role', back: 'role', office: false },
};

const papers = new Set(['Identification', 'Passport']);

/** Schemata that describe other entities and are not entities themselves. */
export const linkSchemata: ReadonlySet<string> = new Set([
  'Sanction',
  'Occupancy',
  'Position',
  ...Object.keys(edges),
  ...papers,
]);

/** Everything that links state about one entity, in the order of their lines. */
export interface LinkRows {
  sanctions: SanctionRow[];
  offices: OfficeRow[];
  papers: PaperRow[];
  edges: EdgeRow[];
}

type LinkRow = { [Kind in keyof LinkRows]: readonly [Kind, LinkRows[Kind][number]] }[keyof LinkRows];

/** The content of all links, as packed rows by the id of the entity they describe. Links may come in any order. */
export class FtmLinks {
  readonly positions = new Map<string, PositionRow>();
  readonly #rows = new PackedRows<LinkRow>();
  readonly #ends = new PackedRows<EndRow>();
  /** Maps a merged id to its successor, if a link still uses the merged one. */
  readonly merged = new Map<string, string>();
  /** Ids whose links were moved to the id they were merged into. */
  readonly #moved = new Set<string>();

  add(link: FtmEntity): void {
    const first = (...names: string[]): string => firstOf(link, ...names) ?? '';
    const [source = ''] = link.datasets.length < 2 ? link.datasets : link.datasets.toSorted();
    if (link.schema === 'Sanction') {
      const row = {
        authority: first('authority', 'country'),
        programme: first('program', 'programId'),
        date: first('listingDate', 'startDate'),
        url: first('sourceUrl'),
        source,
      };
      for (const id of valuesOf(link, 'entity')) this.#rows.add(id, ['sanctions', row]);
    } else if (link.schema === 'Position') {
      this.positions.set(link.id, { name: first('name') || link.caption, topics: valuesOf(link, 'topics') });
    } else if (link.schema === 'Occupancy') this.#office(link, first);
    else if (papers.has(link.schema)) {
      const type = link.schema === 'Passport' ? 'passport' : first('type');
      for (const id of valuesOf(link, 'holder')) {
        for (const number of [...valuesOf(link, 'number'), ...valuesOf(link, 'passportNumber')])
          this.#rows.add(id, ['papers', { number, type, country: first('country') }]);
      }
    } else this.#edge(link, first);
  }

  #office(link: FtmEntity, first: (...names: string[]) => string): void {
    const time = { start: first('startDate'), end: valuesOf(link, 'endDate').toSorted().at(-1) ?? '' };
    for (const holder of valuesOf(link, 'holder')) {
      for (const post of valuesOf(link, 'post'))
        this.#rows.add(holder, ['offices', { ...time, post, url: first('sourceUrl') }]);
    }
  }

  #edge(link: FtmEntity, first: (...names: string[]) => string): void {
    const edge = Object.hasOwn(edges, link.schema) ? edges[link.schema] : undefined;
    if (edge === undefined) return;
    const { office } = edge;
    const there = (edge.there && first(edge.there)) || null;
    const back = (edge.back && first(edge.back)) || null;
    for (const from of valuesOf(link, edge.from)) {
      for (const to of valuesOf(link, edge.to)) {
        this.#rows.add(from, ['edges', { other: to, relation: there, office }]);
        this.#rows.add(to, ['edges', { other: from, relation: back, office }]);
      }
    }
  }

  /** Whether some link refers to this id. */
  names(id: string): boolean {
    return this.#rows.has(id) && !this.#moved.has(id);
  }

  /** Whether some link refers to this id, or did before its links were moved. */
  mayName(id: IdBytes): boolean {
    return this.#rows.hasBytes(id);
  }

  rowsOf(id: string): LinkRows {
    const rows: LinkRows = { sanctions: [], offices: [], papers: [], edges: [] };
    if (this.#moved.has(id)) return rows;
    for (const [kind, row] of this.#rows.get(id)) (rows[kind] as unknown[]).push(row);
    return rows;
  }

  /** The data kept of an entity that links refer to. */
  endOf(id: string): EndRow | null {
    return this.#ends.last(id);
  }

  /** Replaces the data kept of the entity. */
  setEnd(id: string, end: EndRow): void {
    this.#ends.add(id, end);
  }

  /** Resolves merged ids after all entities are known: links to an id that is gone become links to its successor. */
  followMerged(): void {
    for (const [old, now] of this.merged) {
      if (this.#ends.has(old) || this.#moved.has(old)) continue;
      for (const row of this.#rows.get(old)) this.#rows.add(now, row);
      this.#moved.add(old);
    }
  }

  #current(id: string): string {
    return this.#ends.has(id) ? id : (this.merged.get(id) ?? id);
  }

  /** Names of linked people and organisations, one for each. */
  associatesOf(id: string, edgesOf: readonly EdgeRow[]): Associate[] {
    const found = new Map<string, Associate>();
    for (const { other, relation } of edgesOf) {
      const current = this.#current(other);
      const name = this.endOf(current)?.name;
      if (name !== undefined && current !== id && !found.has(current)) found.set(current, { name, relation });
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** Ids of the people linked by family or close association. */
  relativesOf(id: string, edgesOf: readonly EdgeRow[]): string[] {
    const links = edgesOf.filter(({ office }) => office);
    return [...new Set(links.map(({ other }) => this.#current(other)))].filter((other) => other !== id);
  }
}
