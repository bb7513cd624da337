import type { ScreeningList } from '@countersign/contract';

/** A list value of the interface; `PEP_CLASS_*` included. */
export type ListType = ScreeningList;

/** Kinds of listed entity. A kind that a source calls anything else is `Unknown`. */
export const schemata = [
  'Person',
  'Organization',
  'Company',
  'LegalEntity',
  'Vessel',
  'Airplane',
  'Unknown',
] as const;
export type Schema = (typeof schemata)[number];

export interface Identifier {
  value: string;
  type?: string;
  country?: string;
}

/** Who is screened. Parts of the name take precedence over `name` if both are present. */
export interface Subject {
  /** Default `Person`. */
  schema?: Schema;
  /** A whole name whose words have unknown roles. */
  name?: string;
  firstName?: string;
  lastName?: string;
  secondLastName?: string;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  birthDate?: string;
  gender?: 'M' | 'F';
  /** Alpha-2; the subject's own countries: evidence, not a filter. */
  countries?: string[];
  identifiers?: Identifier[];
}

/** How a subject is screened: the members of the interface's search term, and a limit. */
export interface ScreeningOptions {
  /** At least one. */
  lists: ListType[];
  /** 0 to 100, whole; a hit scores at least this. */
  matchThreshold: number;
  exactMatch: boolean;
  /** Alpha-2; a filter on entities. Empty: no filter. */
  countries: string[];
  excludeDeceased: boolean;
  /** 1 to 500. */
  limit: number;
}

/** Values of a hit's `matchTypes` inside the engine; the wire shows a subset. @see spec/contract.md A-67 */
export type MatchType =
  | 'name_exact'
  | 'aka_exact'
  | 'name_fuzzy'
  | 'aka_fuzzy'
  | 'phonetic_name'
  | 'phonetic_aka'
  | 'equivalent_name'
  | 'equivalent_aka'
  | 'unknown'
  | 'name_variations_removal'
  | 'removed_personal_title'
  | 'removed_personal_suffix'
  | 'removed_organisation_prefix'
  | 'removed_organisation_suffix'
  | 'removed_clerical_mark'
  | 'year_of_birth';

/** Primary names are shown first; weak ones count for sanctions only. */
export const nameKinds = ['primary', 'alias', 'former', 'weak'] as const;
export type NameKind = (typeof nameKinds)[number];

/** One reason why an entity is listed. */
export interface Listing {
  list: ListType;
  /** Stable key of the list, such as `ofac-sdn`. */
  source: string;
  /** Name of the list as people read it. */
  sourceName: string;
  /** `http(s)` only. */
  url: string | null;
  /** Listing or article date, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  date: string | null;
  programme: string | null;
  title: string | null;
  /** At most 500 characters of plain text. */
  snippet: string | null;
}

export interface Associate {
  name: string;
  relation: string | null;
}

/** One listed person or organisation that may be the subject. Plain data that goes through JSON unchanged. */
export interface Hit {
  entityId: string;
  /** Ids that were merged into this one. */
  formerIds: string[];
  schema: Schema;
  /** 0 to 100, two decimals; compared with the threshold. */
  score: number;
  /** The score before any evidence. */
  nameScore: number;
  /** One primary value, then every secondary value that applies. */
  matchTypes: MatchType[];
  /** The listed name that won, in natural order, in its own script. */
  matchedName: string;
  /** Selected ones only. */
  listTypes: ListType[];
  /** Alpha-2, sorted. */
  countries: string[];
  /** The first of `birthDates`; `''` if unknown. */
  birthDate: string;
  /** All listed dates: the best match first, then the most precise, then the earliest. Two joined by ` to ` are a range. */
  birthDates: string[];
  deathDate: string | null;
  gender: 'M' | 'F' | null;
  /** All other names: primary, alias, former, weak; without repeats after case folding. */
  aka: string[];
  associates: Associate[];
  positions: string[];
  /** Selected ones only. */
  listings: Listing[];
  /** Hash of the entity's material fields. */
  contentHash: string;
  /** True for an exact match of a sanctions name whose score fell below the threshold only because of evidence. */
  keptByRule: boolean;
  trace: Trace;
}

export type WordOp =
  | 'exact_match'
  | 'edit_distance'
  | 'phonetic'
  | 'equivalent_name'
  | 'word_to_initial'
  | 'joined_words'
  | 'name_variations_removal';

/** Explains a hit's score, readable as a table of words. All scores 0 to 100; weights as in the tables. */
export interface Trace {
  engine: string;
  subjectName: string;
  listedName: string;
  listedKind: NameKind;
  /** `query` and `listed` are the words as written; the words of a run are joined by blanks. `similarity` is 0 to 1. */
  pairs: {
    query: string;
    listed: string;
    op: WordOp;
    similarity: number;
    weight: number;
    /** Weight charged for parts that do not match. */
    charge: number;
  }[];
  leftQuery: { word: string; charge: number; as: 'contradiction' | 'omission' }[];
  leftListed: { word: string; charge: number; as: 'contradiction' | 'omission' }[];
  removed: { side: 'query' | 'listed'; text: string; kind: string }[];
  /** Charges against the name as a whole: conflicting roles, differing numbers. */
  charges: { what: string; charge: number }[];
  /** Calibration, caps, evidence and the keeping rule, in order; each `before` is the previous `after`. */
  steps: { what: string; before: number; after: number }[];
  runnerUp?: { listedName: string; nameScore: number };
  score: number;
  /** Sources older than their alarm limit at the time of the screening; absent if there were none. */
  staleSources?: string[];
}

export interface Result {
  hits: Hit[];
  /** Number before `limit` is applied. */
  total: number;
  truncated: boolean;
  /** Version of code and tables. */
  engine: string;
  /** Hash of the options and policies that applied. */
  config: string;
  /** Id of the snapshot. */
  snapshot: string;
}

/** An error of the caller: a name that is too long or has no letter or digit, a threshold out of range. */
export class ScreeningInputError extends Error {
  override name = 'ScreeningInputError';
}

/**
 * The search was aborted because it would have to score more listed names than one screening may. There is no result, which must not be
 * confused with no hits.
 */
export class ScreeningIncomplete extends Error {
  override name = 'ScreeningIncomplete';

  /** @param mostScored the limit: number of listed names scored, or other work that takes as long */
  constructor(mostScored: number) {
    super(
      `the screening was ended without a result: it takes more work than scoring ${String(mostScored)} listed names`,
    );
  }
}
