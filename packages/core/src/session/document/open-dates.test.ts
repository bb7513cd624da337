import type { MrzFinding } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import {
  barcodeWith,
  type Changes,
  decide,
  input,
  person,
  printedWith,
  read,
  unread,
  zoneWith,
} from '../../../test/identity-case.ts';
import { decideSession } from '../decide.ts';

/** A zone with a date that is no day of the calendar. */
const openDate = (
  openDates: NonNullable<MrzFinding['openDates']>,
  status: MrzFinding['status'] = 'clean',
): Changes => {
  const fields = Object.fromEntries(Object.keys(openDates).map((name) => [name, null]));
  return { findings: { mrz: zoneWith(fields, { openDates, status }) } };
};
const reviewed: Changes = { policy: { manualReview: true } };

describe('a date of birth that a document leaves open (A-424)', () => {
  it.each([
    ['9103<<', '1991-03-14'],
    ['91<<<<', '1991-12-31'],
    ['910000', '1991-03-14'],
    ['00<<<<', '2000-03-14'],
  ])('is accepted where the date supplied fits what is known of it: %s, %s', (birthDate, dateOfBirth) => {
    expect(decide({ ...openDate({ birthDate }), ...person({ dateOfBirth }) })).toEqual(['pass_checks', null]);
  });

  it.each([
    ['9103<<', '1991-04-14'],
    ['91<<<<', '1989-03-14'],
    ['91<<14', '1991-03-15'],
  ])('is another than one that does not fit: %s, %s', (birthDate, dateOfBirth) => {
    const changes = { ...openDate({ birthDate }), ...person({ dateOfBirth }) };
    expect(decide(changes)).toEqual(['fail_check', 104]);
    expect(decide({ ...changes, ...reviewed })).toEqual(['find_inconclusive', null]);
  });

  it.each<[string, Changes]>([
    ['91<<<<', {}],
    ['910300', {}],
    ['<<<<<<', person({ dateOfBirth: '1991-03-14' })],
  ])('is incomplete where nothing was supplied, or nothing of it is known: %s', (birthDate, sent) => {
    const changes = { ...openDate({ birthDate }), ...sent };
    expect(decide({ ...changes, ...reviewed })).toEqual(['find_inconclusive', null]);
    expect(decideSession(input(changes))).toMatchObject({
      outcome: 'ask_again',
      code: 627,
      cause: 'birth_date_incomplete',
    });
  });

  it('is unread where the zone is in doubt', () => {
    const doubtful = decideSession(input({ ...openDate({ birthDate: '91<<<<' }, 'repaired'), ...reviewed }));
    expect(doubtful).toMatchObject({ outcome: 'ask_again', code: 627, cause: null });
  });
});

describe('a date that does not exist, in a zone whose check digits agree (A-424)', () => {
  it.each([
    { birthDate: '910231' },
    { birthDate: '911301' },
    { expiryDate: '320231' },
    { expiryDate: '32<<<<' },
  ])('is a contradiction: %j', (dates) => {
    expect(decide(openDate(dates))).toEqual(['fail_check', 507]);
    expect(decide({ ...openDate(dates), ...reviewed })).toEqual(['find_inconclusive', null]);
  });

  it('may be misread where the zone is in doubt', () => {
    expect(decide(openDate({ expiryDate: '320231' }, 'repaired'))).toEqual(['pass_checks', null]);
  });
});

describe('a date that does not exist, in a bar code (A-438)', () => {
  it.each([{ expiryDate: '20231345' }, { issueDate: '02302022' }, { birthDate: '02311991' }])(
    'is a contradiction: %j',
    (openDates) => {
      const fields = Object.fromEntries(
        Object.entries(barcodeWith().fields ?? {}).filter(([name]) => !(name in openDates)),
      );
      const barcode = { ...barcodeWith(), fields, openDates };
      const findings = { ...unread, barcode };
      expect(decide({ findings })).toEqual(['fail_check', 507]);
      expect(decide({ findings, ...reviewed })).toEqual(['find_inconclusive', null]);
      // Whatever print shows, and whatever the client supplied.
      const printed = printedWith({ expiryDate: read('2032-05-28'), birthDate: read('1991-03-14') });
      const session = { document: { validUntil: '2032-05-28' } };
      expect(decide({ findings: { ...findings, printed }, session })).toEqual(['fail_check', 507]);
    },
  );
});

describe('an older French card, whose end is not in its zone (A-424)', () => {
  it.each([
    ['8806', 'ask_again', 620],
    ['1110', 'ask_again', 620],
    ['1111', 'pass_checks', null],
    ['9913', 'pass_checks', null],
  ])('is valid for 15 years from the month in its number at most: %s', (issued, outcome, code) => {
    const number = `${issued}92310285`;
    const mrz = zoneWith({ issuingState: 'FRA', number, expiryDate: null }, { format: 'FRID' });
    expect(decide({ findings: { mrz } })).toEqual([outcome, code]);
    const sent = { document: { validUntil: '2030-01-01' } };
    expect(decide({ findings: { mrz }, session: sent })).toEqual([outcome, code]);
  });
});
