import { describe, expect, it } from 'vitest';
import { defaultOptions } from '../src/model/screener.ts';
import type { Explanation } from '../src/model/explanation.ts';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import type { Subject } from '../src/model/screening-types.ts';
import { explainHit } from '../src/score/explanation/explain-hit.ts';
import { createScanScreener } from '../src/score/hits/scan-screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { replayCases, type ReplayCase } from './replay-cases.ts';
import { invented, listing } from './support/invented-entity.ts';
import { RandomLists } from './support/random-lists.ts';

function explained({ subject, entity, options }: ReplayCase): Explanation {
  const screener = createScanScreener([entity], { snapshot: 'test' });
  const [hit] = screener.screen(subject, { ...defaultOptions, ...options }).hits;
  if (!hit) throw new Error(`${JSON.stringify(subject)} finds nothing`);
  return explainHit(subject, entity, hit);
}

function of(subject: Subject, text: string, entity: Partial<ListedEntity> = {}): Explanation {
  const names = [{ text, kind: 'primary' as const }];
  return explained({
    subject,
    entity: invented({ schema: subject.schema ?? 'Person', names, ...entity }),
    options: { matchThreshold: 1 },
  });
}

const hundredths = (points: number): number => Math.round(points * 100);
const sumOf = ({ evidence }: Explanation): number =>
  evidence.reduce((sum, { points }) => sum + hundredths(points), 0);

/** Rows as `field relation subject | listed`. */
const shortOf = ({ evidence }: Explanation): string[] =>
  evidence.map(
    ({ field, relation, subject, listed }) => `${field} ${relation} ${subject ?? '-'} | ${listed ?? '-'}`,
  );

const born = (text: string) => [{ text, from: text, to: text, approximate: false }];

describe('the points of an explanation', () => {
  it.each(replayCases)('add up to the score: $subject', (one) => {
    const explanation = explained(one);
    expect(sumOf(explanation)).toBe(hundredths(explanation.score));
  });

  it('add up to the score of every hit of random lists, by index as by scan', () => {
    const random = new RandomLists(20_262);
    const entities = random.entities(400);
    const screener = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }));
    let hits = 0;
    for (let asked = 0; asked < 900; asked += 1) {
      const { subject, options } = random.question(entities);
      if (/^\P{L}*$/u.test(subject.name ?? '')) continue;
      for (const hit of screener.screen(subject, { ...options, matchThreshold: 40, limit: 20 }).hits) {
        const entity = screener.entity(hit.entityId);
        if (!entity) throw new Error(`no entity ${hit.entityId}`);
        const explanation = explainHit(subject, entity, hit);
        expect({ subject, sum: sumOf(explanation) }).toEqual({ subject, sum: hundredths(hit.score) });
        hits += 1;
      }
    }
    expect(hits).toBeGreaterThan(200);
  });

  it.each(replayCases)(
    'of the words give the raw score, which weights and charges give by hand: $subject',
    (one) => {
      const screener = createScanScreener([one.entity], { snapshot: 'test' });
      const [hit] = screener.screen(one.subject, { ...defaultOptions, ...one.options }).hits;
      const [calibration] = hit?.trace.steps ?? [];
      if (!hit || calibration?.what !== 'calibration') return;
      const { evidence } = explainHit(one.subject, one.entity, hit);
      const end = evidence.findIndex(({ relation }) => relation === 'calibration');
      const ofWords = evidence.slice(0, end).reduce((sum, { points }) => sum + points, 0);
      expect(ofWords).toBeCloseTo(calibration.before, 6);
      const { pairs, leftQuery, leftListed, charges } = hit.trace;
      const good = pairs.reduce((sum, { similarity, weight }) => sum + similarity * weight, 0);
      const charged = [...pairs, ...leftQuery, ...leftListed, ...charges];
      const all = charged.reduce((sum, { charge }) => sum + charge, good);
      // A trace shows charges rounded to hundredths of a weight of about 1.
      expect(Math.abs((100 * good) / all - ofWords)).toBeLessThan(0.75);
    },
  );

  it('of a word follow its charge, and calibration has a separate row', () => {
    const { evidence } = of({ name: 'Marekko Dolvan' }, 'Marekko Strubine');
    const points = (relation: string) =>
      evidence.filter((row) => row.relation === relation).map((row) => row.points);
    expect(points('compared')).toEqual([100]);
    expect(points('same')).toEqual([0]);
    const [subject, listed] = points('contradicts');
    expect(subject).toBeLessThan(-20);
    expect(subject).toBeCloseTo(listed ?? 0, 1);
    expect(points('calibration')).toHaveLength(1);
  });
});

