import fc from 'fast-check';
import { expect, test } from 'vitest';
import { letterCodes } from '../readings/latin-skeleton.ts';
import { CheapestReading, type Reading } from './cheapest-reading.ts';
import { bitsOfLetters } from './letter-floor.ts';

const bits = (letters: string): number => bitsOfLetters(letterCodes(letters));

test('the cheapest reading without some letters is that of which all letters are left', () => {
  const readings: Reading[] = [
    [bits('min'), 20],
    [bits('ming'), 50],
    [bits('men'), 120],
    [bits('m'), 300],
  ];
  const cheapest = new CheapestReading(readings, 700);
  expect(cheapest.without(0)).toBe(20);
  expect(cheapest.without(bits('z'))).toBe(20);
  expect(cheapest.without(bits('i'))).toBe(120);
  expect(cheapest.without(bits('ie'))).toBe(300);
  expect(cheapest.without(bits('m'))).toBe(700);
});

test('of hundreds of readings it is the one that a scan of them finds', () => {
  const someLetters = fc.integer({ min: 1, max: 2 ** 27 - 1 }).map((letters) => letters << 1);
  const fewLetters = fc
    .array(fc.integer({ min: 1, max: 27 }), { minLength: 3, maxLength: 4 })
    .map((letters) => bitsOfLetters(Uint8Array.from(letters)));
  let beyondFirstBlock = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fewLetters, fc.integer({ min: -2000, max: 1500 })), {
        minLength: 150,
        maxLength: 300,
      }),
      fc.array(someLetters, { minLength: 10, maxLength: 10 }),
      (readings, withouts) => {
        const cheapest = new CheapestReading(readings, 1600);
        const costs = readings.map(([, cost]) => cost).sort((a, b) => a - b);
        for (const without of withouts) {
          const left = readings.filter(([needs]) => (needs & without) === 0).map(([, cost]) => cost);
          const least = Math.min(1600, ...left);
          if (least > (costs[32] as number)) beyondFirstBlock += 1;
          expect(cheapest.without(without)).toBe(least);
        }
      },
    ),
    { numRuns: 200, seed: 7 },
  );
  expect(beyondFirstBlock).toBeGreaterThan(100);
});
