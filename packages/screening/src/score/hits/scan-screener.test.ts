import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../../model/listed-entity.ts';
import { defaultOptions } from '../../model/screener.ts';
import { ScreeningInputError, type ScreeningOptions, type Subject } from '../../model/screening-types.ts';
import { invented, listing } from '../../../test/support/invented-entity.ts';
import { replay } from './replay.ts';
import { createScanScreener } from './scan-screener.ts';

function screen(entities: ListedEntity[], subject: Subject, options: Partial<ScreeningOptions> = {}) {
  return createScanScreener(entities, { snapshot: 'test' }).screen(subject, {
    ...defaultOptions,
    ...options,
  });
}

const found = (
  entities: ListedEntity[],
  subject: Subject,
  options: Partial<ScreeningOptions> = {},
): string[] => screen(entities, subject, options).hits.map(({ entityId }) => entityId);

const subject: Subject = { firstName: 'Marekko', lastName: 'Dolvan' };
const primary = (text: string) => [{ text, kind: 'primary' as const }];

describe('lists', () => {
  const both = invented({ listings: [listing('SANCTIONS'), listing('PEP_CLASS_2')] });
  it('finds an entity on a selected list, and shows listings of selected lists only', () => {
    const [hit] = screen([both], subject, { lists: ['PEP_CLASS_2'] }).hits;
    expect(hit?.listTypes).toEqual(['PEP_CLASS_2']);
    expect(hit?.listings.map(({ list }) => list)).toEqual(['PEP_CLASS_2']);
  });
  it('does not find one on other lists, nor one on none', () => {
    expect(found([both], subject, { lists: ['WARNINGS'] })).toEqual([]);
    expect(found([invented({ listings: [] })], subject)).toEqual([]);
  });
});

describe('countries as a filter', () => {
  const entity = (list: 'SANCTIONS' | 'WARNINGS', code?: string) =>
    invented({ listings: [listing(list)], countries: code ? [{ code, role: 'nationality' }] : [] });
  it.each([
    ['a shared country passes', entity('WARNINGS', 'PL'), 1],
    ['another does not', entity('WARNINGS', 'BY'), 0],
    ['an unknown one passes', entity('WARNINGS'), 1],
    ['sanctions pass whatever their country', entity('SANCTIONS', 'BY'), 1],
  ])('%s', (...row) => {
    const [, listed, hits] = row;
    expect(found([listed], subject, { countries: ['PL'] })).toHaveLength(hits);
  });
  it('stops a sanctioned entity whose sanctions are not selected', () => {
    const listed = invented({
      listings: [listing('SANCTIONS'), listing('WARNINGS')],
      countries: [{ code: 'BY', role: 'nationality' }],
    });
    expect(found([listed], subject, { countries: ['PL'], lists: ['WARNINGS'] })).toEqual([]);
  });
  it('uses the place of birth only when nothing else is known', () => {
    const birth = { code: 'BY', role: 'birth' as const };
    const listed = (countries: ListedEntity['countries']) =>
      invented({ listings: [listing('WARNINGS')], countries });
    expect(found([listed([birth])], subject, { countries: ['PL'] })).toEqual([]);
    expect(
      found([listed([birth, { code: 'PL', role: 'address' }])], subject, { countries: ['PL'] }),
    ).toHaveLength(1);
  });
});

describe('other options', () => {
  it('leaves out deceased people, also on sanctions lists, when requested', () => {
    const dead = invented({ death: '1999', deceased: true });
    expect(found([dead], subject)).toHaveLength(1);
    expect(found([dead], subject, { excludeDeceased: true })).toEqual([]);
  });

  it('cuts after sorting, and reports that', () => {
    const many = Array.from({ length: 5 }, (_, index) => invented({ id: `inv-${String(5 - index)}` }));
    const { hits, total, truncated } = screen(many, subject, { limit: 2 });
    expect([hits.map(({ entityId }) => entityId), total, truncated]).toEqual([['inv-1', 'inv-2'], 5, true]);
  });

  it.each([
    ['no list', subject, { lists: [] }],
    ['a threshold out of range', subject, { matchThreshold: 101 }],
    ['a threshold that is not whole', subject, { matchThreshold: 79.5 }],
    ['no limit', subject, { limit: 0 }],
    ['a name without a letter or digit', { name: '--' }, {}],
    ['a name of 300 characters', { name: 'a'.repeat(300) }, {}],
    ['a name of 30 words', { name: 'Dol '.repeat(30) }, {}],
    ['21 countries', { ...subject, countries: Array.from({ length: 21 }, () => 'PL') }, {}],
  ])('refuses %s', (...row) => {
    const [, asked, options] = row;
    expect(() => screen([], asked, options)).toThrow(ScreeningInputError);
  });

  it('compares people with people and the unknown, organisations with organisations', () => {
    const of = (schema: ListedEntity['schema']) => invented({ schema, id: schema });
    const all = [of('Person'), of('Company'), of('Vessel'), of('Airplane'), of('Unknown')];
    expect(found(all, subject)).toEqual(['Person', 'Unknown']);
    expect(found(all, { name: 'Marekko Dolvan', schema: 'Organization' })).toEqual(['Company', 'Unknown']);
    expect(found(all, { name: 'Marekko Dolvan', schema: 'Vessel' })).toEqual(['Unknown', 'Vessel']);
  });
});

