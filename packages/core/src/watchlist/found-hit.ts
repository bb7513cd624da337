import type { HitExplanation, ScreeningList } from '@countersign/contract';

/** One reason why a person is listed, as a screening found it. Dates `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export interface FoundListing {
  list: ScreeningList;
  /** Stable key of the list. */
  source: string;
  /** Name of the list as people read it. */
  sourceName: string;
  url: string | null;
  date: string | null;
  programme: string | null;
  title: string | null;
  snippet: string | null;
}

/** How the words of the two names met. */
export interface FoundWords {
  listedKind: 'primary' | 'alias' | 'former' | 'weak';
  pairs: readonly { query: string; op: string }[];
  /** Words without a partner, by side. */
  leftQuery: readonly { word: string }[];
  leftListed: readonly { word: string }[];
}

/** A listed person or organisation that a screening found: plain data, kept sealed. */
export interface FoundHit {
  entityId: string;
  /** Ids that were merged into this one. */
  formerIds: readonly string[];
  /** 0 to 100, two decimals. */
  score: number;
  /** One primary value, then every secondary value that applies. */
  matchTypes: readonly string[];
  matchedName: string;
  /** Selected ones only. */
  listTypes: readonly ScreeningList[];
  /** Alpha-2, sorted. */
  countries: readonly string[];
  /** English short names in the order of the codes; unknown codes have none. */
  countryNames: readonly string[];
  /** The one that agrees best; `''` when unknown. */
  birthDate: string;
  /** All, `birthDate` first. Absent: found before they were kept. */
  birthDates?: readonly string[];
  deathDate: string | null;
  gender: 'M' | 'F' | null;
  /** All other names, primary first. */
  aka: readonly string[];
  associates: readonly { name: string; relation: string | null }[];
  positions: readonly string[];
  /** Selected ones only. */
  listings: readonly FoundListing[];
  trace: FoundWords;
  /** Absent: found before explanations were kept. */
  explanation?: HitExplanation | null;
}
