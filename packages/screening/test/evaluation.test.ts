import { expect, it } from 'vitest';
import { alterations } from '../tools/evaluation/alterations.ts';
import { measure } from '../tools/evaluation/measures.ts';
import { numberOf, SeededRandom } from '../tools/evaluation/seeded-random.ts';
import { slipPairs } from '../tools/evaluation/slip-pairs.ts';

it('measures a set that is ranked perfectly', () => {
  const judged = [9_500, 9_000, 8_000].map((score) => ({ score, same: true }));
  const others = [7_900, 5_000, 0].map((score) => ({ score, same: false }));
  expect(measure([...others, ...judged])).toEqual({
    pairs: 6,
    f1: 1,
    bestF1: 1,
    bestAt: 8_000,
    areaUnderCurve: 1,
    recallAt95Precision: 1,
    falsePositivesAt90Recall: 0,
  });
});

it('measures a set with mistakes', () => {
  const judged = [
    { score: 9_000, same: true },
    { score: 8_500, same: false },
    { score: 7_000, same: true },
    { score: 1_000, same: false },
  ];
  const found = measure(judged);
  expect(found.f1).toBe(0.5);
  expect(found.bestF1).toBeCloseTo(0.8);
  expect(found.bestAt).toBe(7_000);
  expect(found.areaUnderCurve).toBe(0.75);
  expect(found.recallAt95Precision).toBe(0.5);
  expect(found.falsePositivesAt90Recall).toBe(0.5);
});

it('takes pairs of one score together: all or none of them are found', () => {
  const tied = [true, false, true, false].map((same) => ({ score: 8_200, same }));
  expect(measure(tied)).toMatchObject({
    areaUnderCurve: 0.5,
    recallAt95Precision: 0,
    falsePositivesAt90Recall: 1,
  });
});

it.each(Object.keys(alterations))('alters a name the same way for the same seed: %s', (kind) => {
  const alter = alterations[kind];
  const name = 'Tarvin Öskeldar Brenmarkson';
  const altered = alter?.(name, new SeededRandom(numberOf(kind)));
  expect(altered).not.toBeNull();
  expect(alter?.(name, new SeededRandom(numberOf(kind)))).toBe(altered);
});

it('leaves names alone that an alteration would make others', () => {
  expect(alterations['swapped']?.('Li Wen', new SeededRandom(1))).toBeNull();
  expect(alterations['middle name missing']?.('Marek Dolvan', new SeededRandom(1))).toBeNull();
  expect(alterations['accents lost']?.('Marek Dolvan', new SeededRandom(1))).toBeNull();
});

it('makes slips and relatives of names of people, and none of names of organisations', () => {
  const entity = (kind: 'person' | 'organisation', id: string, name: string) => ({
    id,
    kind,
    names: [name],
    birthYears: [],
    part: 'tune' as const,
  });
  const pairs = slipPairs([
    entity('person', 'inv-1', 'DOLVARI, Abdul Taruq bin Halim'),
    entity('person', 'inv-2', 'Kang Min'),
    entity('organisation', 'inv-3', 'Velmora bin Trading'),
  ]);
  expect(pairs.every(({ kind }) => kind === 'person')).toBe(true);
  const made = new Map(pairs.map(({ category, first, same }) => [category, { first, same }]));
  expect(made.get('another spelling of bin')).toEqual({ first: 'Abdul Taruq ibn Halim DOLVARI', same: true });
  expect(made.get('child and parent swapped')).toEqual({
    first: 'Abdul Halim bin Taruq DOLVARI',
    same: false,
  });
  expect(pairs.filter(({ category }) => category === 'blank moved')).toHaveLength(2);
  expect(pairs.filter(({ category }) => category === 'slip in a short word')).toHaveLength(2);
});
