import type { FieldAgreement, PictureFinding, PrintAgreement } from '@countersign/findings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeWith, decide, front, printedWith, read, selfie } from '../../../test/identity-case.ts';
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
const blank: FieldAgreement = { ...absent, blank: true };

/** Pictures in which this share of the document reflects light. */
const picturesWith = (share: number): PictureFinding[] => [
  selfie,
  { ...front, quality: [{ code: 'doc.glare', value: share, region: 'card' }] },
];
const judge = (
  agreement: PrintAgreement,
  legibility = 0.9,
  { manualReview = false, reflection = 0 }: { manualReview?: boolean; reflection?: number } = {},
) =>
  decide({
    findings: { agreement, legibility, pictures: picturesWith(reflection) },
    policy: { manualReview },
  });

const altered = ['fail_check', 507];
const unclear = ['ask_again', 619];
const approved = ['pass_checks', null];

/** By row of the table, in order. */
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
    'the print shows another section of the electoral register',
    { ...all, section: surely },
    0.9,
    unclear,
  ],
  [
    'two other values',
    'the print shows another section and name',
    { ...all, section: surely, lastName: surely },
    0.9,
    altered,
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
  [
    'a label with nothing beside it',
    'the label of the surname is there, and no surname',
    { ...all, lastName: blank },
    0.9,
    unclear,
  ],
  [
    'a label with nothing beside it',
    'labels are all that is left of a page',
    { ...none, number: blank },
    0.2,
    unclear,
  ],
  ['no contradiction', 'the label of the expiry is alone', { ...all, expiryDate: blank }, 0.9, approved],
  ['no contradiction', 'a page without a surname', { ...all, lastName: absent }, 0.9, approved],
  ['no contradiction', 'the print shows all values', all, 0.9, approved],
  ['no contradiction', 'a page that cannot be read shows none of the values', none, 0.69, approved],
  ['no contradiction', 'the print shows one of the values', { ...none, lastName: found }, 0.9, approved],
  [
    'no contradiction',
    'too few values were searched for',
    { lastName: absent, firstName: absent, birthDate: absent },
    0.9,
    approved,
  ],
];

describe('print compared with zone and bar code', () => {
  it('has a case for every row of the table', () => {
    const tried = new Set([
      ...cases.map(([row]) => row),
      'a reflection, and no name or no date of birth',
      'a portrait beside none of the values',
    ]);
    expect(tried).toEqual(new Set(printRows.map(({ id }) => id)));
  });

  it.each(cases)('%s: %s', (_, __, agreement, legibility, expected) => {
    expect(judge(agreement, legibility)).toEqual(expected);
  });

  it.each(cases.filter(([row]) => row !== 'no contradiction'))(
    'goes to a reviewer, where there is one: %s, %s',
    (_, __, agreement, legibility) => {
      expect(judge(agreement, legibility, { manualReview: true })).toEqual(['find_inconclusive', null]);
    },
  );

  it.each([
    ['neither name', { ...all, lastName: absent, firstName: absent }, 0.005, unclear],
    ['the only name', { lastName: absent, number: found, birthDate: found }, 0.005, unclear],
    ['the date of birth', { ...all, birthDate: absent }, 0.005, unclear],
    ['nothing', none, 0.01, unclear],
    [
      'neither name, with less of a reflection',
      { ...all, lastName: absent, firstName: absent },
      0.004,
      approved,
    ],
    ['one of two names', { ...all, lastName: absent }, 0.1, approved],
    ['the number', { ...all, number: absent }, 0.1, approved],
  ])('under a reflection: a page that shows all but %s', (_, agreement, reflection, expected) => {
    expect(judge(agreement, 0.3, { reflection })).toEqual(expected);
  });

  it.each([
    ['none of the values', { claimed: 5, found: 0 }, unclear],
    ['one of the values', { claimed: 5, found: 1 }, approved],
    ['none of too few values', { claimed: 3, found: 0 }, approved],
  ])(
    'on another picture than the zone: a portrait beside %s, however legible',
    (_, portraitPrint, expected) => {
      expect(decide({ findings: { agreement: all, legibility: 0, portraitPrint } })).toEqual(expected);
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

  it('replaces the comparison of labelled fields', () => {
    const printed = printedWith({ birthDate: read('1989-03-14', 0.95) });
    expect(decide({ findings: { printed, agreement: all, legibility: 0.9 } })).toEqual(approved);
    expect(decide({ findings: { printed } })).toEqual(unclear);
  });

  it('keeps the result for a bar code that contradicts the zone', () => {
    const barcode = barcodeWith({ birthDate: read('1990-03-14', 1) });
    expect(decide({ findings: { barcode, agreement: all, legibility: 0.9 } })).toEqual(altered);
  });
});
