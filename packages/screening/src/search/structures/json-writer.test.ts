import { assert as assertProperty, jsonValue, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonWriter } from './json-writer.ts';

const writer = new JsonWriter();
const written = (value: unknown): string => Buffer.from(writer.write(value)).toString('utf8');

describe('the writer of JSON', () => {
  test.each([
    [{ id: 'a', names: [{ text: 'Dolvan', kind: 'primary' }], death: null, deceased: false }],
    [{ text: 'Жанна "Ж" \\ \n 王 😀', empty: '' }],
    [{ lone: '\ud800', control: '\u0001\u007f' }],
    [[]],
    [{}],
    [{ language: undefined, parts: { first: 'A', last: 'B' } }],
    [[1, 0.5, -0, true, null]],
  ])('writes %j as JSON.stringify does', (value) => {
    expect(written(value)).toBe(JSON.stringify(value));
  });

  test('makes room for texts of any length', () => {
    const value = { long: 'x'.repeat(200_000), letters: 'ж'.repeat(100_000) };
    expect(written(value)).toBe(JSON.stringify(value));
  });

  test('writes any plain data as JSON.stringify does', () => {
    assertProperty(
      property(jsonValue(), string({ unit: 'binary' }), (value, text) => {
        expect(written({ value, text })).toBe(JSON.stringify({ value, text }));
      }),
      { numRuns: 300, seed: 20_263 },
    );
  });
});
