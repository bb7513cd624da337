import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../../bench/filler-names.ts';
import { invented } from '../../../test/support/invented-entity.ts';
import { isJapanese } from '../../readings/japanese-spellings.ts';
import { latinSkeleton, letterCodes } from '../../readings/latin-skeleton.ts';
import { nativeStates } from '../../readings/native-name.ts';
import { SyllableStates } from '../../readings/syllable-states.ts';
import { buildSnapshot } from '../build/build-snapshot.ts';
import { Dictionary } from './dictionary.ts';
import { latinWordsOf, LatinWords } from './latin-words.ts';
import { letterColumns, LetterTable, orderOfLetters } from './letter-table.ts';
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

function lettersOf(all: readonly string[]): LetterTable {
  const words = wordsFrom(all);
  return new LetterTable(letterColumns(words, orderOfLetters(words)));
}

function skeletonsOf(all: readonly string[]): SkeletonTable {
  const words = wordsFrom(all);
  return new SkeletonTable(skeletonColumns(words, orderOfLetters(words)));
}

const sorted = (values: Iterable<number>): number[] => Array.from(values).sort((a, b) => a - b);

describe('words in the order of their letters', () => {
  const table = lettersOf(texts);

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
    expect(lettersOf([]).each(new SyllableStates([], ['li']), () => expect.fail())).toBe(0);
  });

  test('that are the same are all found', () => {
    const found: number[] = [];
    lettersOf(['li', 'lixiaoming', 'li']).each(new SyllableStates([], ['li']), (token) => found.push(token));
    expect(sorted(found)).toEqual([0, 2]);
  });
});

const textOf = (letters: Uint8Array): string => String.fromCharCode(...letters.map((letter) => letter + 96));

/** Words of some lengths that begin with given letters, and how many letters were read to find them. */
class Beginnings {
  read = 0;
  readonly #beginnings: readonly string[];
  readonly #lengths: readonly number[] | null;
  #length = 0;
  #letters = '';

  /** @param lengths null for all */
  constructor(beginnings: readonly string[], lengths: readonly number[] | null = null) {
    this.#beginnings = beginnings;
    this.#lengths = lengths;
  }

  begin(length: number): boolean {
    this.#length = length;
    this.#letters = '';
    return this.#lengths?.includes(length) ?? true;
  }

  take(letter: number, place: number): boolean {
    this.read += 1;
    // The letters at the places before stay as they were taken.
    if (place > this.#letters.length + 1) throw new Error(`no letter before place ${place}`);
    this.#letters = this.#letters.slice(0, place - 1) + String.fromCharCode(letter + 96);
    return this.#beginnings.some((text) => text.startsWith(this.#letters) || this.#letters.startsWith(text));
  }

  endsAt(place: number): boolean {
    if (place !== this.#length) throw new Error(`a word of another length: ${place}`);
    return this.#beginnings.some((text) => this.#letters.slice(0, place).startsWith(text));
  }
}

describe('words by their skeleton', () => {
  const table = skeletonsOf(texts);

  test.each([[['FN']], [['L', 'LS']], [['']], [['MNS', 'KM', 'TRTR']]])(
    'with the skeletons %j are all found, each once',
    (skeletons) => {
      for (const onlyJapanese of [false, true]) {
        const words = Array.from(texts.entries()).filter(
          ([, text]) => skeletons.includes(latinSkeleton(text)) && (!onlyJapanese || isJapanese(text)),
        );
        for (const beginnings of [[''], ['wa', 'lix', 'mi'], ['zzz']]) {
          for (const lengths of [null, [2, 5, 9]]) {
            const found: number[] = [];
            const spelling = new Beginnings(beginnings, lengths);
            const count = table.each({ skeletons, onlyJapanese }, spelling, (token) => found.push(token));
            const expected = words.filter(
              ([, text]) =>
                beginnings.some((beginning) => text.startsWith(beginning)) &&
                (lengths?.includes(text.length) ?? true),
            );
            expect(sorted(found)).toEqual(expected.map(([token]) => token));
            expect(count).toBe(words.length);
          }
        }
      }
    },
  );

  test('read each common beginning of one length once', () => {
    const words = skeletonsOf(['mingxiao', 'mingxia', 'mingxiao', 'mingxie', 'mingxien', 'mingxieu']);
    const spelling = new Beginnings(['']);
    words.each({ skeletons: ['MNKS'], onlyJapanese: false }, spelling, () => undefined);
    // Of seven letters mingxia, then e behind mingxi; of eight mingxiao, then en and u.
    expect(spelling.read).toBe(7 + 1 + 8 + 2 + 1);
  });

  test('pass over all that begin with what fits none', () => {
    const spelling = new Beginnings(['ku']);
    skeletonsOf(['kimo', 'kimu', 'kumi']).each(
      { skeletons: ['KM'], onlyJapanese: false },
      spelling,
      () => undefined,
    );
    // Two letters of the first word, then those of the last behind the one they share.
    expect(spelling.read).toBe(2 + 3);
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
