import type { PepSanctionDoc, PepSanctionMatch, PepSanctionType, ScreeningList } from '@countersign/contract';
import type { FoundHit, FoundListing } from './found-hit.ts';
import type { StoredHit } from './material-change.ts';
import {
  midnightOf,
  birthDateOf,
  partialDate,
  snippetOf,
  webAddress,
  wireMatchTypes,
  type WireMatchType,
} from './wire-hit.ts';

/** One screening of the session. */
export interface PastScreening {
  totalHits: number;
  /** Milliseconds, `Z`. */
  createdAt: string;
  hits: readonly StoredHit[];
}

/**
 * `person.pepSanctionMatches`: the stored hits in the older structure.
 * @param screenings newest first
 * @returns `[]` when no screening has a hit
 * @see spec/contract.md A-58
 */
export function pepSanctionMatches(screenings: readonly PastScreening[]): PepSanctionMatch[] {
  const shown = screenings.map((screening) => ({
    ...screening,
    hits: screening.hits.filter(({ current }) => current),
  }));
  if (shown.every(({ hits }) => hits.length === 0)) return [];
  return shown.map(({ totalHits, createdAt, hits }) => ({
    provider: 'countersign',
    numberOfMatches: totalHits,
    date: createdAt,
    matches: [],
    hits: hits.map((hit) => hitOf(hit, createdAt)),
  }));
}

function hitOf(
  { found, matchStatus, carriedFrom }: StoredHit,
  createdAt: string,
): PepSanctionMatch['hits'][number] {
  return {
    doc: docOf(found, createdAt),
    matchTypes: wireMatchTypes(found),
    matchTypesDetails: detailsOf(found),
    matchStatus,
    isWhitelisted: carriedFrom !== null,
    score: rankOf(found),
  };
}

const typeOf: Readonly<Record<ScreeningList, PepSanctionType>> = {
  SANCTIONS: 'sanction',
  PEP_CLASS_1: 'pep-class-1',
  PEP_CLASS_2: 'pep-class-2',
  PEP_CLASS_3: 'pep-class-3',
  PEP_CLASS_4: 'pep-class-4',
  WARNINGS: 'warning',
  FITNESS_PROBITY: 'fitness-probity',
  ADVERSE_MEDIA: 'adverse-media',
};

const typesOf = (listings: readonly FoundListing[]): PepSanctionType[] => [
  ...new Set(listings.map(({ list }) => typeOf[list])),
];

function docOf(found: FoundHit, createdAt: string): PepSanctionDoc {
  const { matchedName, aka, listings } = found;
  // Other names are ordered primary first, so where an alias matched, the first of them is the primary name.
  const primary = found.trace.listedKind === 'primary' ? matchedName : (aka[0] ?? matchedName);
  const days = listings.flatMap(({ date }) => midnightOf(date) ?? []).sort();
  const sources = [...new Set(listings.map(({ source }) => source))];
  return {
    id: found.entityId,
    lastUpdatedUtc: inMilliseconds(days.at(-1)) ?? createdAt,
    createdUtc: inMilliseconds(days[0]),
    fields: fieldsOf(found, sources[0] ?? ''),
    types: typesOf(listings),
    name: primary,
    entityType: 'person',
    aka: [...new Set([matchedName, ...aka])].filter((name) => name !== primary).map((name) => ({ name })),
    associates: found.associates.map(({ name, relation }) => ({
      association: relation ?? 'associate',
      name,
    })),
    sources,
    keywords: [],
    media: listings.filter(({ list }) => list === 'ADVERSE_MEDIA').map(mediumOf),
    assets: [],
    sourceNotes: Object.fromEntries(sources.map((source) => [source, noteOf(source, listings)])),
  };
}

const inMilliseconds = (midnight: string | undefined): string | null =>
  midnight?.replace('00Z', '00.000Z') ?? null;

function fieldsOf(found: FoundHit, source: string): PepSanctionDoc['fields'] {
  const field = (name: string, value: string | null) => (value ? [{ name, source, value }] : []);
  return [
    ...field('dateOfBirth', birthDateOf(found)),
    ...field('dateOfDeath', partialDate(found.deathDate)),
    ...field('gender', found.gender),
    ...found.countryNames.flatMap((name) => field('country', name)),
    ...found.positions.flatMap((position) => field('position', position)),
  ];
}

const mediumOf = ({ date, snippet, title, url }: FoundListing) => ({
  date: midnightOf(date),
  snippet: snippetOf(snippet),
  title,
  url: webAddress(url),
});

function noteOf(source: string, all: readonly FoundListing[]): PepSanctionDoc['sourceNotes'][string] {
  const listings = all.filter((listing) => listing.source === source);
  const days = listings.flatMap(({ date }) => midnightOf(date) ?? []).sort();
  return {
    amlTypes: typesOf(listings),
    listingStartedUtc: inMilliseconds(days[0]),
    name: listings[0]?.sourceName ?? source,
    url: webAddress(listings.find(({ url }) => webAddress(url) !== null)?.url ?? null),
  };
}

/** How each word of the query was matched, in the vocabulary of the match types. */
const wordTypes: Readonly<Record<string, { name: WireMatchType; aka: WireMatchType }>> = {
  exact_match: { name: 'name_exact', aka: 'aka_exact' },
  equivalent_name: { name: 'equivalent_name', aka: 'equivalent_aka' },
  word_to_initial: { name: 'equivalent_name', aka: 'equivalent_aka' },
  phonetic: { name: 'phonetic_name', aka: 'phonetic_aka' },
  edit_distance: { name: 'name_fuzzy', aka: 'aka_fuzzy' },
  // An unmatched word.
  left: { name: 'name_fuzzy', aka: 'aka_fuzzy' },
};

function detailsOf({ matchedName, trace }: FoundHit): PepSanctionMatch['hits'][number]['matchTypesDetails'] {
  const type = trace.listedKind === 'primary' ? 'name' : 'aka';
  const valueOf = (op: string): WireMatchType =>
    (Object.hasOwn(wordTypes, op) ? wordTypes[op]?.[type] : undefined) ?? 'unknown';
  const words = [...trace.pairs, ...trace.leftQuery.map(({ word }) => ({ query: word, op: 'left' }))];
  const byWord = new Map(words.map(({ query, op }) => [query.toLowerCase(), [valueOf(op)]]));
  return Object.fromEntries([[matchedName, { matchTypes: Object.fromEntries(byWord), type }]]);
}

/** For ranking only: sanctions from 1.1 up, all others below. Two decimals. */
function rankOf({ score, listTypes }: FoundHit): number {
  return listTypes.includes('SANCTIONS') ? Math.round(110 + score) / 100 : Math.round(score * 1.09) / 100;
}
