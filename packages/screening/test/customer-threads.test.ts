import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { changesBetween } from '../src/monitor/changes-between.ts';
import { concernedInThreads } from '../src/threads/concerned-in-threads.ts';
import { createCustomerIndex } from '../src/monitor/customer-index.ts';
import { concernedByChange } from '../src/monitor/reverse-screen.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { RandomLists } from './support/random-lists.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const directory = path.join(root, '.build/customer-threads');
const script = pathToFileURL(path.join(directory, 'customer-thread.mjs'));

beforeAll(async () => {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const entry = path.join(root, 'packages/screening/src/threads/customer-thread.ts');
  await bundle({ 'customer-thread': entry }, directory);
});

const random = new RandomLists(8_113);
const entities = random.entities(90);
const customers = Array.from({ length: 60 }, (_, number) => ({
  key: `customer-${number}`,
  ...random.question(entities),
}));
const about = { engine: 'test', sources: [] };
const before = buildSnapshot(entities.slice(0, 66), about);
const after = buildSnapshot(
  entities.slice(24).map((entity, at) => (at % 3 === 0 ? { ...entity, contentHash: 'other' } : entity)),
  about,
);
const mostMegabytes = 256;

function index(): ReturnType<typeof createCustomerIndex> {
  const made = createCustomerIndex();
  for (const customer of customers) {
    try {
      made.add(customer);
    } catch {
      // One who cannot be screened.
    }
  }
  return made;
}

async function all(parts: AsyncIterable<string[]>): Promise<string[]> {
  const found = new Set<string>();
  for await (const keys of parts) for (const key of keys) found.add(key);
  return [...found].toSorted();
}

const concerned = (made: ReturnType<typeof index>, threads: number): Promise<string[]> =>
  all(concernedInThreads(made, changesBetween(before, after), { threads, script, mostMegabytes }));

/** By one thread: the same for every test, and most of their time. */
const expected: string[] = [];
beforeAll(() => {
  const made = index();
  const found = new Set<string>();
  for (const change of changesBetween(before, after))
    for (const key of concernedByChange(change, made)) found.add(key);
  expected.push(...[...found].toSorted());
});

describe('customers searched on threads', () => {
  // One thread is shown by what it finds above; by night it is also started.
  const threadCounts = process.env['NIGHTLY'] === '1' ? [1, 3] : [3];
  test.each(threadCounts)('are on %i threads those that one thread finds', async (threads) => {
    expect(expected.length).toBeGreaterThan(5);
    expect(await concerned(index(), threads)).toEqual(expected);
  });

  test('are not found once they are removed, though their memory is shared', async () => {
    const made = index();
    const [first = '', second = ''] = expected;
    made.remove(first);
    const found = await concerned(made, 2);
    expect([found.includes(first), found.includes(second)]).toEqual([false, true]);
  });

  test('are not found in an empty index, nor without changes', async () => {
    expect(await concerned(createCustomerIndex(), 2)).toEqual([]);
    const none = concernedInThreads(index(), [null, null], { threads: 1, script, mostMegabytes });
    expect(await all(none)).toEqual([]);
  });

  test('end with an error when a thread needs more memory than it may', async () => {
    const changes = changesBetween(before, after);
    const searching = concernedInThreads(index(), changes, { threads: 1, script, mostMegabytes: 1 });
    await expect(all(searching)).rejects.toThrow(/memory limit/u);
  });

  test('end with an error when a thread cannot start', async () => {
    const missing = new URL('./no-such-thread.mjs', import.meta.url);
    const changes = changesBetween(before, after);
    const searching = concernedInThreads(index(), changes, { threads: 1, script: missing, mostMegabytes });
    await expect(all(searching)).rejects.toThrow('no-such-thread');
  });
});
