import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyForeign, anyLatin, foreignWord } from '../../test/support/foreign-words.ts';
import { letterCodes } from '../readings/latin-skeleton.ts';
import { bitsOfLetters, letterFloors } from './letter-floor.ts';
import { mostCost, pathCost, type LetterFloors } from './path-cost.ts';
import type { ForeignWord } from './script-word.ts';
import { compoundsOf, mayBeCompound } from '../words/compound-forms.ts';

const patience = 120_000;

describe('floors of a path cost by letters', () => {
  test(
    'exclude no word that an alignment reaches, and leave its cost as it is',
    () => {
      let reached = 0;
      let excluded = 0;
      fc.assert(
        fc.property(
          anyForeign,
          anyLatin,
          fc.constantFrom(80, 150, 250, 349, 600),
          (text, other, perLetter) => {
            const word = foreignWord(text);
            if (!word) return;
            // The most likely spelling, followed by some letters of the other word, which some alignments reach.
            const latin = other.length % 2 === 0 ? word.spelling + other.slice(0, other.length % 3) : other;
            if (latin === '') return;
            const letters = letterCodes(latin);
            const cost = pathCost(word, letters, { perLetter });
            const floors = letterFloors(word, perLetter)(bitsOfLetters(letters), letters.length);
            if (cost >= 0) reached += 1;
            if (floors === null) {
              excluded += 1;
              expect(cost).toBe(-1);
              return;
            }
            expect(floors.gross[0]).toBeLessThanOrEqual(mostCost(perLetter, letters.length));
            expect(pathCost(word, letters, { perLetter, floors })).toBe(cost);
          },
        ),
        // Runs to completion even on a busy machine, because the results are counted.
        { numRuns: 20_000, interruptAfterTimeLimit: patience },
      );
      expect(reached).toBeGreaterThan(500);
      expect(excluded).toBeGreaterThan(500);
    },
    patience,
  );

  test('exclude a word whose letters none of the characters is written with, and one far too long', () => {
    const word = foreignWord('明') as ForeignWord;
    const floorsOf = (text: string): LetterFloors | null =>
      letterFloors(word, 150)(bitsOfLetters(letterCodes(text)), text.length);
    expect(floorsOf('ming')).not.toBeNull();
    expect(floorsOf('kovz')).toBeNull();
    expect(floorsOf('mingstrubinovka')).toBeNull();
  });
});

test('mayBeCompound is true for every plain Latin word that has compounds', () => {
  let compounds = 0;
  const part = fc.constantFrom(
    'abd',
    'abu',
    'abou',
    'abo',
    'ul',
    'allah',
    'ullah',
    'la',
    'lah',
    'din',
    'eddine',
    'uddin',
    'rahman',
    'nur',
    'dene',
    'zin',
    'kar',
    'muhammad',
    'mohamet',
    'gholam',
    'qulem',
    'reza',
    'ridha',
    'zada',
    'zodeh',
    'khan',
    'djan',
    'al',
    'ass',
    'bin',
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
      const text = parts.join('');
      const has = compoundsOf(text).length > 0;
      if (has) compounds += 1;
      expect(!has || mayBeCompound(letterCodes(text))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  expect(compounds).toBeGreaterThan(1_000);
  expect(mayBeCompound(letterCodes('strubmar'))).toBe(false);
});
