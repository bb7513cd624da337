import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changesBetween, defaultOptions } from '@countersign/screening';
import { installationFile } from '../../src/runtime/installation-files.ts';
import type { DeltaRules } from '../../src/watchlists/build-lists.ts';
import { type CurrentLists, ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { LiveLists } from '../../src/watchlists/live-lists.ts';
import { loadLists } from '../../src/watchlists/load-lists.ts';

const listing = { list: 'SANCTIONS', source: 'example', sourceName: 'Example List' };
const rules: DeltaRules = { leastEntities: 1, mostChanged: 0.5, outgrown: 0.4, mostDeltas: 3 };
/** Ten people, so that a change of one is a tenth. */
const people = 'Velmar Torvin Mirelda Perpet Ilven Oskeld Brennar Strubin Tarvin Emrys'
  .split(' ')
  .map((first) => `${first} Dolvanko`);

let root = '';
let directory: ListsDirectory;
let lists: LiveLists;
let messages: string[];
let unusable: number;

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-deltas-'));
  directory = new ListsDirectory(root);
  messages = [];
  unusable = 0;
  await fs.writeFile(
    directory.sourcesFile,
    JSON.stringify([{ id: 'house', format: 'native', path: 'house.jsonl', maxShrink: 1 }]),
  );
  lists = liveLists();
});
afterEach(async () => {
  await lists.stop();
  await fs.rm(root, { recursive: true, force: true });
});

function liveLists(): LiveLists {
  const note = (_: object, message: string) => void messages.push(message);
  return new LiveLists({
    directory: root,
    reader: pathToFileURL(installationFile('dist/snapshot-thread.mjs')),
    bundled: null,
    log: { info: note, warn: note, error: note },
    onUnreadable: () => (unusable += 1),
  });
}

async function publish(names: readonly string[], deltas = rules): Promise<CurrentLists> {
  const lines = names.map((text, at) =>
    JSON.stringify({ id: `entry-${at}`, names: [{ text }], listings: [listing] }),
  );
  await fs.writeFile(path.join(root, 'house.jsonl'), `${lines.join('\n')}\n`);
  const { current } = await loadLists(root, { offline: false, now: new Date(), deltas });
  return current;
}

const withName = (at: number, name: string, of: readonly string[] = people): string[] =>
  of.map((before, number) => (number === at ? name : before));
const found = (of: LiveLists, name: string): string[] =>
  of
    .screener()
    ?.screen({ name }, defaultOptions)
    .hits.map(({ matchedName }) => matchedName) ?? [];
const files = async (): Promise<string[]> => (await fs.readdir(path.join(root, 'snapshots'))).toSorted();

