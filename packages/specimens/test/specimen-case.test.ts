import { describe, expect, it } from 'vitest';
import { checkDigit, drawPortrait, drawSelfie, facePairs, namedCases, specimenCase } from '../src/index.ts';

describe('Specimen case', () => {
  it('holds the document sides and the selfie of one person', async () => {
    const passport = await specimenCase({ seed: 11 });
    expect(passport.pictures.map(({ context }) => context)).toEqual(['document-front', 'face']);
    expect(passport.documentType).toBe('PASSPORT');
    const card = await specimenCase({ seed: 11, kind: 'td1', condition: 'clean' });
    expect(card.pictures.map(({ context }) => context)).toEqual(['document-front', 'document-back', 'face']);
    expect(card.documentType).toBe('ID_CARD');
    expect(card.mrzLines).toHaveLength(3);
  });

  it('is the same every time', async () => {
    const [first, second] = await Promise.all([specimenCase({ seed: 12 }), specimenCase({ seed: 12 })]);
    expect(first).toEqual(second);
  });

  it('gives every named case what its name says', async () => {
    const approved = await namedCases.approvedPerson();
    expect([approved.person.firstName, approved.person.lastName, approved.person.sex]).toEqual([
      'Liisa',
      'Maasikas',
      'F',
    ]);
    expect(approved.mrzLines[0]).toBe('P<UTOMAASIKAS<<LIISA<<<<<<<<<<<<<<<<<<<<<<<<');
    expect((await namedCases.expiredDocument()).person.expiryDate).toBe('2019-03-14');
    expect((await namedCases.minor()).person.birthDate).toBe('2012-06-21');
    const lookAlike = await namedCases.lookAlike();
    expect(lookAlike.options.selfieSeed).not.toBe(lookAlike.options.seed);
    expect((await namedCases.blurredDocument()).options.condition).toBe('unreadable-blur');
    const [, damaged = ''] = (await namedCases.damagedMrz()).mrzLines;
    expect(checkDigit(damaged.slice(13, 19))).not.toBe(damaged.charAt(19));
  });
});

describe('Drawn faces', () => {
  it('are the same bytes for the same seed and variant', async () => {
    const [first, second] = [
      await drawPortrait({ seed: 5, variant: 2 }),
      await drawPortrait({ seed: 5, variant: 2 }),
    ];
    expect(first.equals(second)).toBe(true);
    expect((await drawPortrait({ seed: 5, variant: 3 })).equals(first)).toBe(false);
    expect((await drawPortrait({ seed: 6, variant: 2 })).equals(first)).toBe(false);
    expect((await drawSelfie({ seed: 5 })).equals(await drawSelfie({ seed: 5 }))).toBe(true);
  });
});

describe('Face pairs', () => {
  it.each([
    ['match', 0, 0.3],
    ['review', 0.53, 0.58],
    ['mismatch', 0.62, 2],
  ] as const)('of kind %s lie between %d and %d', (kind, least, most) => {
    const pairs = facePairs.filter((pair) => pair.kind === kind);
    expect(pairs.length).toBeGreaterThanOrEqual(2);
    for (const { distance } of pairs) expect(distance > least && distance < most).toBe(true);
  });

  it('match pairs show one face, the others two', () => {
    for (const { kind, portrait, selfie } of facePairs) {
      expect(portrait.seed === selfie.seed).toBe(kind === 'match');
    }
  });
});