describe('how words agree', () => {
  it.each<[name: string, text: string, relation: string, schema?: Subject['schema']]>([
    ['Marekko Dolvan', 'Marekko Dolvan', 'same'],
    ['Marekko Dolvan', 'Marekko Dolvam', 'one_letter'],
    ['Bill Strubine', 'William Strubine', 'nickname'],
    ['Marekko Strubine', 'Марекко Струбин', 'other_script'],
    ['Li Xiaoming', '李小明', 'reading'],
    ['Kim Cheol-su', '김철수', 'reading'],
    ['M. Strubine', 'Marekko Strubine', 'initial'],
    ['Marekko van der Strubine', 'Marekko Vanderstrubine', 'written_together'],
    ['Velmora Bank', 'Velmora Banque', 'synonym', 'Company'],
    ['VQSW', 'Velmora Quorlan Strubine Works', 'acronym', 'Company'],
    ['Ilya Dolvanov', 'Ilya Dolvanova', 'other_ending'],
    ['Yusuf Rahimov', 'Yusuf Rakhimov', 'other_spelling'],
  ])('%s and %s: %s', (name, text, relation, schema = 'Person') => {
    const { evidence } = of({ schema, name }, text);
    expect(evidence.map((row) => row.relation)).toContain(relation);
  });
});

describe('evidence beside the name', () => {
  it('has a row for everything, with no points where a side is unknown', () => {
    const explanation = of({ name: 'Marekko Dolvan' }, 'Marekko Dolvan', {
      birth: born('1968-04-02'),
      countries: [{ code: 'PL', role: 'nationality' }],
      identifiers: [{ value: 'AB-773311', type: 'passport', country: 'PL' }],
    });
    expect(shortOf(explanation).slice(-4)).toEqual([
      'birthDate unknown - | 1968-04-02',
      'country unknown - | PL',
      'gender unknown - | -',
      'identifier unknown - | passport AB-773311 PL',
    ]);
    expect(explanation.evidence.slice(-4).map(({ points }) => points)).toEqual([0, 0, 0, 0]);
    expect(explanation.settledBy).toEqual(['birthDate', 'identifier', 'country']);
  });

  it.each<[given: string, listed: string, relation: string, points: number]>([
    ['1968-04-02', '1968-04-02', 'same_date', 5],
    ['1968', '1968-04-02', 'same_year', 3],
    ['1969', '1968-04-02', 'year_differs_by_one', 0],
    ['1968-02-04', '1968-04-02', 'day_and_month_swapped', 3],
    ['1958-04-02', '1968-04-02', 'one_digit_differs', -3],
    ['1968-04-03', '1968-04-02', 'other_day', -8],
    ['1968-05', '1968-04', 'other_month', -8],
    ['1990', '1968', 'different', -20],
  ])('birth dates %s and %s: %s, %d', (birthDate, text, relation, points) => {
    const { evidence } = of({ name: 'Marekko Dolvan', birthDate }, 'Marekka Tarvin Dolvam', {
      birth: [{ text, from: text, to: text, approximate: false }],
    });
    expect(evidence.find(({ field }) => field === 'birthDate')).toEqual({
      field: 'birthDate',
      subject: birthDate,
      listed: text,
      relation,
      points,
    });
  });

  it('shows gender, country and identifier with their points', () => {
    const subject: Subject = {
      name: 'Marekko Dolvan',
      gender: 'M',
      countries: ['PL'],
      identifiers: [{ value: 'AB 773311' }],
    };
    const { evidence } = of(subject, 'Marekko Dolvan', {
      gender: 'F',
      countries: [{ code: 'DE', role: 'nationality' }],
      identifiers: [{ value: 'zz' }, { value: 'ab-773311', type: 'passport' }],
    });
    expect(evidence.slice(-3)).toEqual([
      { field: 'country', subject: 'PL', listed: 'DE', relation: 'different', points: -8 },
      { field: 'gender', subject: 'M', listed: 'F', relation: 'different', points: -15 },
      {
        field: 'identifier',
        subject: 'AB 773311',
        listed: 'passport ab-773311',
        relation: 'same',
        points: 18,
      },
    ]);
  });

  it('has no row of birth and gender for a company without them', () => {
    const { evidence } = of({ schema: 'Company', name: 'Velmora Works' }, 'Velmora Works');
    expect(evidence.map(({ field }) => field)).not.toContain('birthDate');
    expect(evidence.map(({ field }) => field)).not.toContain('gender');
  });

  it('shows the rule that keeps the exact name of a sanctioned entity', () => {
    const one = explained({
      subject: { name: 'Marekko Dolvan', birthDate: '1990' },
      entity: invented({ birth: born('1968-04-02'), listings: [listing('SANCTIONS')] }),
      options: { matchThreshold: 95 },
    });
    expect(one.evidence.at(-1)).toEqual({
      field: 'rule',
      subject: null,
      listed: null,
      relation: 'kept_by_rule',
      points: 0,
    });
    expect(one.summary).toBe(
      'The names are the same; the birth dates differ (1990, 1968-04-02); the country is unknown; ' +
        'it remains a hit because a sanctioned entity has exactly this name.',
    );
  });
});