describe('lists that change a little', () => {
  it('become a delta, which a running process applies without the snapshot file', async () => {
    const first = await publish(people);
    await lists.look();
    const second = await publish(withName(3, 'Nurhaq Velmora'));
    expect(second).toMatchObject({
      base: { snapshot: first.snapshot, deltas: 1, changed: 2 },
      entities: 10,
      names: 10,
    });
    expect(await files()).toEqual([`${first.snapshot}.snapshot`, `${second.snapshot}.delta`].toSorted());
    await fs.rm(directory.snapshotFile(first.snapshot ?? ''));
    await lists.look();
    expect([
      lists.screener()?.snapshot,
      found(lists, 'Nurhaq Velmora'),
      found(lists, people[3] ?? ''),
    ]).toEqual([second.snapshot, ['Nurhaq Velmora'], []]);
  });

  it('are the same for a process that starts later', async () => {
    await publish(people);
    const { snapshot } = await publish(withName(3, 'Nurhaq Velmora'));
    await lists.look();
    expect([
      lists.screener()?.snapshot,
      found(lists, 'Nurhaq Velmora'),
      found(lists, 'Velmar Dolvanko'),
    ]).toEqual([snapshot, ['Nurhaq Velmora'], ['Velmar Dolvanko']]);
  });

  it('are compared with their snapshot each time, so a missed delta loses nothing', async () => {
    await publish(people);
    await lists.look();
    const once = withName(3, 'Nurhaq Velmora');
    await publish(once);
    const { base } = await publish(withName(5, 'Kaelor Veyra', once));
    expect(base).toMatchObject({ deltas: 2, changed: 4 });
    await lists.look();
    expect([found(lists, 'Nurhaq Velmora'), found(lists, 'Kaelor Veyra')]).toEqual([
      ['Nurhaq Velmora'],
      ['Kaelor Veyra'],
    ]);
  });

  it('return to the snapshot itself when the change is reverted', async () => {
    const first = await publish(people);
    await publish(withName(3, 'Nurhaq Velmora'));
    const third = await publish(people);
    expect([third.snapshot, third.base]).toEqual([first.snapshot, undefined]);
  });

  it.each<[string, string[], Partial<DeltaRules>]>([
    ['when more than half of them changes', people.map((name) => `${name} Veyra`), {}],
    ['when more than half of them leaves', people.slice(0, 4), {}],
    ['when they are short', withName(3, 'Nurhaq Velmora'), { leastEntities: 11 }],
  ])('are rebuilt in full %s', async (_, changed, over) => {
    await publish(people);
    const { snapshot, base } = await publish(changed, { ...rules, ...over });
    expect([base, (await files()).includes(`${snapshot}.snapshot`)]).toEqual([undefined, true]);
  });

  it.each<[string, Partial<DeltaRules>]>([
    ['has grown', { outgrown: 0.1 }],
    ['is the last that is allowed', { mostDeltas: 1 }],
  ])('are rebuilt in full after a delta that %s, with the same results', async (_, over) => {
    await publish(people);
    await lists.look();
    const { snapshot, base } = await publish(withName(3, 'Nurhaq Velmora'), { ...rules, ...over });
    expect(base).toBe(undefined);
    // Base, delta and the whole snapshot behind it.
    expect((await files()).length).toBe(3);
    await lists.look();
    expect([lists.screener()?.snapshot, found(lists, 'Nurhaq Velmora')]).toEqual([
      snapshot,
      ['Nurhaq Velmora'],
    ]);
  });

  it('are rebuilt in full by the next load where the delta should not have been one', async () => {
    await publish(people);
    const changed = withName(3, 'Nurhaq Velmora');
    const { base } = await publish(changed);
    expect(base).toMatchObject({ deltas: 1 });
    // Nothing has changed since, but one delta is all that is allowed now.
    expect((await publish(changed, { ...rules, mostDeltas: 1 })).base).toBe(undefined);
  });

  it('keep the snapshot that the delta in force is based on, however many follow', async () => {
    const first = await publish(people);
    for (let at = 0; at < 4; at += 1)
      await publish([`Kaelor ${'abcd'.charAt(at)}veyra`, ...people.slice(1)], { ...rules, mostDeltas: 9 });
    expect(await files()).toContain(`${first.snapshot}.snapshot`);
    expect((await files()).length).toBe(5);
  });

  it('show what changed since earlier states, whichever of them is a delta', async () => {
    const first = await publish(people);
    const second = await publish(withName(3, 'Nurhaq Velmora'));
    const third = await publish(withName(4, 'Kaelor Veyra'));
    await lists.look();
    const inUse = lists.inUse()?.snapshot;
    if (!inUse) throw new Error('no lists in use');
    expect(inUse.manifest.id).toBe(third.snapshot);
    const changes = [first, second].map(async ({ snapshot }) => {
      const before = await lists.open(snapshot ?? '');
      if (!before) throw new Error('the state is not kept');
      return [...changesBetween(before, inUse)].flatMap((change) =>
        change ? `${change.before?.names[0]?.text} > ${change.after?.names[0]?.text}` : [],
      );
    });
    expect(await Promise.all(changes)).toEqual([
      ['Ilven Dolvanko > Kaelor Veyra'],
      ['Nurhaq Velmora > Perpet Dolvanko', 'Ilven Dolvanko > Kaelor Veyra'],
    ]);
  });
});

describe('a delta that cannot be used', () => {
  const damages: [what: string, damage: (file: string, earlier: string) => Promise<void>][] = [
    ['cut short', async (file) => fs.truncate(file, (await fs.stat(file)).size - 1)],
    [
      'of wrong content',
      async (file) => {
        const bytes = await fs.readFile(file);
        bytes[80] = (bytes[80] ?? 0) ^ 1;
        await fs.writeFile(file, bytes);
      },
    ],
    ['gone', (file) => fs.rm(file)],
    ['of another base', (file, foreign) => fs.copyFile(foreign, file)],
  ];
  it.each(damages)(
    'is rejected when it is %s; the lists in use stay, and a full build follows',
    async (_, damage) => {
      await publish(people);
      const foreign = await publish(withName(1, 'Emrys Quorlan'));
      const kept = path.join(root, 'foreign.delta');
      await fs.copyFile(directory.deltaFile(foreign.snapshot ?? ''), kept);
      const whole = await publish(people.map((name) => `${name} Veyra`));
      await lists.look();
      const changed = withName(
        3,
        'Nurhaq Velmora',
        people.map((name) => `${name} Veyra`),
      );
      const { snapshot } = await publish(changed);
      await damage(directory.deltaFile(snapshot ?? ''), kept);
      await lists.look();
      expect([lists.screener()?.snapshot, unusable]).toEqual([whole.snapshot, 1]);
      expect(messages).toContain('watchlists rejected; previous ones stay in use');
      // The same sources: what is in force cannot be read, so it is built anew.
      const mended = await publish(changed);
      expect(mended.base).toBe(undefined);
      await lists.look();
      expect([lists.screener()?.snapshot, found(lists, 'Nurhaq Velmora')]).toEqual([
        mended.snapshot,
        ['Nurhaq Velmora'],
      ]);
    },
  );
});
