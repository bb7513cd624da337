import { describe, expect, it } from 'vitest';
import { namedCaseOptions, namedCases } from '../src/cases/named-cases.ts';
import { specimenCase } from '../src/cases/specimen-case.ts';
import { drawPortrait, drawSelfie } from '../src/face/draw-portrait.ts';
import { facePairs } from '../src/face/face-pairs.ts';
import { checkDigit } from '../src/mrz/check-digit.ts';

describe('Specimen case', () => {
  it('holds the document sides and the selfie of one person', async () => {
    const card = await specimenCase({ seed: 11, kind: 'td1', condition: 'clean' });
    expect(card.pictures.map(({ context }) => context)).toEqual(['document-front', 'document-back', 'face']);
    expect(card.documentType).toBe('ID_CARD');
    expect(card.mrzLines).toHaveLength(3);
  });

  it('shows Liisa Maasikas with her own passport when approved', async () => {
    const { person, mrzLines, pictures } = await namedCases.approvedPerson();
    expect([person.firstName, person.lastName, person.sex]).toEqual(['Liisa', 'Maasikas', 'F']);
    expect(mrzLines[0]).toBe('P<UTOMAASIKAS<<LIISA<<<<<<<<<<<<<<<<<<<<<<<<');
    expect(pictures[0]?.truth?.card.mrz?.valid).toBe(true);
  });

  it('prints a wrong check digit for the date of birth on the damaged document', async () => {
    const { mrzLines, pictures } = await namedCases.damagedMrz();
    const [, damaged = ''] = mrzLines;
    expect(checkDigit(damaged.slice(13, 19))).not.toBe(damaged.charAt(19));
    expect(pictures[0]?.truth?.card.mrz?.valid).toBe(false);
  });

  it('varies one thing at a time', () => {
    const { approvedPerson, expiredDocument, minor, blurredDocument, lookAlike, doubtfulFace } =
      namedCaseOptions;
    expect(expiredDocument).toEqual({
      ...approvedPerson,
      person: { firstName: 'Liisa', lastName: 'Maasikas', issueDate: '2009-03-14', expiryDate: '2019-03-14' },
    });
    expect(minor).toEqual({
      ...approvedPerson,
      person: { firstName: 'Liisa', lastName: 'Maasikas', birthDate: '2012-06-21' },
    });
    expect(blurredDocument).toEqual({ ...approvedPerson, condition: 'unreadable-blur' });
    expect(lookAlike.selfieSeed).not.toBe(lookAlike.seed);
    expect(doubtfulFace.selfieSeed).not.toBe(doubtfulFace.seed);
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
  });

  it('are the same selfie for the same seed', async () => {
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
