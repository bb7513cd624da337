import { expect, it } from 'vitest';
import { compareWords } from './compare-words.ts';
import { wordOf } from './word-of.ts';

const compare = (a: string, b: string) => compareWords(wordOf(a), wordOf(b));

it.each([
  ['dalvanau', 'dolvanov'],
  ['halvarau', 'golvorov'],
  ['strubianka', 'strubenko'],
  ['dalvanava', 'dolvanova'],
  ['velmadzeeu', 'velmodeev'],
  ['papau', 'popov'],
])('%s is by its sounds what %s is by its parts', (phonetic, spelt) => {
  expect(compare(phonetic, spelt)).toEqual({ similarity: 9_300, relation: 'equivalent' });
  expect(compare(spelt, phonetic)).toEqual({ similarity: 9_300, relation: 'equivalent' });
});

it.each([
  ['two surnames that are both by their parts', 'velmorov', 'velmarev'],
  ['two surnames that are both by their sounds', 'halvarau', 'galvareu'],
  ['another consonant', 'halvarau', 'golvonov'],
])('%s are compared by their letters: %s and %s', (_, first, second) => {
  expect(compare(first, second).relation).not.toBe('equivalent');
});
