import { describe, expect, it } from 'vitest';
import {
  barcodeWith,
  type Changes,
  input,
  printedWith,
  read,
  unread,
  zoneWith,
} from '../../../test/identity-case.ts';
import { decideSession } from '../decide.ts';
import { riskLabels } from '../risk.ts';

/** A document whose date of birth or expiry is read from one source alone. */
const sources: Record<string, (field: 'birthDate' | 'expiryDate', date: string) => Changes> = {
  zone: (field, date) => ({ findings: { mrz: zoneWith({ [field]: date }) } }),
  'bar code': (field, date) => ({
    findings: { ...unread, barcode: barcodeWith({ [field]: read(date, 1) }) },
  }),
  print: (field, date) => {
    const fields = { ...barcodeWith().fields, [field]: read(date) };
    const kind = 'driving-licence' as const;
    const documentClass = { kind, issuingState: 'UTO', confidence: 0.9, source: 'printed' as const };
    return { findings: { ...unread, documentClass, printed: { ...printedWith(fields), documentClass } } };
  },
};
const named = Object.keys(sources);

function decideOn(today: string, changes: Changes) {
  const verdict = decideSession({ ...input(changes), today });
  return verdict.kind === 'decided' ? [verdict.outcome, verdict.code] : ['undecided', verdict.missing];
}

describe.each(named)('a day that is read from the %s (A-439)', (name) => {
  const showing = sources[name]!;

  it.each([
    ['2026-11-20', '2026-11-19'],
    ['2026-11-20', '2026-11-20'],
    ['2028-02-29', '2028-02-29'],
    ['2026-12-31', '2026-12-31'],
  ])('of expiry, %s, belongs to the validity: %s', (expiry, today) => {
    expect(decideOn(today, showing('expiryDate', expiry))).toEqual(['pass_checks', null]);
  });

  it.each([
    ['2026-11-20', '2026-11-21'],
    ['2028-02-29', '2028-03-01'],
    ['2026-12-31', '2027-01-01'],
  ])('of expiry, %s, is over on the next day: %s', (expiry, today) => {
    expect(decideOn(today, showing('expiryDate', expiry))).toEqual(['ask_again', 620]);
  });

  it.each([
    ['2008-11-20', '2026-11-19', '2026-11-20'],
    ['2008-12-31', '2026-12-30', '2026-12-31'],
    ['2009-01-01', '2026-12-31', '2027-01-01'],
    ['2008-02-28', '2026-02-27', '2026-02-28'],
    // Eighteen years later there is no 29 February.
    ['2008-02-29', '2026-02-28', '2026-03-01'],
    ['2008-03-01', '2026-02-28', '2026-03-01'],
  ])('of birth, %s, makes a person 18 no sooner than on the birthday: %s, %s', (birth, eve, birthday) => {
    const young = { ...showing('birthDate', birth), policy: { minimumAge: 18 } };
    expect(decideOn(eve, young)).toEqual(['fail_check', 533]);
    expect(decideOn(birthday, young)).toEqual(['pass_checks', null]);
    const labelsOn = (today: string) => {
      const { reading } = decideSession({ ...input(young), today }) as never as { reading: never };
      return riskLabels({ ...input(young), today, reading }).map(({ label }) => label);
    };
    expect(labelsOn(eve)).toEqual(['possible_age_risk_young']);
    expect(labelsOn(birthday)).toEqual([]);
  });

  it('of birth, 29 February, makes a person 16 on that day of a leap year', () => {
    const young = { ...showing('birthDate', '2008-02-29'), policy: { minimumAge: 16 } };
    expect(decideOn('2024-02-28', young)).toEqual(['fail_check', 532]);
    expect(decideOn('2024-02-29', young)).toEqual(['pass_checks', null]);
  });
});

describe('a day in a bar code that has not come in UTC (A-439)', () => {
  const issued = (date: string): Changes => ({
    findings: { ...unread, barcode: barcodeWith({ issueDate: read(date, 1) }) },
  });

  it.each([
    ['2026-11-20', 'pass_checks', null],
    // Kiribati, UTC+14, and New Zealand, UTC+13, are a day ahead for more than half of the day.
    ['2026-11-21', 'pass_checks', null],
    ['2026-11-22', 'fail_check', 507],
  ])('may be the next day, which has begun in the east: issued %s', (date, outcome, code) => {
    expect(decideOn('2026-11-20', issued(date))).toEqual([outcome, code]);
  });

  it.each(['2026-11-22', '2026-12-24', '2027-03-14'])('is not accepted as a day of birth: %s', (date) => {
    const born = { findings: { ...unread, barcode: barcodeWith({ birthDate: read(date, 1) }) } };
    expect(decideOn('2026-11-20', born)).toEqual(['fail_check', 507]);
  });

  it.each(['2026-11-20', '2026-11-21'])('may be that of birth and issue: %s', (date) => {
    const fields = { birthDate: read(date, 1), issueDate: read(date, 1) };
    expect(decideOn('2026-11-20', { findings: { ...unread, barcode: barcodeWith(fields) } })).toEqual([
      'pass_checks',
      null,
    ]);
  });
});
