import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createIndexScreener, defaultOptions, readSnapshot } from '@countersign/screening';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ListsDirectory } from '../../src/watchlists/lists-directory.ts';
import { loadLists } from '../../src/watchlists/load-lists.ts';

const records = (count: number) =>
  Array.from({ length: count }, (_, number) => {
    const names = [`Velmar Orsint${'abcdefghij'[number % 10]}o`];
    const listings = [{ list: 'SANCTIONS', source: 'example', sourceName: 'Example List' }];
    return `${JSON.stringify({ id: `entry-${number}`, names, listings })}\n`;
  }).join('');

let root = '';
let directory: ListsDirectory;
beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-replaced-'));
  directory = new ListsDirectory(root);
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

const now = new Date('2026-11-22T10:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const configure = (sources: unknown) => fs.writeFile(directory.sourcesFile, JSON.stringify(sources));
const put = (name: string, text: string) => fs.writeFile(path.join(root, name), text);
const load = (at = now) => loadLists(root, { offline: false, now: at });
const house = { id: 'house', format: 'native', path: 'house.jsonl' };

async function hitsOf(name: string): Promise<string[]> {
  const snapshot = (await directory.current())?.snapshot ?? '';
  const screener = createIndexScreener(readSnapshot(directory.snapshotFile(snapshot)));
  return screener.screen({ name }, defaultOptions).hits.map(({ entityId }) => entityId);
}

describe('a list that is replaced by another one', () => {
  it('is kept, even if the other one has as many entities, unless the operator confirms the change (F21)', async () => {
    const other = (count: number) =>
      records(count).replaceAll('entry-', 'other-').replaceAll('Velmar', 'Mirelda');
    await configure([house]);
    await put('house.jsonl', records(30));
    const good = await load();
    await put('house.jsonl', other(31));
    const { current } = await load(later(1));
    expect(current.snapshot).toBe(good.current.snapshot);
    expect(current.sources[0]?.lastError?.message).toBe(
      'house is another list: 30 of 30 entities looked for are gone; if that is right: "countersign lists load --may-shrink house"',
    );
    expect((await hitsOf('Velmar Orsintao')).length).toBeGreaterThan(0);
    const allowed = await loadLists(root, { offline: false, now: later(2), mayShrink: ['house'] });
    expect([allowed.outcome, allowed.current.sources[0]?.lastError]).toEqual(['published', null]);
    await put('house.jsonl', other(32));
    expect((await load(later(3))).outcome).toBe('published');
  });

  it('is replaced where the format differs, since ids may differ too', async () => {
    await configure([house]);
    await put('house.jsonl', records(30));
    await load();
    await configure([{ ...house, format: 'names', list: 'SANCTIONS', path: 'house.txt' }]);
    await put('house.txt', Array.from({ length: 30 }, (_, at) => `Velmar Orsinto ${at}\n`).join(''));
    expect(await load(later(1))).toMatchObject({ outcome: 'published', current: { entities: 30 } });
  });
});
