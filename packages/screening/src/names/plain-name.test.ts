import { describe, expect, test } from 'vitest';
import { plainToken, plainTokens, plainWords } from './plain-name.ts';
import { prepareName } from './prepare-name.ts';

describe('words of a name that need not be prepared', () => {
  test.each([
    ['Tarvin Dolvan', ['tarvin', 'dolvan']],
    ['  tarvin  Oskeld-Dolvan ', ['tarvin', 'oskeld', 'dolvan']],
    ['TARVIN OSKELD DOLVAN', ['tarvin', 'oskeld', 'dolvan']],
    ['Dolvan', ['dolvan']],
  ])('of %s are known', (raw, words) => {
    expect(plainWords(raw)).toEqual(words);
  });

  test.each([
    ['none', ''],
    ['a surname in capitals', 'Tarvin DOLVAN'],
    ['a blank that is missing', 'TarvinDolvan'],
    ['a comma', 'Dolvan, Tarvin'],
    ['an initial', 'T Dolvan'],
    ['two initials', 'TV Dolvan'],
    ['a full stop', 'Dr. Dolvan'],
    ['a bracket', 'Tarvin (Dolvan)'],
    ['an apostrophe', "Tarvin O'Dolvan"],
    ['a digit', 'Tarvin Dolvan 2nd'],
    ['another letter', 'Tarvín Dolvan'],
    ['another script', 'Тарвин Dolvan'],
    ['more words than a name has', 'dolvan '.repeat(25)],
    ['more letters than are read', `tarvin ${'dolvan'.repeat(200)}`],
  ])('are not, where there is %s', (_, raw) => {
    expect(plainWords(raw)).toBeNull();
  });
});

describe('a word is the same in any name', () => {
  test('unless a table has it as more than a name', () => {
    expect(plainToken('dolvan')).toEqual({ class: 'unknown', weight: 140 });
    expect(plainToken('maria')).toEqual({ class: 'given', weight: 60 });
    expect(plainToken('smith')).toEqual({ class: 'family', weight: 72 });
  });

  test.each([
    'bin',
    'van',
    'abdul',
    'doctor',
    'junior',
    'ivanovich',
    'dolvanovna',
    'deceased',
    'abdlul',
    'profesor',
  ])('but not %s', (word) => {
    expect(plainToken(word)).toBeNull();
  });
});

/** Means nothing, and has a name cut letter by letter and prepared word by word. */
const invisible = '\u200b';

describe('the tokens of a plain name', () => {
  test('are its words where they are written', () => {
    expect(plainTokens(' Maria  Dol-Dolvan')).toEqual([
      { text: 'maria', class: 'given', typed: false, weight: 60, start: 1, end: 6 },
      { text: 'dol', class: 'unknown', typed: false, weight: 140, start: 8, end: 11 },
      { text: 'dolvan', class: 'unknown', typed: false, weight: 140, start: 12, end: 18 },
    ]);
  });

  test.each(['Maria van Dolvan', 'Doctor Tarvin Dolvan', 'Tarvin Ivanovich Dolvan', 'M Dolvan'])(
    'are left to preparing the whole name for %s',
    (raw) => {
      expect(plainTokens(raw)).toBeNull();
    },
  );

  test.each(['Tarvin Dolvan', 'dolvan', 'SMITH GARCIA OSKELD', 'Ivan  Dolvan-Smith', 'Bank Lopez'])(
    'of %s are those of preparing it word by word',
    (raw) => {
      expect(prepareName(raw, 'person').tokens).toEqual(prepareName(raw + invisible, 'person').tokens);
    },
  );
});
