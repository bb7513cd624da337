import type { Associate, ListType } from '../../model/screening-types.ts';
import type { EndRow, FtmLinks, OfficeRow, PaperRow, SanctionRow } from './ftm-links.ts';
import { classOfOffice, officeCounts, type MappingPolicies } from '../mapping-policies.ts';

/** An office and its position. */
export interface HeldOffice {
  row: OfficeRow;
  /** Null if no line describes the position. */
  position: { name: string; topics: readonly string[] } | null;
}

/** Everything that the links state about one entity: plain data, in an order independent of the file. */
export interface LinkFacts {
  papers: readonly PaperRow[];
  sanctions: readonly SanctionRow[];
  offices: readonly HeldOffice[];
  associates: readonly Associate[];
  /**
   * Classes inherited from office holders among the relatives and close associates, each with the name of one; empty if they do not
   * count.
   */
  inherited: readonly (readonly [ListType, string])[];
}

export const noFacts: LinkFacts = { papers: [], sanctions: [], offices: [], associates: [], inherited: [] };

/** The rules for evaluating offices. */
export interface OfficeRules {
  /** Reference day, `YYYY-MM-DD`. */
  asOf: string;
  policies: MappingPolicies;
}

/** The topic of people who inherit the lists of office holders among their relatives and close associates. */
export const topicOfRelatives = 'role.rca';

/** The rules for offices, and whether those of relatives count, which requires evaluating each relative. */
export type FactRules = OfficeRules & { inherits: boolean };

/** The facts from links about the entity with this id; `noFacts` if no link refers to it. */
export function factsOf(id: string, links: FtmLinks, rules: FactRules): LinkFacts {
  if (!links.names(id)) return noFacts;
  const { papers, sanctions, offices, edges } = links.rowsOf(id);
  return {
    papers: inOrder(papers),
    sanctions: inOrder(sanctions),
    offices: inOrder(offices).map((row) => ({ row, position: links.positions.get(row.post) ?? null })),
    associates: links.associatesOf(id, edges),
    inherited:
      rules.inherits && rules.policies.relatives
        ? inheritedFrom(links.relativesOf(id, edges), links, rules)
        : [],
  };
}

function inheritedFrom(
  relatives: readonly string[],
  links: FtmLinks,
  rules: OfficeRules,
): LinkFacts['inherited'] {
  const classes = new Map<ListType, string>();
  for (const id of relatives) {
    const end = links.endOf(id);
    if (end === null) continue;
    for (const type of classesOf(links.rowsOf(id).offices, end, { links, rules })) {
      const before = classes.get(type);
      if (before === undefined || end.name < before) classes.set(type, end.name);
    }
  }
  return [...classes].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Classes of an office holder who is the end of a link. */
function classesOf(
  held: readonly OfficeRow[],
  { topics, dead }: EndRow,
  { links, rules }: { links: FtmLinks; rules: OfficeRules },
): ListType[] {
  if (held.length === 0) return isOfficeHolder(topics) ? [classOfOffice([], topics, rules.policies)] : [];
  return held
    .filter((office) => officeCounts(office, { dead }, rules))
    .map(({ post }) => classOfOffice(links.positions.get(post)?.topics ?? [], topics, rules.policies));
}

export function isOfficeHolder(topics: readonly string[]): boolean {
  return ['role.pep', 'role.pep.natl', 'role.pep.intl'].some((topic) => topics.includes(topic));
}

/** Sorts an entity's rows independently of their order in the file. */
function inOrder<Row>(rows: Row[]): Row[] {
  return rows.length < 2
    ? rows
    : rows
        .map((row) => ({ row, key: JSON.stringify(row) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ row }) => row);
}
