import type { CountryRole, ListedEntity, ListedName } from '../lists/listed-entity.ts';
import { schemata, ScreeningInputError, type Schema } from '../screening-types.ts';
import { referenceTables } from '../tables/reference-tables.ts';

type Members = Record<string, unknown>;

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function texts(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function schemaOf(value: unknown): Schema {
  return schemata.find((schema) => schema === value) ?? 'Unknown';
}

function genderOf(values: readonly string[]): 'M' | 'F' | null {
  const [gender] = values.map((value) => value.trim().toLowerCase());
  if (gender === 'm' || gender === 'male') return 'M';
  return gender === 'f' || gender === 'female' ? 'F' : null;
}

function codeOf(text: string): string | null {
  return /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : referenceTables().countries.codeOf(text);
}

function lastDay(year: number, month: number): string {
  return String(new Date(Date.UTC(year, month, 0)).getUTCDate()).padStart(2, '0');
}

/** `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, with time or not, as a range; nothing for anything else. */
function birthRanges(dates: readonly string[]): ListedEntity['birth'] {
  return dates.flatMap((date) => {
    const match = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?(?:T.*)?$/.exec(date.trim());
    if (!match) return [];
    const [, year = '', month, day] = match;
    const text = [year, month, day].filter((part) => part !== undefined).join('-');
    return [
      {
        text,
        from: `${year}-${month ?? '01'}-${day ?? '01'}`,
        to: `${year}-${month ?? '12'}-${day ?? lastDay(Number(year), Number(month ?? '12'))}`,
        approximate: false,
      },
    ];
  });
}

const ftmNames: readonly (readonly [string, ListedName['kind']])[] = [
  ['name', 'primary'],
  ['alias', 'alias'],
  ['previousName', 'former'],
  ['weakAlias', 'weak'],
];
const ftmCountries: readonly (readonly [string, CountryRole])[] = [
  ['nationality', 'nationality'],
  ['citizenship', 'nationality'],
  ['jurisdiction', 'jurisdiction'],
  ['mainCountry', 'jurisdiction'],
  ['country', 'residence'],
  ['flag', 'flag'],
  ['birthCountry', 'birth'],
];
/** Property to the type of identifier it holds. */
const ftmIdentifiers: readonly (readonly [string, string | undefined])[] = [
  ['idNumber', 'nationalid'],
  ['passportNumber', 'passport'],
  ['taxNumber', 'tax'],
  ['registrationNumber', 'registration'],
  ['innCode', 'tax'],
  ['ogrnCode', 'registration'],
  ['leiCode', 'lei'],
  ['imoNumber', 'imo'],
  ['mmsi', 'mmsi'],
  ['callSign', 'callsign'],
  ['swiftBic', 'swift'],
];

function emptyEntity(record: Members): ListedEntity {
  return {
    id: typeof record['id'] === 'string' ? record['id'] : 'listed',
    formerIds: [],
    schema: schemaOf(record['schema']),
    names: [],
    birth: [],
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [],
    associates: [],
    positions: [],
    contentHash: '',
  };
}

function ofFollowTheMoney(record: Members, properties: Members): ListedEntity {
  const values = (property: string): string[] => texts(properties[property] ?? []);
  const entity = emptyEntity(record);
  for (const [property, kind] of ftmNames)
    for (const text of values(property)) entity.names.push({ text, kind });
  if (entity.names.length === 0) {
    const parts = ['firstName', 'middleName', 'lastName'].flatMap((property) => values(property).slice(0, 1));
    const [caption = parts.join(' ')] = texts(record['caption']);
    if (caption !== '') entity.names.push({ text: caption, kind: 'primary' });
  }
  for (const [property, role] of ftmCountries)
    for (const text of values(property)) {
      const code = codeOf(text);
      if (code !== null) entity.countries.push({ code, role });
    }
  const [country] = entity.countries.map(({ code }) => code);
  const countryOfPapers = entity.countries.every(({ code }) => code === country) ? country : undefined;
  for (const [property, type] of ftmIdentifiers)
    for (const value of values(property))
      entity.identifiers.push({
        value,
        ...(type !== undefined && { type }),
        ...(countryOfPapers !== undefined && { country: countryOfPapers }),
      });
  entity.birth = birthRanges(values('birthDate'));
  [entity.death = null] = values('deathDate');
  entity.gender = genderOf(values('gender'));
  return entity;
}

const roles: readonly CountryRole[] = [
  'nationality',
  'jurisdiction',
  'residence',
  'address',
  'flag',
  'birth',
];
const kinds: readonly ListedName['kind'][] = ['primary', 'alias', 'former', 'weak'];

function records(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function ofNative(record: Members): ListedEntity {
  const entity = emptyEntity(record);
  for (const name of records(record['names']))
    for (const text of texts(name['text']))
      entity.names.push({ text, kind: kinds.find((kind) => kind === name['kind']) ?? 'primary' });
  for (const country of records(record['countries'])) {
    const [code] = texts(country['code']).map(codeOf);
    if (code)
      entity.countries.push({ code, role: roles.find((role) => role === country['role']) ?? 'nationality' });
  }
  for (const identifier of records(record['identifiers'])) {
    const [type] = texts(identifier['type']);
    const [country] = texts(identifier['country']);
    for (const value of texts(identifier['value']))
      entity.identifiers.push({
        value,
        ...(type !== undefined && { type }),
        ...(country !== undefined && { country: country.toUpperCase() }),
      });
  }
  entity.birth = birthRanges(texts(record['birth'] ?? []));
  [entity.death = null] = texts(record['death'] ?? []);
  entity.gender = genderOf(texts(record['gender'] ?? []));
  return entity;
}

/**
 * One record of FollowTheMoney or of the native format as an entity by itself: what its links and listings say is not known
 * here, and plays no role for a score.
 * @throws ScreeningInputError when it is neither, or has no name
 */
export function entityOfRecord(value: unknown): ListedEntity {
  if (!isRecord(value)) throw new ScreeningInputError('an entity is an object');
  const { properties } = value;
  const entity = isRecord(properties) ? ofFollowTheMoney(value, properties) : ofNative(value);
  if (entity.names.length === 0) throw new ScreeningInputError('the entity has no name');
  return entity;
}
