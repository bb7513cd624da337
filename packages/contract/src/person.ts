import { type Static, Type } from 'typebox';
import { matchTypes } from './watchlist.ts';
import { hitMatchStatuses } from './watchlist-review.ts';
import {
  CalendarDate,
  CountryCode,
  Midnight,
  Milliseconds,
  NullableText,
  nullable,
  oneOfTexts,
  Success,
  Uuid,
} from './wire.ts';

/** Kinds of listing of a person in GET …/person. @see spec/contract.md A-58 */
export const pepSanctionTypes = [
  'sanction',
  'pep-class-1',
  'pep-class-2',
  'pep-class-3',
  'pep-class-4',
  'warning',
  'fitness-probity',
  'adverse-media',
] as const;
export type PepSanctionType = (typeof pepSanctionTypes)[number];

const types = Type.Array(oneOfTexts(pepSanctionTypes));
const matches = Type.Array(oneOfTexts(matchTypes));

/** The listed person behind a hit. @see spec/contract.md A-58 */
export const PepSanctionDoc = Type.Object({
  id: Type.String(),
  lastUpdatedUtc: Milliseconds,
  createdUtc: nullable(Milliseconds),
  fields: Type.Array(Type.Object({ name: Type.String(), source: Type.String(), value: Type.String() })),
  types,
  name: Type.String(),
  entityType: Type.Literal('person'),
  aka: Type.Array(Type.Object({ name: Type.String() })),
  associates: Type.Array(Type.Object({ association: Type.String(), name: Type.String() })),
  sources: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  media: Type.Array(
    Type.Object({ date: nullable(Midnight), snippet: NullableText, title: NullableText, url: NullableText }),
  ),
  assets: Type.Array(Type.Object({ publicUrl: Type.String(), source: Type.String(), type: Type.String() })),
  /** Keyed by source. */
  sourceNotes: Type.Record(
    Type.String(),
    Type.Object({
      amlTypes: types,
      listingStartedUtc: nullable(Milliseconds),
      name: Type.String(),
      url: NullableText,
    }),
  ),
});
export type PepSanctionDoc = Static<typeof PepSanctionDoc>;

/** One screening of `pepSanctionMatches`. @see spec/contract.md A-58 */
export const PepSanctionMatch = Type.Object({
  provider: Type.Literal('countersign'),
  numberOfMatches: Type.Integer({ minimum: 0 }),
  date: Milliseconds,
  /** Always empty. */
  matches: Type.Array(Type.Never(), { maxItems: 0 }),
  hits: Type.Array(
    Type.Object({
      doc: PepSanctionDoc,
      matchTypes: matches,
      /** By matched name; inside, by query word. */
      matchTypesDetails: Type.Record(
        Type.String(),
        Type.Object({ matchTypes: Type.Record(Type.String(), matches), type: oneOfTexts(['name', 'aka']) }),
      ),
      matchStatus: oneOfTexts(hitMatchStatuses),
      isWhitelisted: Type.Boolean(),
      /** For ranking only: 1.1 or more for sanctions, less for all others. */
      score: Type.Number(),
    }),
  ),
});
export type PepSanctionMatch = Static<typeof PepSanctionMatch>;

/** GET …/person. @see spec/contract.md A-58 */
export const PersonBody = Type.Object({
  status: Success,
  person: Type.Object({
    /** Stable for the session. */
    id: Uuid,
    firstName: NullableText,
    lastName: NullableText,
    /** National number. */
    idCode: NullableText,
    dateOfBirth: nullable(CalendarDate),
    gender: nullable(oneOfTexts(['M', 'F'])),
    nationality: nullable(CountryCode),
    placeOfBirth: NullableText,
    citizenships: Type.Array(CountryCode),
    /** One item per screening, newest first. */
    pepSanctionMatches: Type.Array(PepSanctionMatch),
  }),
});
export type PersonBody = Static<typeof PersonBody>;
