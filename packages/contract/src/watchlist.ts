import { type Static, Type } from 'typebox';
import { hitMatchStatuses, riskLevels } from './watchlist-review.ts';
import {
  CountryCode,
  Midnight,
  Milliseconds,
  NullableText,
  nullable,
  oneOfTexts,
  PartialDate,
  Success,
  Uuid,
} from './wire.ts';

/** List values, in the interface's order. @see spec/interface.md, "Watchlist screening result" */
export const screeningLists = [
  'SANCTIONS',
  'PEP_CLASS_1',
  'PEP_CLASS_2',
  'PEP_CLASS_3',
  'PEP_CLASS_4',
  'ADVERSE_MEDIA',
  'FITNESS_PROBITY',
  'WARNINGS',
] as const;
export type ScreeningList = (typeof screeningLists)[number];

/** Primary values of `matchTypes`, best first. @see spec/contract.md A-67 */
export const primaryMatchTypes = [
  'name_exact',
  'aka_exact',
  'equivalent_name',
  'equivalent_aka',
  'phonetic_name',
  'phonetic_aka',
  'name_fuzzy',
  'aka_fuzzy',
  'unknown',
] as const;

/** Secondary values of `matchTypes`; the first that applies is used. @see spec/contract.md A-67 */
export const secondaryMatchTypes = [
  'year_of_birth',
  'removed_personal_title',
  'removed_personal_suffix',
  'removed_organisation_prefix',
  'removed_organisation_suffix',
  'removed_clerical_mark',
] as const;

/** Every value of `matchTypes`. @see spec/contract.md A-67 */
export const matchTypes = [...primaryMatchTypes, ...secondaryMatchTypes] as const;

