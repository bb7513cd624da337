import type { ListedEntity } from '../../src/model/listed-entity.ts';
import type { Listing, ListType } from '../../src/model/screening-types.ts';

/** A listing of an invented list. */
export function listing(list: ListType): Listing {
  return {
    list,
    source: 'invented',
    sourceName: 'Invented List',
    url: null,
    date: null,
    programme: null,
    title: null,
    snippet: null,
  };
}

/** An invented entity of which only the given members are known. For tests. */
export function invented(members: Partial<ListedEntity>): ListedEntity {
  return {
    id: 'inv-1',
    formerIds: [],
    schema: 'Person',
    names: [{ text: 'Marekko Dolvan', kind: 'primary' }],
    birth: [],
    death: null,
    deceased: false,
    gender: null,
    countries: [],
    identifiers: [],
    listings: [listing('SANCTIONS')],
    associates: [],
    positions: [],
    contentHash: '00',
    ...members,
  };
}
