import { expect, it } from 'vitest';
import { invented, listing } from '../../../test/support/invented-entity.ts';
import { listTypes } from '../../model/list-types.ts';
import { preparedKinds, tokenClasses } from '../../model/prepared-name.ts';
import { schemata } from '../../model/screening-types.ts';
import { mostWeight } from '../../names/token-weights.ts';
import { idBits, maximalId } from './bucket-table.ts';
import { countryShift, deceasedBit, entityBits, isGone, schemaBit, schemaMask } from './entity-bits.ts';
import { kindOfBits, NameCollector, typedBit } from '../build/name-collector.ts';
import { TokenCollector } from '../build/token-collector.ts';

it('has room for every class of a token and every weight', () => {
  expect(tokenClasses.length).toBeLessThanOrEqual(typedBit);
  expect(mostWeight).toBeLessThan(2 ** (32 - idBits));
});

it.each(preparedKinds)('keeps the kind of a name, weak or not: %s', (kind) => {
  for (const weak of [false, true]) {
    const names = new NameCollector(new TokenCollector());
    names.add(7, { raw: '', kind, tokens: [], removed: [] }, weak);
    const packed = names.freeze().sections['name.entity'][0] as number;
    expect([packed & maximalId, kindOfBits(packed >>> idBits)]).toEqual([7, kind]);
  }
});

it.each(schemata)(
  'keeps the schema of an entity apart from its lists, and distinguishes it from one that is gone: %s',
  (schema) => {
    const word = entityBits(invented({ schema, deceased: true, listings: listTypes.map(listing) }));
    expect(schemaBit(word) & schemaMask(schema)).not.toBe(0);
    expect(isGone(word)).toBe(false);
    expect(word & deceasedBit).not.toBe(0);
    expect(word).toBeLessThan(1 << countryShift);
  },
);
