import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Respelling, spelling } from './respelling.ts';

test('applies each spelling once, in the order given, also to what an earlier one has made', () => {
  const respelling = new Respelling([
    spelling('kh', /kh/gu, 'h'),
    spelling('ha', /ha/gu, 'ko'),
    spelling('oa', /oa/gu, 'kh'),
    spelling('ko', /ko$/gu, 'q'),
  ]);
  expect(['khan', 'dolkhaa', 'velkha', 'marek', 'koa', ''].map((word) => respelling.of(word))).toEqual([
    'kon',
    'dolkkh',
    'velq',
    'marek',
    'kkh',
    '',
  ]);
});

test('gives what the patterns give one by one, of any number of spellings', () => {
  const letters = Array.from('abcdefg');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const spellings = pairs.map((pair, at) =>
    spelling(pair, new RegExp(pair, 'gu'), pairs[(at * 31) % 49] ?? ''),
  );
  const respelling = new Respelling(spellings);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }), (word) => {
      const oneByOne = spellings.reduce((form, { pattern, one }) => form.replace(pattern, one), word);
      expect(respelling.of(word)).toBe(oneByOne);
    }),
  );
});
