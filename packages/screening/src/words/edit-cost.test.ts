import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editCost, editsWithin } from './edit-cost.ts';

/** Implements the definition of optimal string alignment literally. */
function editsByDefinition(first: string, second: string): number {
  const rows = Array.from({ length: first.length + 1 }, (_, row) =>
    Array.from({ length: second.length + 1 }, (_unused, column) => (row === 0 ? column : row)),
  );
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= first.length; row += 1)
    for (let column = 1; column <= second.length; column += 1) {
      const same = first[row - 1] === second[column - 1];
      let least = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1);
      least = Math.min(least, at(row - 1, column - 1) + (same ? 0 : 1));
      if (
        row > 1 &&
        column > 1 &&
        first[row - 1] === second[column - 2] &&
        first[row - 2] === second[column - 1]
      )
        least = Math.min(least, at(row - 2, column - 2) + 1);
      (rows[row] ?? [])[column] = least;
    }
  return at(first.length, second.length);
}

describe('counting edits', () => {
  const word = string({ unit: constantFrom(...Array.from('abcш')), maxLength: 32 });

  it('counts as the definition does', () => {
    assert(
      property(word, word, (first, second) => {
        expect(editsWithin(first, second, 40)).toBe(editsByDefinition(first, second));
      }),
      { numRuns: 3_000 },
    );
  });

  it('returns only "more" when lengths differ too much', () => {
    expect(editsWithin('dolvan', 'dolvanova', 2)).toBeGreaterThan(2);
  });
});

describe('the price of edits', () => {
  const cases: [string, string, number, string][] = [
    ['dolvan', 'dolvan', 0, 'nothing'],
    ['dolvan', 'dolxan', 100, 'another letter'],
    ['dolvan', 'dolwan', 70, 'a letter that looks or sounds alike'],
    ['dolvan', 'dolvvan', 70, 'a doubled letter'],
    ['dolvan', 'dolvhan', 70, 'h after a consonant'],
    ['dolvan', 'dlvan', 100, 'a letter left out'],
    ['dolvan', 'dlovan', 70, 'neighbours swapped'],
    ['dolvan', 'xolvan', 130, 'the first letter'],
    ['dolvan', 'odlvan', 100, 'a swap at the front'],
    ['dolvan', 'doulvan', 70, 'a vowel beside a vowel'],
  ];
  it.each(cases)('%s and %s: %i for %s', (first, second, cost) => {
    expect(editCost(first, second)).toBe(cost);
    expect(editCost(second, first)).toBe(cost);
  });

  it('is symmetric and no less than 70 for different words', () => {
    const word = string({ unit: constantFrom(...Array.from('aehioukscpz')), maxLength: 10 });
    assert(
      property(word, word, (first, second) => {
        const cost = editCost(first, second);
        expect(editCost(second, first)).toBe(cost);
        expect(cost).toBeLessThanOrEqual(130 * Math.max(first.length, second.length));
        if (first === second) expect(cost).toBe(0);
        else expect(cost).toBeGreaterThanOrEqual(70);
      }),
      { numRuns: 2_000 },
    );
  });
});