describe('the summary', () => {
  it.each<[Subject, string, Partial<ListedEntity>, string]>([
    [
      { name: 'Marekko Dolvan', birthDate: '1968' },
      'Marekko Dolvam',
      { birth: born('1968-04-02') },
      'The names agree except for one letter (“Dolvan”, “Dolvam”); the year of birth agrees; the country is unknown. A full birth date would settle it.',
    ],
    [
      { name: 'Marekko Dolvan', birthDate: '1968-04-02', countries: ['PL'] },
      'Marekko Dolvan',
      { birth: born('1968-04-02'), countries: [{ code: 'PL', role: 'nationality' }] },
      'The names are the same; the birth date agrees; a country is shared.',
    ],
    [
      { name: 'Marekko Dolvan' },
      'Marekko Strubine',
      {},
      'The names agree in part only: there are different words (“Dolvan”, “Strubine”); the birth date is unknown; the country is unknown. The list has nothing more that would settle it.',
    ],
    [
      { name: 'Marekko Dolvan' },
      'Marekko Tarvin Dolvan',
      { gender: 'M' },
      'The names agree except for a word that only the listed name has (“Tarvin”); the birth date is unknown; the country is unknown. The gender would help.',
    ],
    [
      { name: 'Oskeld Veyra', identifiers: [{ value: 'AB 773311' }] },
      'Marekko Dolvan',
      { identifiers: [{ value: 'ab-773311', type: 'passport' }] },
      'The names have nothing in common; the birth date is unknown; the country is unknown; an identifier agrees (passport ab-773311).',
    ],
    [
      { schema: 'Company', name: 'Velmora Trading' },
      'Velmora Trading GmbH',
      { identifiers: [{ value: 'HRB 4410097', type: 'registration' }] },
      'The names agree except for a legal form that one of them lacks; the country is unknown. The number of an identity document or registration would settle it.',
    ],
  ])('of %j and %s', (subject, text, entity, expected) => {
    expect(of(subject, text, entity).summary).toBe(expected);
  });

  it('names the kind of name that won', () => {
    const entity = {
      names: [
        { text: 'Quorlan Thistlecroft', kind: 'primary' as const },
        { text: 'Marekko Dolvan', kind: 'alias' as const },
      ],
    };
    expect(of({ name: 'Marekko Dolvan' }, '', entity).summary).toMatch(
      /^The name and an alias are the same;/u,
    );
  });

  it('omits letters where texts had to be equal', () => {
    const one = explained({
      subject: { name: 'Marekko Dolvan' },
      entity: invented({}),
      options: { exactMatch: true },
    });
    expect([one.evidence[0]?.relation, one.summary]).toEqual([
      'same_text',
      'The names are written alike; the birth date is unknown; the country is unknown. The list has nothing more that would settle it.',
    ]);
  });
});
