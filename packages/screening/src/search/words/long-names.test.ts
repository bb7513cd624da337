import { expect, test } from 'vitest';
import { LongNames } from './long-names.ts';

test('A set of long names has the names that were added, and none after it was cleared', () => {
  const long = new LongNames(100, 200);
  long.add(Uint32Array.of(100, 131, 132, 199, 150), 0, 4);
  expect([100, 101, 131, 132, 133, 150, 199].filter((name) => long.has(name))).toEqual([100, 131, 132, 199]);
  long.clear();
  expect([100, 131, 132, 199].some((name) => long.has(name))).toBe(false);
});
