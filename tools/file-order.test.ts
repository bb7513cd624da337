import { describe, expect, it } from 'vitest';
import { isFile, slow, spread, waiting } from './file-order.mjs';
import { filesBelow } from './project.mjs';

it('spreads the files that wait evenly over those that compute, both in their own order', () => {
  expect(spread(['w1', 'w2'], ['c1', 'c2', 'c3', 'c4'])).toEqual(['c1', 'w1', 'c2', 'c3', 'w2', 'c4']);
  expect(spread([], ['c1', 'c2'])).toEqual(['c1', 'c2']);
  expect(spread(['w1'], [])).toEqual(['w1']);
});

describe('the lists of files', () => {
  it.each([
    ['testkit/drain', 'packages/testkit/test/faults/drain.test.ts', true],
    ['testkit/drain', '/anywhere/packages/testkit/test/drain.test.ts', true],
    ['testkit/drain', 'packages/service/test/faults/drain.test.ts', false],
    ['testkit/drain', 'packages/testkit/test/faults/drains.test.ts', false],
    ['testkit/drain', 'packages/testkit/test/faults/drain-of-two.test.ts', false],
    ['testkit/faults-*', 'packages/testkit/test/faults/faults-keys.nightly.test.ts', true],
    ['testkit/faults-*', 'packages/testkit/test/faults/keys.test.ts', false],
    ['flow/journey', 'packages/service/test/flow/journey.test.ts', false],
    ['tools/fuzz', 'tools/fuzz/fuzz.test.ts', true],
    ['testkit/slow-database', 'packages/testkit/test/faults/slow-database.nightly.test.ts', true],
  ])('%s, %s: %s', (entry, file, is) => {
    expect(isFile(entry, file)).toBe(is);
  });

  const files = ['packages', 'apps', 'tools'].flatMap((folder) =>
    filesBelow(folder, (file) => file.endsWith('.test.ts')),
  );
  const withoutFile = (entries: readonly string[]) =>
    entries.filter((entry) => !files.some((file) => isFile(entry, file)));

  it('name only existing files', () => {
    expect(withoutFile([...slow, ...waiting])).toEqual([]);
  });

  it('would name one that was moved to another package or renamed', () => {
    const planted = ['screening/durability', 'testkit/no-such-*', 'testkit/drain'];
    expect(withoutFile(planted)).toEqual(['screening/durability', 'testkit/no-such-*']);
  });
});
