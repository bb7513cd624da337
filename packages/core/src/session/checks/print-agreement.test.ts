import type { FieldAgreement, PrintAgreement } from '@countersign/findings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeWith, decide, printedWith, read } from '../../../test/identity-case.ts';
import { printRows } from './print-agreement.ts';

const found: FieldAgreement = { state: 'found', confidence: 0.95 };
const absent: FieldAgreement = { state: 'absent', confidence: 0.9 };
const surely: FieldAgreement = { state: 'contradicts', confidence: 0.92, value: 'ANOTHER' };
const doubtfully: FieldAgreement = { state: 'contradicts', confidence: 0.7, value: 'ANOTHER' };

const all: PrintAgreement = {
  number: found,
  lastName: found,
  firstName: found,
  birthDate: found,
  expiryDate: found,
};
const none: PrintAgreement = {
  number: absent,
  lastName: absent,
  firstName: absent,
  birthDate: absent,
  expiryDate: absent,
};
const judge = (agreement: PrintAgreement, legibility = 0.9, manualReview = false) =>
  decide({ findings: { agreement, legibility }, policy: { manualReview } });

const altered = ['fail_check', 507];
const unclear = ['ask_again', 619];
const approved = ['pass_checks', null];

/** By row of the table, in its order. */
const cases: readonly [row: string, situation: string, PrintAgreement, number, unknown[]][] = [
  ['another number', 'the print shows another number', { ...all, number: surely }, 0.9, altered],
  [
    'another number',
    'the print shows another personal number',
    { ...all, personalNumber: surely },
    0.9,
    altered,
  ],
  [
    'two other values',
    'the print shows another name and date of birth',
    { ...all, lastName: surely, birthDate: surely },
    0.9,
    altered,
  ],
  [
    'two other values',
    'the print shows another person altogether',
    { ...none, lastName: surely, firstName: surely, birthDate: surely },
    0.9,
    altered,
  ],
  [
    'one other value, or doubtful ones',
    'the print shows another date of birth',
    { ...all, birthDate: surely },
    0.9,
    unclear,
  ],
  [
    'one other value, or doubtful ones',
    'the print seems to show another number',
    { ...all, number: doubtfully },
    0.9,
    unclear,
  ],
  [
    'one other value, or doubtful ones',
    'the print seems to show other names',
    { ...all, firstName: doubtfully, lastName: doubtfully },
    0.4,
    unclear,
  ],
  [
    'a legible page without any of the values',
    'a page that can be read shows none of the values',
    none,
    0.7,
    unclear,
  ],
  ['no contradiction', 'the print shows all values', all, 0.9, approved],
  ['no contradiction', 'a page that cannot be read shows none of the values', none, 0.69, approved],
  ['no contradiction', 'the print shows one of the values', { ...none, lastName: found }, 0.9, approved],
  [
    'no contradiction',
    'too few values were looked for',
    { lastName: absent, firstName: absent, birthDate: absent },
    0.9,
    approved,
  ],
];

describe('print compared with zone and bar code', () => {
  it('has a case for every row of the table', () => {
    expect(new Set(cases.map(([row]) => row))).toEqual(new Set(printRows.map(({ id }) => id)));
  });

  it.each(cases)('%s: %s', (_, __, agreement, legibility, expected) => {
    expect(judge(agreement, legibility)).toEqual(expected);
  });

  it.each(cases.filter(([row]) => row !== 'no contradiction'))(
    'goes to a reviewer, where there is one: %s, %s',
    (_, __, agreement, legibility) => {
      expect(judge(agreement, legibility, true)).toEqual(['find_inconclusive', null]);
    },
  );

  it('never approves what print contradicts, however surely', () => {
    const states = fc.constantFrom(found, absent, doubtfully, surely);
    const agreements = fc.record(
      { number: states, lastName: states, firstName: states, birthDate: states, expiryDate: states },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(agreements, fc.double({ min: 0, max: 1, noNaN: true }), (agreement, legibility) => {
        const contradicted = Object.values(agreement).some(({ state }) => state === 'contradicts');
        if (contradicted) expect(judge(agreement, legibility)[0]).not.toBe('pass_checks');
      }),
    );
  });

  it('takes the place of the comparison of labelled fields', () => {
    const printed = printedWith({ birthDate: read('1989-03-14', 0.95) });
    expect(decide({ findings: { printed, agreement: all, legibility: 0.9 } })).toEqual(approved);
    expect(decide({ findings: { printed } })).toEqual(unclear);
  });

  it('leaves a bar code that contradicts the zone what it is', () => {
    const barcode = barcodeWith({ birthDate: read('1990-03-14', 1) });
    expect(decide({ findings: { barcode, agreement: all, legibility: 0.9 } })).toEqual(altered);
  });
});