/** Outcomes of a screening. */
export const reviewStatuses = ['no_match', 'potential_match', 'reviewed'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** States of ongoing monitoring; empty: never configured. */
export const monitorStatuses = ['enabled', 'disabled', ''] as const;
export type MonitorStatus = (typeof monitorStatuses)[number];

const source = { sourceName: Type.String(), sourceUrl: NullableText };
const dated = Type.Object({ ...source, date: nullable(Midnight) });
const undated = Type.Object(source);

/** Five lists of listings, or `{}` with listings off. @see spec/contract.md A-68 */
export const Listings = Type.Object({
  warnings: Type.Optional(Type.Array(dated)),
  sanctions: Type.Optional(Type.Array(dated)),
  fitnessProbity: Type.Optional(Type.Array(undated)),
  pep: Type.Optional(Type.Array(undated)),
  adverseMedia: Type.Optional(
    Type.Array(Type.Object({ ...source, date: nullable(Midnight), snippet: NullableText })),
  ),
});
export type Listings = Static<typeof Listings>;

const hitFacts = {
  matchedName: Type.String(),
  /** English short names. */
  countries: Type.Array(Type.String()),
  /** As precise as the source, `''` when unknown. */
  dateOfBirth: Type.Union([PartialDate, Type.Literal('')]),
  dateOfDeath: nullable(PartialDate),
  /** One primary value, optionally a secondary one. */
  matchTypes: Type.Array(oneOfTexts(matchTypes), { minItems: 1, maxItems: 2 }),
  aka: Type.Array(Type.String()),
  associates: Type.Array(Type.String()),
  listingsRelatedToMatch: Listings,
};

/** What a row of an explanation concerns. @see spec/contract.md A-270 */
const evidenceFields = ['name', 'birthDate', 'country', 'gender', 'identifier', 'rule'] as const;

/** Why a hit has its score. @see spec/contract.md A-270 */
export const HitExplanation = Type.Object({
  /** 0 to 100, the sum of all points. */
  score: Type.Number({ minimum: 0, maximum: 100 }),
  /** One or two sentences, English. */
  summary: Type.String(),
  settledBy: Type.Array(oneOfTexts(evidenceFields)),
  evidence: Type.Array(
    Type.Object({
      field: oneOfTexts(evidenceFields),
      subject: NullableText,
      listed: NullableText,
      relation: Type.String(),
      points: Type.Number(),
    }),
  ),
});
export type HitExplanation = Static<typeof HitExplanation>;

/** One hit. @see spec/contract.md A-66 */
export const WatchlistHit = Type.Object({
  id: Uuid,
  matchStatus: oneOfTexts(hitMatchStatuses),
  /** Only with `true_match`, and only if the reviewer sent one. */
  riskLevel: Type.Optional(oneOfTexts(riskLevels)),
  ...hitFacts,
  /** Only if the integration enables explanations; `null` for a hit found before they existed. */
  explanation: Type.Optional(nullable(HitExplanation)),
});
export type WatchlistHit = Static<typeof WatchlistHit>;

/** Configuration applied to a screening. @see spec/contract.md A-65 */
export const SearchTerm = Type.Object({
  name: Type.String(),
  /** `YYYY`, `''` when unknown. */
  year: Type.String({ pattern: '^(\\d{4})?$' }),
  lists: Type.Array(oneOfTexts(screeningLists), { minItems: 1 }),
  countries: Type.Array(CountryCode),
  exactMatch: Type.Boolean(),
  /** 0–100, higher requires a closer match. */
  matchThreshold: Type.Integer({ minimum: 0, maximum: 100 }),
  excludeDeceased: Type.Boolean(),
});
export type SearchTerm = Static<typeof SearchTerm>;

const identity = {
  checkType: oneOfTexts(['initial_result', 'updated_result']),
  attemptId: Uuid,
  sessionId: Uuid,
  vendorData: NullableText,
  endUserId: NullableText,
};
const legacyMatchStatus = oneOfTexts(['possible_match', 'no_match']);

/** A screening result: `data` of the answer, and the webhook body. @see spec/contract.md */
export const WatchlistResult = Type.Object({
  ...identity,
  reviewStatus: oneOfTexts(reviewStatuses),
  /** Deprecated. */
  matchStatus: legacyMatchStatus,
  hasUnacknowledgedChanges: Type.Boolean(),
  monitorStatus: oneOfTexts(monitorStatuses),
  searchTerm: SearchTerm,
  /** Hits found; may exceed the number of hits shown. */
  totalHits: Type.Integer({ minimum: 0 }),
  createdAt: Milliseconds,
  hits: Type.Array(WatchlistHit, { maxItems: 500 }),
});
export type WatchlistResult = Static<typeof WatchlistResult>;

/** A result on an integration set to the legacy solution. @see spec/contract.md A-69 */
export const LegacyWatchlistResult = Type.Object({
  ...identity,
  matchStatus: legacyMatchStatus,
  monitorStatus: oneOfTexts(monitorStatuses),
  searchTerm: Type.Object({
    name: SearchTerm.properties.name,
    year: SearchTerm.properties.year,
    lists: SearchTerm.properties.lists,
  }),
  totalHits: Type.Integer({ minimum: 0 }),
  createdAt: Milliseconds,
  hits: Type.Array(Type.Object(hitFacts), { maxItems: 500 }),
});
export type LegacyWatchlistResult = Static<typeof LegacyWatchlistResult>;

/** GET …/watchlist-screening with a result. @see spec/contract.md A-64 */
export const WatchlistBody = Type.Object({
  status: Success,
  data: Type.Union([WatchlistResult, LegacyWatchlistResult]),
});
export type WatchlistBody = Static<typeof WatchlistBody>;

/** GET …/watchlist-screening while no result exists (202). @see spec/contract.md A-63 */
export const WatchlistPendingBody = Type.Object({ status: Success, data: Type.Null() });
export type WatchlistPendingBody = Static<typeof WatchlistPendingBody>;

/** PATCH …/watchlist-screening: the state after the operation. @see spec/contract.md A-71 */
export const WatchlistPatchBody = Type.Object({
  status: Success,
  data: Type.Object({
    attemptId: Uuid,
    sessionId: Uuid,
    vendorData: NullableText,
    /** This and the next member are absent in the legacy shape. */
    reviewStatus: Type.Optional(oneOfTexts(reviewStatuses)),
    hasUnacknowledgedChanges: Type.Optional(Type.Boolean()),
    monitorStatus: oneOfTexts(monitorStatuses),
    /** Only after a hit review. */
    hit: Type.Optional(
      Type.Object({
        id: Uuid,
        matchStatus: oneOfTexts(hitMatchStatuses),
        riskLevel: Type.Optional(oneOfTexts(riskLevels)),
      }),
    ),
  }),
});
export type WatchlistPatchBody = Static<typeof WatchlistPatchBody>;
