import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createIndexScreener, defaultOptions, readSnapshot, writeSnapshot } from '@countersign/screening';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type InventedList,
  inventedList,
  openInventedList,
  storeInventedList,
} from '../../src/watchlists/invented-list.ts';

let root = '';
let files: InventedList;

const person = (text: string) =>
  `${JSON.stringify({
    id: 'one',
    names: [{ text }],
    listings: [{ list: 'SANCTIONS', source: 'example', sourceName: 'Example List' }],
  })}\n`;

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-invented-'));
  files = {
    list: path.join(root, 'list.jsonl'),
    code: path.join(root, 'code'),
    stored: path.join(root, 'dist'),
  };
  await fs.mkdir(path.join(files.code, 'names'), { recursive: true });
  await fs.writeFile(path.join(files.code, 'names/fold.ts'), 'export {};\n');
  await fs.writeFile(files.list, person('Velmar Orsintao'));
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

/** Whom the list that is opened names. */
async function people(): Promise<string[]> {
  const screener = createIndexScreener(await openInventedList(files));
  return ['Velmar Orsintao', 'Torvin Ashkelund', 'Mirelda Vossgaard'].filter(
    (name) => screener.screen({ name }, defaultOptions).total > 0,
  );
}

const stored = async () => (await fs.readdir(files.stored)).map((name) => path.join(files.stored, name));

/** Stores the list, and puts the snapshot of another one in its place: what is read can be told from what is built. */
async function storeOther(): Promise<string> {
  await storeInventedList(files);
  const [file = ''] = await stored();
  const other = path.join(root, 'other.jsonl');
  await fs.writeFile(other, person('Torvin Ashkelund'));
  writeSnapshot(await openInventedList({ ...files, list: other }), file);
  return file;
}

describe('the stored snapshot of the invented list', () => {
  it('is read instead of the list', async () => {
    await storeOther();
    expect(await people()).toEqual(['Torvin Ashkelund']);
  });

  it('equals a newly built one, byte for byte', async () => {
    const shipped = { ...inventedList(), stored: files.stored };
    const built = await openInventedList(shipped);
    await storeInventedList(shipped);
    const [file = ''] = await stored();
    expect(readSnapshot(file)).toEqual(built);
    expect(built.manifest.entities).toBe(8);
  });

  it('is built where none is stored', async () => {
    expect(await people()).toEqual(['Velmar Orsintao']);
  });

  const changes: [what: string, change: (file: string) => Promise<unknown> | void, expected: string][] = [
    ['the list is another', () => fs.writeFile(files.list, person('Mirelda Vossgaard')), 'Mirelda Vossgaard'],
    [
      'a source of the engine is another',
      () => fs.writeFile(path.join(files.code, 'names/fold.ts'), 'export { };\n'),
      'Velmar Orsintao',
    ],
    [
      'a source of the engine is new',
      () => fs.writeFile(path.join(files.code, 'new.ts'), ''),
      'Velmar Orsintao',
    ],
    ['the file is cut short', (file) => fs.truncate(file, 5_000), 'Velmar Orsintao'],
    ['the file is empty', (file) => fs.truncate(file, 0), 'Velmar Orsintao'],
    [
      'another engine made it',
      (file) => {
        const snapshot = readSnapshot(file);
        writeSnapshot({ ...snapshot, manifest: { ...snapshot.manifest, engine: '0.other' } }, file);
      },
      'Velmar Orsintao',
    ],
  ];
  it.each(changes)('is not used, and is replaced, when %s', async (_, change, expected) => {
    await change(await storeOther());
    expect(await people()).toEqual([expected]);
    await storeInventedList(files);
    const all = await stored();
    expect(all).toHaveLength(1);
    expect(
      createIndexScreener(readSnapshot(all[0] ?? '')).screen({ name: expected }, defaultOptions).total,
    ).toBe(1);
  });

  it('keeps its bytes while nothing changes, and is not affected by a test', async () => {
    const file = await storeOther();
    await fs.writeFile(path.join(files.code, 'fold.test.ts'), '');
    await storeInventedList(files);
    expect(await stored()).toEqual([file]);
    expect(await people()).toEqual(['Torvin Ashkelund']);
  });

  it('is part of the build', async () => {
    const names = await fs.readdir(inventedList().stored);
    expect(names.filter((name) => /^invented-list-[0-9a-f]{32}\.snapshot$/.test(name))).toHaveLength(1);
  });
});
