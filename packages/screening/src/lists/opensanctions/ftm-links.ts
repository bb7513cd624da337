import type { Associate } from '../../model/screening-types.ts';
import { firstOf, valuesOf, type FtmEntity } from './ftm-entity.ts';
import type { OfficeTime } from '../mapping-policies.ts';

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
/** `office`: the link by which a relative or associate carries the classes of an office holder. */
export interface EdgeRow {
  other: string;
  relation: string | null;
  office: boolean;
}
/** What is kept of an entity that others name. */
export interface EndRow {
  name: string;
  topics: string[];
  dead: boolean;
}

/** Link schemata, the properties of their two ends, and whether classes of offices pass along them. */
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

/** Schemata that describe other entities and are none themselves. */
export const linkSchemata: ReadonlySet<string> = new Set([
  'Sanction',
  'Occupancy',
  'Position',
  ...Object.keys(edges),
  ...papers,
]);

const nobody: readonly Associate[] = [];

/** The content of all links, as compact rows by the id of the entity they describe. Links may come in any order. */
export class FtmLinks {
  readonly sanctions = new Map<string, SanctionRow[]>();
  readonly offices = new Map<string, OfficeRow[]>();
  readonly positions = new Map<string, PositionRow>();
  readonly papers = new Map<string, PaperRow[]>();
  readonly edges = new Map<string, EdgeRow[]>();
  readonly ends = new Map<string, EndRow>();
  /** Merged id to the id it is now part of, where a link still names the merged one. */
  readonly merged = new Map<string, string>();

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
      for (const id of valuesOf(link, 'entity')) push(this.sanctions, id, row);
    } else if (link.schema === 'Position') {
      this.positions.set(link.id, { name: first('name') || link.caption, topics: valuesOf(link, 'topics') });
    } else if (link.schema === 'Occupancy') this.#office(link, first);
    else if (papers.has(link.schema)) {
      const type = link.schema === 'Passport' ? 'passport' : first('type');
      for (const id of valuesOf(link, 'holder')) {
        for (const number of [...valuesOf(link, 'number'), ...valuesOf(link, 'passportNumber')])
          push(this.papers, id, { number, type, country: first('country') });
      }
    } else this.#edge(link, first);
  }

  #office(link: FtmEntity, first: (...names: string[]) => string): void {
    const time = { start: first('startDate'), end: valuesOf(link, 'endDate').toSorted().at(-1) ?? '' };
    for (const holder of valuesOf(link, 'holder')) {
      for (const post of valuesOf(link, 'post'))
        push(this.offices, holder, { ...time, post, url: first('sourceUrl') });
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
        push(this.edges, from, { other: to, relation: there, office });
        push(this.edges, to, { other: from, relation: back, office });
      }
    }
  }

  /** Whether some link names this id. */
  names(id: string): boolean {
    return this.edges.has(id) || this.sanctions.has(id) || this.offices.has(id) || this.papers.has(id);
  }

  /** Follows merged ids once all entities are known: links to an id that is gone become links to its successor. */
  followMerged(): void {
    for (const [old, now] of this.merged) {
      if (this.ends.has(old)) continue;
      move(this.sanctions, old, now);
      move(this.offices, old, now);
      move(this.papers, old, now);
      move(this.edges, old, now);
    }
  }

  #current(id: string): string {
    return this.ends.has(id) ? id : (this.merged.get(id) ?? id);
  }

  /** Names of linked people and organisations, one each. */
  associatesOf(id: string): readonly Associate[] {
    const edgesOf = this.edges.get(id);
    if (edgesOf === undefined) return nobody;
    const found = new Map<string, Associate>();
    for (const { other, relation } of edgesOf) {
      const current = this.#current(other);
      const name = this.ends.get(current)?.name;
      if (name !== undefined && current !== id && !found.has(current)) found.set(current, { name, relation });
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** Ids of the people linked by family or close association. */
  relativesOf(id: string): string[] {
    const links = (this.edges.get(id) ?? []).filter(({ office }) => office);
    return [...new Set(links.map(({ other }) => this.#current(other)))].filter((other) => other !== id);
  }
}

function push<Row>(rows: Map<string, Row[]>, id: string, row: Row): void {
  const before = rows.get(id);
  if (before === undefined) rows.set(id, [row]);
  else before.push(row);
}

function move<Row>(rows: Map<string, Row[]>, from: string, to: string): void {
  for (const row of rows.get(from) ?? []) push(rows, to, row);
  rows.delete(from);
}
