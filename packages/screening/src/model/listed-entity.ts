import type { Associate, Identifier, Listing, NameKind, Schema } from './screening-types.ts';

/** One spelling of an entity's name, as the source writes it. */
export interface ListedName {
  text: string;
  kind: NameKind;
  /** Set if the source marks which words are given and which are family names. */
  parts?: { first: string; last: string };
  /** ISO 639 code, if stated. */
  language?: string;
}

/** A birth date as precise as known. `from` and `to` are the first and last possible day, `YYYY-MM-DD`. */
export interface BirthRange {
  text: string;
  from: string;
  to: string;
  approximate: boolean;
}

/** How a country relates to an entity. `birth` counts only if nothing else is known. */
export const countryRoles = ['nationality', 'jurisdiction', 'residence', 'address', 'flag', 'birth'] as const;
export type CountryRole = (typeof countryRoles)[number];

/** What every loader produces, whatever the source. */
export interface ListedEntity {
  id: string;
  formerIds: string[];
  schema: Schema;
  names: ListedName[];
  birth: BirthRange[];
  /** As precise as known. */
  death: string | null;
  /** Dead according to a date, a field of the source or a mark on the name; "reportedly" dead does not count. */
  deceased: boolean;
  gender: 'M' | 'F' | null;
  /** Alpha-2 codes in upper case. */
  countries: { code: string; role: CountryRole }[];
  identifiers: Identifier[];
  /** Empty: the entity is loaded only because others refer to it, and it is never a hit. */
  listings: Listing[];
  associates: Associate[];
  positions: string[];
  /** Hexadecimal hash of the material fields in canonical order (content-hash.ts). */
  contentHash: string;
}

/** Returns the entity whose id sorts last, by code units; the second if the ids are equal. */
export function laterOf(first: ListedEntity | null, second: ListedEntity): ListedEntity {
  return first === null || first.id <= second.id ? second : first;
}

/** What a loader read and what it left out. */
export interface LoadReport {
  entities: number;
  names: number;
  rejects: { place: string; reason: string }[];
  /** Number of all rejected records; `rejects` keeps the first hundred. */
  rejected: number;
  /** Counts of unknown fields, schemata, topics and countries. */
  unknown: Record<string, number>;
  /** When the publisher made the file, if stated. */
  publishedAt: string | null;
  /** Version or digest of the content. */
  version: string;
}

/** A source rejected as a whole: wrong format, too large, a DOCTYPE, a decompression bomb. None of it is used. */
export class RefusedSource extends Error {
  override name = 'RefusedSource';
}
