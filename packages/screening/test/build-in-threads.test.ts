import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ListedEntity } from '../src/model/listed-entity.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { sectionNames } from '../src/snapshot/sections.ts';
import type { Snapshot } from '../src/snapshot/snapshot.ts';
import { buildInThreads } from '../src/threads/build-in-threads.ts';
import { invented } from './support/invented-entity.ts';
import { RandomLists } from './support/random-lists.ts';
import { sectionDigests } from './support/section-digests.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const directory = path.join(root, '.build/names-thread');
const script = (): URL => pathToFileURL(path.join(directory, 'names-thread.mjs'));
const about = { engine: 'test', sources: [] };

beforeAll(async () => {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  const entry = path.join(root, 'packages/screening/src/threads/names-thread.ts');
  await bundle({ 'names-thread': entry }, directory);
});

function expectSame(one: Snapshot, other: Snapshot): void {
  expect(one.manifest).toEqual(other.manifest);
  expect(sectionDigests(one, sectionNames)).toEqual(sectionDigests(other, sectionNames));
}

/** Everything that names are prepared differently for, and entities without any that are indexed. */
const special: ListedEntity[] = [
  invented({ id: 'unlisted', names: [{ text: 'Nobody Dolvan', kind: 'primary' }], listings: [] }),
  invented({ id: 'nameless', names: [] }),
  invented({
    id: 'typed',
    names: [
      { text: 'Dolvan Marek', kind: 'weak', parts: { first: 'Marek', last: 'Dolvan' } },
      { text: 'Marek\nDolvan\0Velmora', kind: 'alias' },
      { text: 'Marek \ud800 Dolvan 😀 王小明', kind: 'former' },
    ],
  }),
  invented({ id: 'inv-3', names: [{ text: 'Zefrin Oskeld', kind: 'primary' }] }),
  invented({ id: 'vessel', schema: 'Vessel', names: [{ text: 'MV Velmora III', kind: 'primary' }] }),
];

describe('a build on two threads', () => {
  test('gives the bytes of a build on one, in chunks of any number', async () => {
    for (const amount of [0, 1, 900, 2_300]) {
      const entities = [...new RandomLists(amount + 3).entities(amount), ...special];
      // From the first entity on, though a thread is sent a thousand at once.
      const built = await buildInThreads([entities], about, { script, least: 1 });
      expectSame(built, buildSnapshot(entities, about));
    }
  });

  test('starts no thread for few entities', async () => {
    const none = (): URL => {
      throw new Error('a thread is started');
    };
    const entities = new RandomLists(5).entities(30);
    expectSame(
      await buildInThreads([entities], about, { script: none, least: 31 }),
      buildSnapshot(entities, about),
    );
    await expect(
      buildInThreads([new RandomLists(5).entities(1100)], about, { script: none, least: 31 }),
    ).rejects.toThrow('a thread is started');
  });

  test('throws what reading the entities throws', async () => {
    async function* broken(): AsyncGenerator<ListedEntity[]> {
      yield new RandomLists(5).entities(1500);
      throw new Error('the source ends early');
    }
    await expect(buildInThreads(broken(), about, { script, least: 1 })).rejects.toThrow(
      'the source ends early',
    );
  });

  test('fails when the thread cannot be started', async () => {
    const missing = (): URL => pathToFileURL(path.join(directory, 'missing.mjs'));
    await expect(
      buildInThreads([new RandomLists(5).entities(1500)], about, { script: missing, least: 1 }),
    ).rejects.toThrow('missing.mjs');
  });
});
