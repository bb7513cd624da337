import type { HitExplanation, ScreeningList } from '@countersign/contract';

/** One listing of a person, as found by a screening. Dates `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
export interface FoundListing {
  list: ScreeningList;
  /** Stable key of the list. */
  source: string;
  /** Display name of the list. */
  sourceName: string;
  url: string | null;
  date: string | null;
  programme: string | null;
  title: string | null;
  snippet: string | null;
}

/** How the words of the two names were matched. */
export interface FoundWords {
  listedKind: 'primary' | 'alias' | 'former' | 'weak';
  pairs: readonly { query: string; op: string }[];
  /** Unpaired words, by side. */
  leftQuery: readonly { word: string }[];
  leftListed: readonly { word: string }[];
}

/** A listed person or organisation found by a screening: plain data, stored sealed. */
export interface FoundHit {
  entityId: string;
  /** Ids merged into this one. */
  formerIds: readonly string[];
  /** 0 to 100, two decimals. */
  score: number;
  /** One primary value, followed by every applicable secondary value. */
  matchTypes: readonly string[];
  matchedName: string;
  /** Selected ones only. */
  listTypes: readonly ScreeningList[];
  /** Alpha-2, sorted. */
  countries: readonly string[];
  /** English short names in the order of the codes; unknown codes have none. */
  countryNames: readonly string[];
  /** The best match; `''` when unknown. */
  birthDate: string;
  /** All of them, `birthDate` first. Absent: found before they were stored. */
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
  /** Absent: found before explanations were stored. */
  explanation?: HitExplanation | null;
}