describe('exact match', () => {
  it.each([
    ['the same name with more white space', 'Marekko  Dolvan', 1],
    ['another case', 'MAREKKO DOLVAN', 0],
    ['last, first', 'Dolvan, Marekko', 1],
    ['an accent', 'Marékko Dolvan', 0],
    ['another order', 'Dolvan Marekko', 0],
    ['a title', 'Dr Marekko Dolvan', 0],
    ['a hyphen', 'Marekko-Dolvan', 0],
  ])('%s: %s', (...row) => {
    const [, text, hits] = row;
    const result = screen([invented({ names: primary(text) })], subject, { exactMatch: true });
    expect(result.hits).toHaveLength(hits);
    for (const hit of result.hits) expect([hit.score, hit.matchTypes]).toEqual([100, ['name_exact']]);
  });

  it('lets birth dates change neither hits nor scores', () => {
    const listed = invented({
      birth: [{ text: '1950', from: '1950-01-01', to: '1950-12-31', approximate: false }],
    });
    const [other] = screen([listed], { ...subject, birthDate: '1980' }, { exactMatch: true }).hits;
    const [same] = screen([listed], { ...subject, birthDate: '1950' }, { exactMatch: true }).hits;
    expect([other?.score, other?.matchTypes]).toEqual([100, ['name_exact']]);
    expect([same?.score, same?.matchTypes]).toEqual([100, ['name_exact', 'year_of_birth']]);
  });
});

describe('names of an entity', () => {
  it('takes the best, the primary one before an alias of the same score', () => {
    const names = [
      { text: 'Marekko Dolvan', kind: 'alias' as const },
      { text: 'Marekko Dolvan', kind: 'primary' as const },
      { text: 'Marekko Ilian Dolvan', kind: 'alias' as const },
    ];
    const [hit] = screen([invented({ names })], subject).hits;
    expect(hit?.matchTypes).toEqual(['name_exact']);
    expect(hit?.aka).toEqual(['Marekko Ilian Dolvan']);
    expect(hit?.trace.runnerUp?.nameScore).toBe(100);
  });

  it('P11: a further name never lowers the score', () => {
    const words = fc.constantFrom('Marekko', 'Dolvan', 'Oskeld', 'Veyra', 'Dolvann');
    const text = fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.join(' '));
    const options = { ...defaultOptions, matchThreshold: 0 };
    fc.assert(
      fc.property(text, text, text, (name, first, second) => {
        const score = (texts: string[]): number =>
          createScanScreener([invented({ names: texts.map((one) => ({ text: one, kind: 'alias' })) })], {
            snapshot: 's',
          }).screen({ name }, options).hits[0]?.score ?? 0;
        expect(score([first, second])).toBeGreaterThanOrEqual(score([first]));
      }),
      { numRuns: 300 },
    );
  });

  it('lets weak aliases win for sanctions alone', () => {
    const names = [...primary('Oskeld Veyra'), { text: 'Marekko Dolvan', kind: 'weak' as const }];
    const warned = invented({ names, listings: [listing('WARNINGS')] });
    const sanctioned = invented({ names, listings: [listing('WARNINGS'), listing('SANCTIONS')] });
    expect(found([warned], subject)).toEqual([]);
    const [hit] = screen([sanctioned], subject).hits;
    expect(hit?.listTypes).toEqual(['SANCTIONS']);
    expect(found([sanctioned], subject, { lists: ['WARNINGS'] })).toEqual([]);
  });
});

