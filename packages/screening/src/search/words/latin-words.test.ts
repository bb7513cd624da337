import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../bench/filler-names.ts';
import { invented } from '../../../test/support/invented-entity.ts';
import { latinSkeleton, letterCodes } from '../../readings/latin-skeleton.ts';
import { isJapanese } from '../../readings/japanese-spellings.ts';
import { nativeStates } from '../../readings/native-name.ts';
import { SyllableStates } from '../../readings/syllable-states.ts';
import { bitsOfLetters } from '../../scripts/letter-floor.ts';
import { buildSnapshot } from '../build/build-snapshot.ts';
import { Dictionary } from './dictionary.ts';
import { latinWordsOf, LatinWords } from './latin-words.ts';
import { letterColumns, LetterTable } from './letter-table.ts';
import { skeletonColumns, SkeletonTable } from './skeleton-table.ts';

const random = randomFrom(1_108);
const syllables = 'wa ng ming hua li xiao lo ou ya kim che ol su par k yeo hui'.split(' ');
const texts = Array.from(
  new Set(
    Array.from({ length: 5_000 }, () =>
      Array.from(
        { length: 1 + Math.floor(random() * 4) },
        () => syllables[Math.floor(random() * syllables.length)] as string,
      ).join(''),
    ),
  ),
);

function wordsFrom(all: readonly string[]): LatinWords {
  const words = new LatinWords(all.length);
  for (const [token, text] of all.entries()) words.add(letterCodes(text), token);
  return words;
}

const sorted = (values: Iterable<number>): number[] => Array.from(values).sort((a, b) => a - b);

describe('words in the order of their letters', () => {
  const table = new LetterTable(letterColumns(wordsFrom(texts)));

  test('are all found, each once, by a reader of their texts', () => {
    const found: number[] = [];
    table.each(new SyllableStates([], texts), (token) => found.push(token));
    expect(sorted(found)).toEqual(Array.from(texts.keys()));
  });

  test('are passed over where none that begins so fits', () => {
    const found: string[] = [];
    const read = table.each(new SyllableStates([], ['wangming', 'lixiao', 'zzz']), (token) =>
      found.push(texts[token] as string),
    );
    expect(found).toEqual(['lixiao', 'wangming'].filter((text) => texts.includes(text)));
    // Of about 30,000 letters, only those of the two words are read, and at each position those that may follow.
    expect(read).toBeLessThan(200);
  });

  test.each(['王', '明华', '李', '小龙', '丽'])('give the spellings of %s that trying each gives', (text) => {
    const states = nativeStates(text, 'han') as SyllableStates;
    const found = new Set<number>();
    table.each(states, (token) => found.add(token));
    const expected = Array.from(texts.entries()).filter(([, word]) => {
      const letters = letterCodes(word);
      return letters.every((letter, at) => states.take(letter, at + 1)) && states.endsAt(letters.length);
    });
    expect(sorted(found)).toEqual(expected.map(([token]) => token));
  });

  test('may be none', () => {
    expect(
      new LetterTable(letterColumns(wordsFrom([]))).each(new SyllableStates([], ['li']), () => expect.fail()),
    ).toBe(0);
  });

  test('that are the same are all found', () => {
    const found: number[] = [];
    new LetterTable(letterColumns(wordsFrom(['li', 'lixiaoming', 'li']))).each(
      new SyllableStates([], ['li']),
      (token) => found.push(token),
    );
    expect(sorted(found)).toEqual([0, 2]);
  });
});

const textOf = (letters: Uint8Array): string => String.fromCharCode(...letters.map((letter) => letter + 96));

describe('words by their skeleton', () => {
  const table = new SkeletonTable(skeletonColumns(wordsFrom(texts)));

  test.each([[['FN']], [['L', 'LS']], [['']], [['MNS', 'KM', 'TRTR']]])('%j', (skeletons) => {
    for (const onlyJapanese of [false, true]) {
      const found: [number, string, number, number | null][] = [];
      const visited = table.each({ skeletons, onlyJapanese }, (at, letters, count) =>
        found.push([table.tokenAt(at), textOf(table.lettersAt(at)), letters, count]),
      );
      const expected = Array.from(texts.entries())
        .filter(([, text]) => skeletons.includes(latinSkeleton(text)) && (!onlyJapanese || isJapanese(text)))
        .map(([token, text]) => [token, text, bitsOfLetters(letterCodes(text)), text.length]);
      expect(found.sort((a, b) => a[0] - b[0])).toEqual(expected);
      expect(visited).toBe(expected.length);
    }
  });

  test('have no number of letters where it is too large for the table', () => {
    const found: unknown[] = [];
    const large = new SkeletonTable(skeletonColumns(wordsFrom(['la'.repeat(15), 'la'.repeat(16)])));
    large.each({ skeletons: ['L'], onlyJapanese: false }, (at, _, count) =>
      found.push([large.tokenAt(at), count]),
    );
    expect(found.sort()).toEqual([
      [0, 30],
      [1, null],
    ]);
  });
});

test('The Latin words of a dictionary are its Latin tokens and what the rests of those may be that are written together', () => {
  const { sections } = buildSnapshot(
    [
      invented({
        id: 'inv-1',
        names: [{ text: 'Abdulrahim Dolvan Велмора 李明 k9x', kind: 'primary' }],
      }),
    ],
    { engine: 'test', sources: [] },
  );
  const dictionary = new Dictionary(sections);
  const words = latinWordsOf(dictionary);
  const shown = Array.from({ length: words.size }, (_, word) => [
    dictionary.text(words.tokenOf(word)),
    textOf(words.lettersOf(word)),
  ]);
  expect(shown.sort()).toEqual([
    ['abdulrahim', 'abdulrahim'],
    ['abdulrahim', 'lrahim'],
    ['abdulrahim', 'rahim'],
    ['abdulrahim', 'ulrahim'],
    ['dolvan', 'dolvan'],
    ['k9x', 'k{x'],
  ]);
});
