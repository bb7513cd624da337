import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latinSkeleton, letterCodes, skeletonNumber, skeletonOfLetters } from './latin-skeleton.ts';

const numberOf = (text: string): number => skeletonOfLetters(letterCodes(text));

test('The skeleton of letters is that of their text, as a number', () => {
  const piece = fc.constantFrom(
    'sch',
    'sh',
    'ph',
    'ce',
    'cz',
    'x',
    'ks',
    'ss',
    'h',
    'y',
    'a',
    'é',
    '7',
    'c',
    's',
    'z',
    'm',
    'b',
    'g',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      expect([text, numberOf(text)]).toEqual([text, skeletonNumber(latinSkeleton(text))]);
    }),
    { numRuns: 5_000 },
  );
});

test('Words of one skeleton have one number, and no others have it', () => {
  // The digits 1 to 9 represent P F T K S R L M N.
  expect(['', 'aeh', 'wang', 'wong', 'weng', 'schmidt', 'xavier', 'strubinov'].map(numberOf)).toEqual([
    0, 0, 294, 294, 294, 583, 4526, 5361,
  ]);
});
