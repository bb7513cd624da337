import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PackedRows } from './packed-rows.ts';

const anyId = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom('a', 'b', '\ud800', 'é', '王', '__proto__', ''),
);

describe('packed rows', () => {
  test('returns all rows of an id in the order in which they came, as a map of arrays does', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, fc.jsonValue()), { maxLength: 60 }), anyId, (added, other) => {
        const packed = new PackedRows<unknown>();
        const expected = new Map<string, unknown[]>();
        for (const [id, row] of added) {
          packed.add(id, row);
          // JSON converts -0 to 0.
          expected.set(id, [...(expected.get(id) ?? []), JSON.parse(JSON.stringify(row)) as unknown]);
        }
        for (const id of [...expected.keys(), other]) {
          expect(packed.get(id)).toEqual(expected.get(id) ?? []);
          expect(packed.has(id)).toBe(expected.has(id));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('holds more rows than its first table has room for, and than one piece of memory', () => {
    const packed = new PackedRows<string>();
    const text = 'x'.repeat(400);
    for (let at = 0; at < 30_000; at += 1) packed.add(`id-${at % 10_000}`, `${text} ${at}`);
    expect(packed.get('id-77')).toEqual([`${text} 77`, `${text} 10077`, `${text} 20077`]);
    expect(packed.get('id-10000')).toEqual([]);
  });

  test('holds a row that is longer than a piece of memory, and those behind it', () => {
    const packed = new PackedRows<string>();
    const long = '王'.repeat(4_000_000);
    packed.add('a', 'before');
    packed.add('a', long);
    packed.add('a', 'behind');
    packed.add('b', 'other');
    expect(packed.get('a').map((row) => row.length)).toEqual([6, 4_000_000, 6]);
    expect(packed.get('a')[1] === long).toBe(true);
    expect(packed.get('b')).toEqual(['other']);
  });
});
