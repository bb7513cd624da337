import { expect, test } from 'vitest';
import { WordTable } from './word-table.ts';

test('Texts get numbers in order of arrival and keep them, however many there are', () => {
  const table = new WordTable();
  const texts = Array.from({ length: 20_000 }, (_, at) => `w${at.toString(36)}`);
  expect(texts.map((text) => table.add(text))).toEqual(texts.map((_, at) => at));
  expect(texts.map((text) => table.find(text))).toEqual(texts.map((_, at) => at));
  expect(table.size).toBe(20_000);
  expect(['w', 'x0', 'w00', ''].map((text) => table.find(text))).toEqual([-1, -1, -1, -1]);
});

test('A word inside a name is found in small letters, and only as a whole', () => {
  const table = new WordTable();
  for (const text of ['dolvan', 'marek', 'мария', '李', '=llc']) table.add(text);
  const name = 'MAREK Dolvan Mareks';
  expect(table.findLetters(name, 0, 5)).toBe(1);
  expect(table.findLetters(name, 6, 12)).toBe(0);
  expect(table.findLetters(name, 13, 19)).toBe(-1);
  expect(table.findLetters(name, 13, 18)).toBe(1);
  expect(table.findLetters(name, 0, 4)).toBe(-1);
});

test('Other scripts, capitals and marks are distinct texts', () => {
  const table = new WordTable();
  for (const text of ['мария', '李', '=llc', '\u{20BB7}']) table.add(text);
  expect(['\u{20BB7}', '李', 'мария', '=llc'].map((text) => table.find(text))).toEqual([3, 1, 0, 2]);
  expect(['Мария', '=LLC', '\uD842'].map((text) => table.find(text))).toEqual([-1, -1, -1]);
});

test('A cleared table has no texts and numbers them from 0 again', () => {
  const table = new WordTable();
  table.add('marek');
  table.add('dolvan');
  table.clear();
  expect(table.find('marek')).toBe(-1);
  expect(table.add('dolvan')).toBe(0);
  expect(table.find('dolvan')).toBe(0);
});
