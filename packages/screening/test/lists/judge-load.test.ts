import { describe, expect, it } from 'vitest';
import type { LoadReport } from '../../src/model/listed-entity.ts';
import { isOlder, judgeLoad, missingSources, usualLoadRules } from '../../src/lists/judge-load.ts';

const report = (change: Partial<LoadReport>): LoadReport => ({
  entities: 1000,
  names: 2000,
  rejects: [],
  rejected: 0,
  unknown: {},
  publishedAt: '2026-10-02',
  version: 'v',
  ...change,
});
const before = { entities: 1000 };
const rules = { ...usualLoadRules, pinned: ['a'] };

describe('whether a load may replace the one before', () => {
  it.each<[string, Partial<LoadReport>, string[]]>([
    ['as before', {}, []],
    ['a fifth smaller', { entities: 800 }, []],
    [
      'more than a fifth smaller',
      { entities: 799 },
      [
        'example has shrunk from 1000 to 799 entities; if that is right: "countersign lists load --may-shrink example"',
      ],
    ],
    ['one bad record in a thousand', { entities: 999, rejected: 1 }, []],
    [
      'two bad records in a thousand',
      { entities: 998, rejected: 2 },
      ['example has 2 bad records beside 998 good ones'],
    ],
  ])('%s', (_, change, reasons) => {
    expect(judgeLoad(before, { source: 'example', report: report(change), has: () => true }, rules)).toEqual(
      reasons,
    );
  });

  it.each<[string, number, number, number, string[]]>([
    ['half of the sample', 100, 50, 0.2, []],
    [
      'more than half of them',
      100,
      51,
      0.2,
      [
        'example is another list: 51 of 100 entities looked for are gone; if that is right: "countersign lists load --may-shrink example"',
      ],
    ],
    ['most of them, where so many may vanish', 100, 90, 0.9, []],
    ['all of a short list', 19, 19, 0.2, []],
  ])('lacks %s', (_, looked, gone, shrink, reasons) => {
    const sample = Array.from({ length: looked }, (__, at) => `e-${at}`);
    const load = { source: 'example', report: report({}), has: (id: string) => Number(id.slice(2)) >= gone };
    expect(judgeLoad({ ...before, sample }, load, { ...usualLoadRules, shrink })).toEqual(reasons);
  });

  it('requires pinned entities and at least one entity', () => {
    const load = { source: 'example', report: report({ entities: 0 }), has: () => false };
    expect(judgeLoad(null, load, rules)).toEqual(['example has no entity', 'example lacks a']);
  });

  it.each<[string | null, string | null, boolean]>([
    ['2026-09-30', '2026-10-01', true],
    ['2026-10-01', '2026-10-01', false],
    ['2026-10-02', '2026-10-01', false],
    [null, '2026-10-01', false],
    ['2026-10-01', null, false],
  ])('of %s is older than one of %s: %s', (now, then, older) => {
    expect(isOlder(now, then)).toBe(older);
  });

  it('names mandatory sources that are missing', () => {
    expect(missingSources(['un', 'eu'], ['eu'])).toEqual(['un']);
  });
});
