import { describe, expect, it } from 'vitest';
import { compareNames, editDistance, nameSimilarity } from './names.ts';

describe('name similarity', () => {
  it.each([
    ['Liisa', 'LIISA', 1],
    ['Núñez García', 'NUNEZ GARCIA', 1],
    ['Núñez', 'NUNXXEZ', 1],
    ['Müller', 'MUELLER', 1],
    ['Müller', 'MULLER', 1],
    ['Strauß', 'STRAUSS', 1],
    ['Ələkbərov', 'ELEKBEROV', 1],
    ['Əliyev', 'ALIYEV', 1],
    ['Ĳsseldĳk', 'IJSSELDIJK', 1],
    ['Ŀull', 'LULL', 1],
    ['Ħamrun', 'HAMRUN', 1],
    ['Ŧeŋo', 'TENO', 1],
    ['Søren Åberg', 'SOEREN AABERG', 1],
    ['Anna Maria', 'MARIA ANNA', 1],
    ['Anna Maria', 'ANNA', 1],
    ["O'Brien", 'OBRIEN', 1],
    ['Anne-Marie', 'ANNE MARIE', 1],
    ['De la Cruz', 'DELACRUZ', 1],
    ['Jonson', 'JONSSON', 0.8571],
    ['Tavistock', 'MAASIKAS', 0.2222],
  ])('of %s and %s is %d', (a, b, expected) => {
    expect(nameSimilarity(a, b)).toBeCloseTo(expected, 4);
    expect(nameSimilarity(b, a)).toBeCloseTo(expected, 4);
  });

  it('is null when one side has no letter', () => {
    expect(nameSimilarity('…', 'ANNA')).toBeNull();
  });

  it('finds swapped first and last names as a whole', () => {
    const comparison = compareNames(
      { firstName: 'Maasikas', lastName: 'Liisa' },
      { firstName: 'LIISA', lastName: 'MAASIKAS' },
    );
    expect(comparison.whole).toBe(1);
    expect(comparison.firstName).toBeLessThan(0.5);
  });

  it('compares nothing that is missing', () => {
    expect(
      compareNames({ firstName: null, lastName: 'Velmont' }, { firstName: 'DARIO', lastName: null }),
    ).toEqual({
      firstName: null,
      lastName: null,
      whole: null,
    });
  });

  it('counts edits', () => {
    expect(editDistance('KITTEN', 'SITTING')).toBe(3);
  });
});
