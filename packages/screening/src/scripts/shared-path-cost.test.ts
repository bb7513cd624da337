import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyForeign, anyLatin, foreignWord } from '../../test/support/foreign-words.ts';
import { letterCodes } from '../readings/latin-skeleton.ts';
import { pathCost } from './path-cost.ts';
import type { ForeignWord } from './script-word.ts';
import { SharedPathCost } from './shared-path-cost.ts';

/** Whether a word may be read, letter by letter from a place on; the letters before it have been taken already. */
function isRead(costs: SharedPathCost, letters: Uint8Array, from = 0): boolean {
  if (from === 0 && !costs.begin(letters.length)) return false;
  for (let at = from; at < letters.length; at += 1)
    if (!costs.take(letters[at] as number, at + 1)) return false;
  return costs.endsAt(letters.length);
}

const patience = 120_000;

describe('a grid filled letter by letter', () => {
  test(
    'reads exactly the words that an alignment reaches',
    () => {
      let reached = 0;
      let excluded = 0;
      fc.assert(
        fc.property(
          anyForeign,
          fc.array(anyLatin, { minLength: 1, maxLength: 6 }),
          fc.constantFrom([80, 80], [150, 80], [250, 200], [349, 297], [600, 450], [1_000, 900]),
          (text, others, [perLetter = 0, most = 0]) => {
            const word = foreignWord(text);
            if (!word) return;
            const costs = new SharedPathCost(word, { perLetter, most });
            // The likeliest spelling and what begins like it, which alignments often reach, and words that begin like the one before.
            const words = [
              word.spelling,
              ...others.flatMap((other) => [word.spelling + other, word.spelling.slice(0, 3) + other, other]),
            ].filter((latin) => latin !== '' && latin.length <= 48);
            for (const latin of words) {
              const letters = letterCodes(latin);
              const expected = pathCost(word, letters, { perLetter, most }) >= 0;
              if (expected) reached += 1;
              else excluded += 1;
              expect({ text, latin, read: isRead(costs, letters) }).toEqual({ text, latin, read: expected });
            }
          },
        ),
        // Runs to completion even on a busy machine, because the results are counted.
        { numRuns: 5_000, interruptAfterTimeLimit: patience },
      );
      expect(reached).toBeGreaterThan(2_000);
      expect(excluded).toBeGreaterThan(2_000);
    },
    patience,
  );

  test('keeps the letters before the place where it continues', () => {
    const costs = new SharedPathCost(foreignWord('明') as ForeignWord, { perLetter: 325, most: 150 });
    expect(isRead(costs, letterCodes('ming'))).toBe(true);
    expect(isRead(costs, letterCodes('mink'), 3)).toBe(false);
    expect(isRead(costs, letterCodes('ming'), 3)).toBe(true);
  });

  test('begins no word that is far too long, and ends where no word can begin so', () => {
    const costs = new SharedPathCost(foreignWord('明') as ForeignWord, { perLetter: 325, most: 150 });
    expect(costs.begin(40)).toBe(false);
    expect(costs.begin(4)).toBe(true);
    const taken = (text: string): boolean[] =>
      Array.from(letterCodes(text), (letter, at) => costs.take(letter, at + 1));
    expect(taken('ming')).toEqual([true, true, true, true]);
    expect(taken('mruk')).toEqual([true, false, false, false]);
    expect(taken('st')).toEqual([false, false]);
  });
});
