import {
  type Listings,
  primaryMatchTypes,
  type ScreeningList,
  secondaryMatchTypes,
} from '@countersign/contract';
import type { FoundHit, FoundListing } from './found-hit.ts';

export type WireMatchType = (typeof primaryMatchTypes)[number] | (typeof secondaryMatchTypes)[number];

/**
 * The match types that a client sees: one primary, and the first secondary one that applies. If one word has no counterpart, an
 * equivalent name is reported as fuzzy, because in an equivalent name all other words match exactly.
 * @see spec/contract.md A-67
 */
export function wireMatchTypes({ matchTypes: found, trace }: FoundHit): WireMatchType[] {
  const first = primaryMatchTypes.find((value) => value === found[0]) ?? 'unknown';
  const leftOver = trace.leftQuery.length + trace.leftListed.length > 0;
  const primary =
    leftOver && first === 'equivalent_name'
      ? 'name_fuzzy'
      : leftOver && first === 'equivalent_aka'
        ? 'aka_fuzzy'
        : first;
  const secondary = secondaryMatchTypes.find((value) => found.includes(value));
  return secondary ? [primary, secondary] : [primary];
}

const arrayOf: Readonly<Record<ScreeningList, keyof Listings>> = {
  SANCTIONS: 'sanctions',
  PEP_CLASS_1: 'pep',
  PEP_CLASS_2: 'pep',
  PEP_CLASS_3: 'pep',
  PEP_CLASS_4: 'pep',
  ADVERSE_MEDIA: 'adverseMedia',
  FITNESS_PROBITY: 'fitnessProbity',
  WARNINGS: 'warnings',
};

/** Listings in the five arrays; `{}` if the integration has disabled them. @see spec/contract.md A-68 */
export function wireListings(listings: readonly FoundListing[], shown: boolean): Listings {
  if (!shown) return {};
  const of = (name: keyof Listings) => listings.filter(({ list }) => arrayOf[list] === name);
  return {
    warnings: of('warnings').map(dated),
    sanctions: of('sanctions').map(dated),
    fitnessProbity: of('fitnessProbity').map(plain),
    pep: of('pep').map(plain),
    adverseMedia: of('adverseMedia').map((listing) => ({
      ...dated(listing),
      snippet: snippetOf(listing.snippet),
    })),
  };
}

const plain = ({ sourceName, url }: FoundListing) => ({ sourceName, sourceUrl: webAddress(url) });
const dated = (listing: FoundListing) => ({ ...plain(listing), date: midnightOf(listing.date) });

/** `null` for anything but `http(s)`, because third parties write the lists. @see spec/contract.md A-68 */
export const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\/\S+$/i.test(url) ? url : null;

/** Midnight of a date; `null` if the day is not known. @see spec/contract.md A-09 */
export const midnightOf = (date: string | null): string | null =>
  date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : null;

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; anything else counts as unknown. @see spec/contract.md A-09 */
export const partialDate = (date: string | null): string | null =>
  date !== null && /^\d{4}(-\d\d(-\d\d)?)?$/.test(date) ? date : null;

/** The first date that is not a range; null if there is none. @see spec/contract.md A-325 */
export const birthDateOf = ({ birthDate, birthDates = [birthDate] }: FoundHit): string | null =>
  birthDates.map(partialDate).find((date) => date !== null) ?? null;

const snippetCharacters = 500;

/** At most 500 characters, without splitting any. */
export function snippetOf(text: string | null): string | null {
  if (text === null) return null;
  const characters = Array.from(text);
  return characters.length > snippetCharacters ? characters.slice(0, snippetCharacters).join('') : text;
}
