import type { ListedEntity } from '../../src/model/listed-entity.ts';

/** An entity as short texts, which a table of expectations can hold. */
export interface Summary {
  schema: string;
  names: string[];
  birth: string[];
  gender: string | null;
  countries: string[];
  identifiers: string[];
  listings: string[];
  associates: string[];
}

/** An entity in few words. */
export function summary(entity: ListedEntity | undefined): Summary | null {
  if (entity === undefined) return null;
  return {
    schema: entity.schema,
    names: entity.names.map(
      ({ kind, text, parts }) => `${kind}: ${text}${parts ? ` (${parts.first} | ${parts.last})` : ''}`,
    ),
    birth: entity.birth.map(({ text, approximate }) => (approximate ? `~${text}` : text)),
    gender: entity.gender,
    countries: entity.countries.map(({ code, role }) => `${code} ${role}`),
    identifiers: entity.identifiers.map(({ type, value, country }) =>
      [type ?? '-', value, country ?? '-'].join(' '),
    ),
    listings: entity.listings.map(({ list, programme, date }) =>
      [list, programme ?? '-', date ?? '-'].join(' '),
    ),
    associates: entity.associates.map(({ name }) => name),
  };
}