describe('evidence and the keeping rule', () => {
  const birth = [{ text: '1950', from: '1950-01-01', to: '1950-12-31', approximate: false }];
  it('keeps an exact sanctioned name that evidence took below the threshold, and marks it', () => {
    const [hit] = screen(
      [invented({ birth })],
      { ...subject, birthDate: '1980' },
      { matchThreshold: 90 },
    ).hits;
    expect([hit?.score, hit?.keptByRule]).toEqual([80, true]);
    expect(hit?.trace.steps.at(-1)?.what).toMatch(/^kept/);
  });
  it('keeps no entity of other lists', () => {
    const listed = invented({ birth, listings: [listing('WARNINGS')] });
    expect(found([listed], { ...subject, birthDate: '1980' }, { matchThreshold: 90 })).toEqual([]);
  });
  it('finds an entity by an identifier alone and marks it unknown', () => {
    const listed = invented({
      names: primary('Oskeld Veyra'),
      identifiers: [{ value: 'AB 773311', type: 'passport' }],
    });
    const [hit] = screen([listed], { ...subject, identifiers: [{ value: 'ab-773311' }] }).hits;
    expect([hit?.score, hit?.nameScore, hit?.matchTypes[0]]).toEqual([95, 0, 'unknown']);
  });
});

describe('order and stability', () => {
  it('puts sanctions first, then exact names, then birth years, then scores', () => {
    const birth = [{ text: '1968', from: '1968-01-01', to: '1968-12-31', approximate: false }];
    const entities = [
      invented({ id: 'pep', listings: [listing('PEP_CLASS_1')] }),
      invented({ id: 'fuzzy', names: primary('Marekko Dolvann') }),
      invented({ id: 'born', birth }),
      invented({ id: 'exact' }),
    ];
    expect(found(entities, { ...subject, birthDate: '1968' })).toEqual(['born', 'exact', 'fuzzy', 'pep']);
  });

  it('P8, P9: other thresholds and other entities change no score', () => {
    const texts = [
      'Marekko Dolvan',
      'Marekko Strubin',
      'Dolvan',
      'Marekko Ilian Dolvan',
      'M Dolvan',
      'Oskeld Veyra',
    ];
    const entities = texts.map((text, index) =>
      invented({ id: `inv-${String(index)}`, names: primary(text) }),
    );
    const scores = (list: ListedEntity[], matchThreshold: number) =>
      new Map(screen(list, subject, { matchThreshold }).hits.map((hit) => [hit.entityId, hit.score]));
    const all = scores(entities, 0);
    for (const threshold of [0, 20, 50, 80, 95, 100])
      expect(scores([...entities].reverse(), threshold)).toEqual(
        new Map([...all].filter(([, score]) => score >= threshold).sort()),
      );
    expect(all.has('inv-5')).toBe(false);
    for (const entity of entities) expect(scores([entity], 0).get(entity.id)).toBe(all.get(entity.id));
  });
});

describe('the trace', () => {
  const texts = [
    'Marekko Dolvan',
    'Dr Marekko Ilian Dolvan',
    'Marekko Dolvann',
    'Dolvan Marekko',
    'Marekko Strubin Dolvan',
  ];
  it.each(texts)('of %s adds up to the score and can be replayed', (text) => {
    const listed = invented({ names: primary(text), countries: [{ code: 'BY', role: 'nationality' }] });
    const asked = { ...subject, countries: ['BY'] };
    const [hit] = screen([listed], asked, { matchThreshold: 10 }).hits;
    if (!hit) throw new Error('no hit');
    const { trace } = hit;
    const good = trace.pairs.reduce((sum, { similarity, weight }) => sum + similarity * weight, 0);
    const bad = [...trace.pairs, ...trace.leftQuery, ...trace.leftListed, ...trace.charges].reduce(
      (sum, { charge }) => sum + charge,
      0,
    );
    expect((100 * good) / (good + bad)).toBeCloseTo(trace.steps[0]?.before ?? -1, 0);
    for (const [index, step] of trace.steps.slice(1).entries())
      expect(step.before).toBe(trace.steps[index]?.after);
    expect(trace.steps.at(-1)?.after).toBe(trace.score);
    expect(trace.score).toBe(hit.score);
    expect(JSON.stringify(replay(trace, asked, listed))).toBe(JSON.stringify(trace));
  });

  it('of another engine is not replayed', () => {
    const [hit] = screen([invented({})], subject).hits;
    if (!hit) throw new Error('no hit');
    expect(() => replay({ ...hit.trace, engine: '0.other' }, subject, invented({}))).toThrow(
      /engine 0.other/,
    );
  });
});
