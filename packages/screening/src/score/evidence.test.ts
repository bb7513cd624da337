import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../model/listed-entity.ts';
import type { Subject } from '../model/screening-types.ts';
import { applyEvidence, evidenceOf, mostGain } from './evidence.ts';
import { factsOfEntity, factsOfSubject, normalIdentifier } from './facts.ts';
import { invented } from '../../test/support/invented-entity.ts';

function pointsOf(subject: Subject, entity: Partial<ListedEntity>): number[] {
  const { points } = evidenceOf(factsOfSubject(subject), factsOfEntity(invented(entity)));
  return points.map((point) => point.points / 100);
}

const born = (text: string, from = text, to = text, approximate = false) => ({ text, from, to, approximate });

describe('birth dates', () => {
  it.each([
    ['the same day', '1968-03-04', born('1968-03-04'), 5],
    ['the same year and month, day unknown', '1968-03', born('1968-03-04'), 3],
    ['the same year, rest unknown', '1968', born('1968-03-04'), 3],
    ['day and month swapped', '1968-03-04', born('1968-04-03'), 3],
    ['years differ by one', '1968', born('1969'), 0],
    ['inside a listed range', '1968', born('1965-1970', '1965-01-01', '1970-12-31'), 0],
    ['approximate, two years off', '1968', born('1970', '1970-01-01', '1970-12-31', true), 0],
    ['approximate, four years off', '1968', born('1972', '1972-01-01', '1972-12-31', true), -20],
    ['one digit of the year differs', '1968-03-04', born('1988-03-04'), -3],
    ['the same year, another day', '1968-03-04', born('1968-11-20'), -8],
    ['anything else', '1968-03-04', born('1981-07-09'), -20],
  ])('%s: %s against %o is worth %d points', (...row) => {
    const [, birthDate, listed, points] = row;
    expect(pointsOf({ name: 'x', birthDate }, { birth: [listed] })).toEqual([points]);
  });

  it('counts the best of several listed dates', () => {
    expect(pointsOf({ name: 'x', birthDate: '1968' }, { birth: [born('1950'), born('1968')] })).toEqual([3]);
  });

  it('gives no points where one side has none', () => {
    expect(pointsOf({ name: 'x', birthDate: '1968' }, {})).toEqual([]);
    expect(pointsOf({ name: 'x' }, { birth: [born('1968')] })).toEqual([]);
  });
});

describe('countries, genders, identifiers', () => {
  const nationality = [{ code: 'BY', role: 'nationality' as const }];
  const address = [{ code: 'BY', role: 'address' as const }];
  const passport = { value: 'AB-123 456', type: 'passport', country: 'BY' };
  it.each([
    ['one shared', { countries: ['BY', 'PL'] }, { countries: nationality }, [2]],
    ['none shared, by nationality', { countries: ['PL'] }, { countries: nationality }, [-8]],
    ['none shared, by address only', { countries: ['PL'] }, { countries: address }, [-3]],
    ['none known', { countries: ['PL'] }, {}, []],
    [
      'a former state and its successor',
      { countries: ['RU'] },
      { countries: [{ code: 'SU', role: 'nationality' as const }] },
      [2],
    ],
    ['genders differ', { gender: 'F' as const }, { gender: 'M' as const }, [-15]],
    ['one gender unknown', { gender: 'F' as const }, {}, []],
    [
      'same type and country, other number',
      { identifiers: [{ ...passport, value: 'XY999888' }] },
      { identifiers: [passport] },
      [-4],
    ],
    [
      'another type of number',
      { identifiers: [{ ...passport, value: 'XY999888', type: 'tax' }] },
      { identifiers: [passport] },
      [],
    ],
  ])('%s', (...row) => {
    const [, subject, entity, points] = row;
    expect(pointsOf({ name: 'x', ...subject }, entity)).toEqual(points);
  });

  it.each([
    ['AB-123 456', 'AB123456'],
    ['ab 1.2/3', 'AB123'],
    ['ab 1.2', null],
    ['0000000', null],
    ['12345678', null],
    ['１２３９９９', '123999'],
  ])('identifier %s is compared as %s', (raw, normal) => {
    expect(normalIdentifier(raw)).toBe(normal);
  });

  it('an equal identifier lifts to 95, whatever its separators', () => {
    const evidence = evidenceOf(
      factsOfSubject({ identifiers: [{ value: 'ab 123456', type: 'Passport' }] }),
      factsOfEntity(invented({ identifiers: [passport] })),
    );
    expect(evidence.sameIdentifier).toBe(true);
    expect(applyEvidence(1_200, evidence).at(-1)).toEqual({
      what: 'same identifier',
      before: 1_200,
      after: 9_500,
    });
  });
});

describe('applying evidence', () => {
  const evidence = (points: number[]) => ({
    points: points.map((value) => ({ what: 'evidence', points: value })),
    birth: 'unknown' as const,
    birthYear: 'none' as const,
    birthIndex: -1,
    country: 'unknown' as const,
    sameIdentifier: false,
  });
  const after = (score: number, points: number[]): number =>
    applyEvidence(score, evidence(points)).at(-1)?.after ?? score;

  it.each([
    ['agreement lifts by six points at most', 8_000, [500, 200], 8_600],
    ['and never above 100', 9_800, [500], 10_000],
    ['and not below a name score of 60', 5_900, [500], 5_900],
    ['conflict takes off from any score', 5_900, [-800], 5_100],
    ['conflict never makes the score nothing', 500, [-2_000], 1],
  ] as const)('%s', (...row) => {
    const [, score, points, expected] = row;
    expect(after(score, [...points])).toBe(expected);
  });

  it.each([
    ['nothing but a name', { name: 'x' }, 0],
    ['a birth date', { birthDate: '1968-03-04' }, 500],
    ['a country', { countries: ['BY'] }, 200],
    ['both', { birthDate: '1968-03-04', countries: ['BY'] }, 600],
  ])('a subject of which is known %s can gain %o at most', (...row) => {
    const [, subject, gain] = row;
    expect(mostGain(factsOfSubject(subject))).toBe(gain);
  });

  it('gains nothing above what the search reckons with, whatever is listed', () => {
    const dates = ['1968-03-04', '1968-04-03', '1968-03', '1968', '1969', '1988-03-04', '1950'];
    const codes = fc.subarray(['BY', 'SU', 'RU', 'PL']);
    const roles = fc.constantFrom('nationality' as const, 'address' as const, 'birth' as const);
    fc.assert(
      fc.property(
        fc.option(fc.constantFrom(...dates), { nil: '' }),
        codes,
        fc.subarray(dates),
        fc.tuple(codes, roles),
        fc.integer({ min: 1, max: 10_000 }),
        (birthDate, countries, births, [listed, role], nameScore) => {
          const subject = factsOfSubject({ birthDate, countries });
          const birth = births.map((text) => born(text));
          const entity = invented({ birth, countries: listed.map((code) => ({ code, role })) });
          const steps = applyEvidence(nameScore, evidenceOf(subject, factsOfEntity(entity)));
          expect((steps.at(-1)?.after ?? nameScore) - nameScore).toBeLessThanOrEqual(mostGain(subject));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('P10: agreeing is at least missing, missing at least conflicting', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom(200, 300, 500),
        fc.constantFrom(-300, -800, -2_000),
        (score, good, bad) => {
          expect(after(score, [good])).toBeGreaterThanOrEqual(score);
          expect(after(score, [bad])).toBeLessThanOrEqual(score);
          expect(after(score, [good, bad])).toBeLessThanOrEqual(after(score, [good]));
        },
      ),
      { numRuns: 500 },
    );
  });
});
