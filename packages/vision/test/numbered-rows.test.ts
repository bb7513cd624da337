import { describe, expect, it } from 'vitest';
import { read } from './label-page.ts';

describe('a licence with numbers for labels', () => {
  it.each([
    ['ac.', 'ad.'],
    ['Ac,', 'Ad.'],
    ['4G', '4D'],
  ])(
    'labels in the rows of 4a and 4b are found there, however they are read: %s, %s',
    (authority, number) => {
      const { fields } = read(
        'DRIVING LICENCE',
        '1. MUSTERFRAU',
        '2. ERIKA',
        '3. 15.03.1986 BERLIN',
        `4a. 18.02.2013   ${authority} LRA`,
        `4b. 17.02.2028   ${number} 63825944899`,
        '5. B072RRE2I55',
      );
      expect(fields).toMatchObject({
        issueDate: '2013-02-18',
        authority: 'LRA',
        expiryDate: '2028-02-17',
        personalNumber: '63825944899',
      });
    },
  );

  it('a word of two letters elsewhere is none of these labels', () => {
    const { fields } = read(
      'DRIVING LICENCE',
      '1. MUSTERFRAU',
      '2. ERIKA',
      '3. 15.03.1986    ac BERLIN',
      '4a. 18.02.2013   xy LRA',
      '4b. 17.02.2028   ac 63825944899',
      '5. B072RRE2I55   ad LRA',
    );
    expect(fields).not.toHaveProperty('authority');
    expect(fields).not.toHaveProperty('personalNumber');
  });
});
