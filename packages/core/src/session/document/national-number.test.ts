import { describe, expect, it } from 'vitest';
import { zoneWith } from '../../../test/identity-case.ts';
import { nationalNumber } from './national-number.ts';

const rows = [
  ['ARE', '784190342761245'],
  ['BEL', '03011424021'],
  ['BGR', '0301043923'],
  ['BIH', '1701903517354'],
  ['CHL', '99123456K'],
  ['CZE', '0351023563'],
  ['FIN', '260103811H'],
  ['HRV', '56267613382'],
  ['ISL', '0501031459'],
  ['ISR', '534014519'],
  ['KAZ', '030115774169'],
  ['LTU', '30301224445'],
  ['MDA', '2834804066010'],
  ['MKD', '1001903211938'],
  ['MNE', '1401903840917'],
  ['NLD', '152540830'],
  ['NOR', '25010332160'],
  ['POL', '03012872160'],
  ['ROU', '1030104901661'],
  ['SRB', '2201903087717'],
  ['SVK', '0351203061'],
  ['SVN', '2501903810188'],
  ['SWE', '190301106050'],
  ['TUR', '15755223000'],
] as const;

/** The same number with its sixth digit misread. */
const misread = (value: string) => `${value.slice(0, 5)}${(Number(value[5]) + 1) % 10}${value.slice(6)}`;

describe('the national number in the optional data of a card', () => {
  it.each(rows)(
    'of %s is a number that passes the check digits, in either field: %s',
    (issuingState, value) => {
      const card = (optional: object) =>
        zoneWith({ documentCode: 'ID', issuingState, ...optional }, { format: 'TD1' });
      expect(nationalNumber(card({ optional1: value }))).toBe(value);
      expect(nationalNumber(card({ optional1: 'X07', optional2: value }))).toBe(value);
      expect(nationalNumber(card({ optional1: misread(value), optional2: null }))).toBe(null);
      expect(nationalNumber(card({ issuingState: 'UTO', optional1: value }))).toBe(null);
    },
  );

  it('has the hyphen of Finland left out, as numbers are sent', () => {
    const card = zoneWith(
      { documentCode: 'I', issuingState: 'FIN', optional2: '260103<811H' },
      { format: 'TD1' },
    );
    expect(nationalNumber(card)).toBe('260103811H');
  });

  it.each([
    ['NLD', '000000000'],
    ['ISR', '000000000'],
    ['MDA', '0000000000000'],
  ])('of %s is not the zeros that fill a field: %s', (issuingState, optional1) => {
    const card = zoneWith({ documentCode: 'ID', issuingState, optional1 }, { format: 'TD1' });
    expect(nationalNumber(card)).toBe(null);
  });

  it.each(['repaired', 'inconsistent'] as const)('is not taken from a zone that is %s', (status) => {
    const card = zoneWith(
      { documentCode: 'ID', issuingState: 'POL', optional1: '03012872160' },
      { format: 'TD1', status },
    );
    expect(nationalNumber(card)).toBe(null);
  });
});

describe('the personal number in the optional data of a passport', () => {
  it.each([
    ['UTO', 'ZE184226B'],
    ['EST', '49103149907'],
    // Numbers of the issuing office, of the application, a part of a number.
    ['USA', null],
    ['CHN', null],
    ['KOR', null],
  ])('of %s: %s', (issuingState, expected) => {
    const optional1 = expected ?? '910239248';
    const passport = zoneWith({ documentCode: 'P', issuingState, optional1 }, { format: 'TD3' });
    expect(nationalNumber(passport)).toBe(expected);
  });
});
