import { expect, it } from 'vitest';
import { BucketTableBuilder, lookUp } from './bucket-table.ts';
import { mixed } from './text-hash.ts';

it.each([1, 300, 65_536, 65_537, 2 ** 20, 2 ** 24])(
  'finds ids below %i under their keys, in the order in which they came, and few others',
  (ids) => {
    const builder = new BucketTableBuilder();
    const keys = Array.from({ length: 2_000 }, (_, index) => mixed(index >>> 1));
    const idAt = (index: number): number => (index * 8_191) % ids;
    for (const [index, key] of keys.entries()) builder.add(key, idAt(index));
    const table = builder.freeze(ids);
    let others = 0;
    for (let index = 0; index < keys.length; index += 2) {
      const found: number[] = [];
      lookUp(table, keys[index] as number, (id) => found.push(id));
      const first = found.indexOf(idAt(index));
      expect(first).toBeGreaterThanOrEqual(0);
      expect(found.indexOf(idAt(index + 1), first + (ids === 1 ? 0 : 1))).toBeGreaterThanOrEqual(first);
      others += found.length - 2;
    }
    // When ids use all bits, no bits are left for a check, and everything in the same bucket is found.
    expect(others / 1_000).toBeLessThan(ids === 2 ** 24 ? 16 : 1.5);
    expect(table.entry.length).toBe(keys.length * 3);
  },
);
