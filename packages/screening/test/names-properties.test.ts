import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmptyName } from '../src/names/check-name.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import type { PreparedName } from '../src/model/prepared-name.ts';

const runs = { numRuns: 1000 };
const kinds = ['person', 'organisation', 'vessel', 'unknown'] as const;

const someKind = fc.constantFrom(...kinds);
const anyText = fc.string({ unit: 'binary', maxLength: 256 });
const nameLike = fc.string({
  unit: fc.constantFrom(
    ...Array.from('abekovDMŁéßüжИаحمد王ガ박ส'),
    ' ',
    ' ',
    '.',
    ',',
    '-',
    "'",
    '(',
    ')',
    '3',
    '\u0301',
    '\u200b',
    '№',
  ),
  maxLength: 60,
});
const text = fc.oneof(anyText, nameLike);

/** Words as tables know them and invented ones, in the mixture of real names. */
const vocabulary = [
  'tarvin',
  'oskeld',
  'dolvan',
  'strubin',
  'velmora',
  'brenmark',
  'ysolde',
  'maria',
  'li',
  'le',
  'van',
  'der',
  'al',
  'bin',
  'de',
  'la',
  'y',
  'e',
  'j',
  'k',
  'king',
  'don',
  'sen',
  'dr',
  'jr',
  'mba',
  'iii',
  'vi',
  'ivanovich',
  'petrovich',
  'petrovna',
  'oskeldovich',
  '7',
] as const;
// Without single letters: K and Y in a row are a legal form, a key of two words.
const vocabularyOfFirms = [
  ...vocabulary.filter((word) => word.length > 1),
  'bank',
  'trading',
  'international',
  'third',
  'kg',
  'germany',
  'star',
] as const;

const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 7 });
const wordsOfFirms = fc.array(fc.constantFrom(...vocabularyOfFirms), { minLength: 1, maxLength: 7 });

const texts = (name: PreparedName): string[] => name.tokens.map((token) => token.text);
const sorted = (name: PreparedName): string[] =>
  name.tokens.map((token) => `${token.text} ${token.class} ${String(token.weight)}`).sort();

describe('preparing any name', () => {
  test('ends with tokens exactly when there is a letter or digit, within their bounds', () => {
    fc.assert(
      fc.property(text, someKind, (raw, kind) => {
        const { tokens } = prepareName(raw, kind);
        expect(tokens.length === 0).toBe(isEmptyName(raw));
        expect(tokens.length).toBeLessThanOrEqual(24);
        for (const token of tokens) {
          expect(token.text).not.toBe('');
          expect(token.weight).toBeGreaterThanOrEqual(10);
          expect(token.weight).toBeLessThanOrEqual(170);
        }
      }),
      runs,
    );
  });

  test('gives the place of every token in the raw text', () => {
    fc.assert(
      fc.property(text, someKind, (raw, kind) => {
        const name = prepareName(raw, kind);
        for (const { start, end } of name.tokens) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(raw.length);
          expect(isEmptyName(name.raw.slice(start, end))).toBe(false);
        }
      }),
      runs,
    );
  });

  test('gives the same twice', () => {
    fc.assert(
      fc.property(text, someKind, (raw, kind) => {
        expect(prepareName(raw, kind)).toEqual(prepareName(raw, kind));
      }),
      runs,
    );
  });

  test('takes bounded time for the longest names', () => {
    const parts = [
      '\ufdfa',
      'a.',
      '(a',
      's a ',
      'a k a ',
      '有限公司',
      'ltd',
      'аa',
      'no 3 ',
      'x\u0301',
      'd, ',
      'dr ',
      '\u{1d56c}',
      'twenty one ',
    ];
    for (const part of parts) {
      const raw = part.repeat(256).slice(0, 512);
      for (const kind of kinds) {
        prepareName(raw, kind);
        const before = process.cpuUsage();
        for (let turn = 0; turn < 5; turn += 1) prepareName(raw, kind);
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 5, `microseconds for ${kind} ${part}`).toBeLessThan(50_000);
      }
    }
  });
});

describe('preparing the name of a person', () => {
  test('is not changed by case, accents, white space and punctuation at the ends of words', () => {
    const accents: Readonly<Record<string, string>> = { a: 'á', e: 'ë', o: 'ô', i: 'ī', n: 'ñ' };
    const accented = (word: string): string =>
      word.replace(/[aeoin]/gu, (letter) => accents[letter] ?? letter);
    const dressed = fc.constantFrom<(word: string) => string>(
      (word) => word.toUpperCase(),
      accented,
      (word) => `"${word}"`,
      (word) => `  ${word}\t`,
      (word) => word.normalize('NFD'),
      (word) => `${word.slice(0, 1)}'${word.slice(1)}`,
      (word) => `${word.slice(0, 1)}\u200b${word.slice(1)}`,
    );
    fc.assert(
      fc.property(words, dressed, (plain, dress) => {
        expect(texts(prepareName(plain.map(dress).join(' '), 'person'))).toEqual(
          texts(prepareName(plain.join(' '), 'person')),
        );
      }),
      runs,
    );
  });

  test('is the same name again from its own words', () => {
    const clean = fc.array(
      fc.constantFrom('tarvin', 'oskeld', 'dolvan', 'van', 'der', 'maria', 'li', 'j', 'petrovna', 'king'),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(clean, (plain) => {
        const once = prepareName(plain.join(' '), 'person');
        const again = prepareName(texts(once).join(' '), 'person');
        expect(again.tokens).toEqual(once.tokens);
      }),
      runs,
    );
  });
});

describe('reordering an untyped name', () => {
  const shuffled = (list: typeof words | typeof wordsOfFirms): fc.Arbitrary<[string[], string[]]> =>
    fc
      .oneof(list)
      .chain((plain) =>
        fc
          .shuffledSubarray([...plain.keys()], { minLength: plain.length, maxLength: plain.length })
          .map((order): [string[], string[]] => [[...plain], order.map((at) => plain[at] ?? '')]),
      );

  test('changes no class and no weight in the name of a person', () => {
    fc.assert(
      fc.property(shuffled(words), ([plain, other]) => {
        expect(sorted(prepareName(other.join(' '), 'person'))).toEqual(
          sorted(prepareName(plain.join(' '), 'person')),
        );
      }),
      runs,
    );
  });

  test('nor in that of an organisation, vessel or unknown', () => {
    fc.assert(
      fc.property(
        shuffled(wordsOfFirms),
        fc.constantFrom('organisation', 'vessel', 'unknown'),
        ([plain, other], kind) => {
          expect(sorted(prepareName(other.join(' '), kind))).toEqual(
            sorted(prepareName(plain.join(' '), kind)),
          );
        },
      ),
      runs,
    );
  });
});
