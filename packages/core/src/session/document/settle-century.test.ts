import type { PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import {
  decide,
  findings,
  input,
  printedWith,
  read,
  session,
  zoneWith,
} from '../../../test/identity-case.ts';
import { readingOf } from './document-reading.ts';
import { settleCentury } from './settle-century.ts';

const found = { state: 'found', confidence: 0.95 } as const;
const compared = (value: string): Partial<PictureFindings> => ({
  agreement: { number: found, birthDate: { state: 'contradicts', confidence: 0.8, value } },
  legibility: 0.9,
});
const bornAs = (birthDate: string, changes: Partial<PictureFindings>) => ({
  mrz: zoneWith({ birthDate }),
  ...changes,
});

/** Date of birth and decision. */
function judged(changes: Partial<PictureFindings>) {
  const settled = settleCentury({ ...findings, ...changes });
  return [readingOf(settled, session).dateOfBirth, ...decide(input({ findings: settled }))];
}

describe('the century of a date of birth (A-366)', () => {
  it.each<[string, Partial<PictureFindings>, unknown[]]>([
    ['of a child', bornAs('2025-06-01', {}), ['2025-06-01', 'pass_checks', null]],
    [
      'of a person of 101 years, compared with print',
      bornAs('2025-06-01', compared('1925-06-01')),
      ['1925-06-01', 'pass_checks', null],
    ],
    [
      'of a person of 101 years, read from print',
      bornAs('2025-06-01', { printed: printedWith({ birthDate: read('1925-06-01') }) }),
      ['1925-06-01', 'pass_checks', null],
    ],
    [
      'of a person of 101 years whose document expired before the child was born',
      { mrz: zoneWith({ birthDate: '2025-06-01', expiryDate: '2024-05-28' }) },
      ['1925-06-01', 'ask_again', 620],
    ],
    [
      'of a person of 106 years whose document was issued before the child was born',
      bornAs('2020-06-01', { printed: printedWith({ issueDate: read('2018-05-28') }) }),
      ['1920-06-01', 'pass_checks', null],
    ],
    [
      'of a child where the day of issue was read badly',
      bornAs('2020-06-01', { printed: printedWith({ issueDate: read('2018-05-28', 0.85) }) }),
      ['2020-06-01', 'pass_checks', null],
    ],
    [
      'of a child whose date of birth is printed, whatever the day of issue was read as',
      bornAs('2020-06-01', {
        printed: printedWith({ issueDate: read('2018-05-28'), birthDate: read('2020-06-01') }),
      }),
      ['2020-06-01', 'pass_checks', null],
    ],
    [
      'of a child born on a leap day, which 1900 did not have, although the document expired before',
      { mrz: zoneWith({ birthDate: '2000-02-29', expiryDate: '1999-05-28' }) },
      ['2000-02-29', 'fail_check', 507],
    ],
    [
      'of a date that print contradicts otherwise',
      bornAs('2025-06-01', compared('1926-06-01')),
      ['2025-06-01', 'ask_again', 619],
    ],
    [
      'of a date that no living person has a hundred years earlier',
      bornAs('1991-03-14', compared('1891-03-14')),
      ['1991-03-14', 'ask_again', 619],
    ],
  ])('%s', (_, changes, expected) => {
    expect(judged(changes)).toEqual(expected);
  });

  it('is nothing without a zone', () => {
    const changes = { ...findings, mrz: null };
    expect(settleCentury(changes)).toBe(changes);
  });
});
