import { describe, expect, it } from 'vitest';
import { documentAddress } from './address.ts';

const parsed = (text: string, state: string | null) =>
  documentAddress({ value: text.replaceAll('\n', ' '), text }, state).parsed;
const nothing = {
  street: null,
  houseNumber: null,
  unit: null,
  city: null,
  state: null,
  postcode: null,
  country: null,
};

describe('the parts of an address (A-161)', () => {
  it.each([
    [
      '120 Anyder St\nAmaurot, XX 12345-6789',
      { street: 'ANYDER ST', houseNumber: '120', city: 'AMAUROT', state: 'XX', postcode: '12345-6789' },
    ],
    [
      '120 AMAUROT BLVD APT 4\nAMAUROT, XX 12345',
      {
        street: 'AMAUROT BLVD',
        houseNumber: '120',
        unit: '4',
        city: 'AMAUROT',
        state: 'XX',
        postcode: '12345',
      },
    ],
    [
      '120 ANYDER ST\nUNIT 7-B\nAMAUROT, ON K1A 0B1',
      {
        street: 'ANYDER ST',
        houseNumber: '120',
        unit: '7-B',
        city: 'AMAUROT',
        state: 'ON',
        postcode: 'K1A 0B1',
      },
    ],
    ['PO BOX 12\nAMAUROT, XX', { street: 'PO BOX 12', city: 'AMAUROT', state: 'XX' }],
    ['120 ANYDER ST AMAUROT', {}],
  ])('of a North American licence: %j', (text, parts) => {
    expect(parsed(text, 'USA')).toEqual({ ...nothing, ...parts });
  });

  it.each([
    [
      'C RÍO ÁNIDRO 120\nCOL AMAUROTE 12345\nANIDRO, UTO.',
      { street: 'C RÍO ÁNIDRO', houseNumber: '120', city: 'ANIDRO', state: 'UTO', postcode: '12345' },
    ],
    [
      'C HITLODEO 8 INT 3\nCOL AMAUROTE 12345\nANIDRO, UTO.',
      { street: 'C HITLODEO', houseNumber: '8', unit: '3', city: 'ANIDRO', state: 'UTO', postcode: '12345' },
    ],
    ['C RÍO ÁNIDRO 120\nANIDRO, UTO.', {}],
    ['C RÍO ÁNIDRO 120\nCOL AMAUROTE I2345\nANIDRO, UTO.', {}],
  ])('of a Mexican voter card: %j', (text, parts) => {
    expect(parsed(text, 'MEX')).toEqual({ ...nothing, ...parts });
  });

  it('are unknown where the arrangement is', () => {
    expect(parsed('120 ANYDER ST\nAMAUROT, XX 12345', 'UTO')).toEqual(nothing);
    expect(parsed('120 ANYDER ST\nAMAUROT, XX 12345', null)).toEqual(nothing);
  });
});
