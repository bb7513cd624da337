import type { Associate, Identifier, Listing, NameKind, Schema } from './screening-types.ts';

/** One spelling of an entity's name, as the source writes it. */
export interface ListedName {
  text: string;
  kind: NameKind;
  /** Where the source marks which words are given and which are family names. */
  parts?: { first: string; last: string };
  /** ISO 639 code, when stated. */
  language?: string;
}

/** A birth date as precise as known. `from` and `to` are the first and last possible day, `YYYY-MM-DD`. */
export interface BirthRange {
  text: string;
  from: string;
  to: string;
  approximate: boolean;
}

/** How a country relates to an entity. `birth` counts only when nothing else is known. */
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
  /** Dead by date, by a field of the source or by a mark on the name; "reportedly" dead is not. */
  deceased: boolean;
  gender: 'M' | 'F' | null;
  /** Alpha-2 codes in upper case. */
  countries: { code: string; role: CountryRole }[];
  identifiers: Identifier[];
  /** Empty: the entity is loaded only because others refer to it, and is never a hit. */
  listings: Listing[];
  associates: Associate[];
  positions: string[];
  /** Hexadecimal, of the material fields in canonical order (content-hash.ts). */
  contentHash: string;
}

/** Of two entities the one whose id sorts last, by code units; the second if the ids are equal. */
export function laterOf(first: ListedEntity | null, second: ListedEntity): ListedEntity {
  return first === null || first.id <= second.id ? second : first;
}

/** What a loader read and what it left out. */
export interface LoadReport {
  entities: number;
  names: number;
  rejects: { place: string; reason: string }[];
  /** All rejects; `rejects` keeps the first hundred. */
  rejected: number;
  /** Unknown fields, schemata, topics and countries, counted. */
  unknown: Record<string, number>;
  /** When the publisher made the file, if stated. */
  publishedAt: string | null;
  /** Version or digest of the content. */
  version: string;
}

/** A source that is rejected as a whole: wrong format, too large, a DOCTYPE, a decompression bomb. Nothing of it is used. */
export class RefusedSource extends Error {
  override name = 'RefusedSource';
}
