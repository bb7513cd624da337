import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { openFileBlobs } from './file-blobs.ts';
import { sweepBlobs } from './sweep-blobs.ts';

let directory: string;
let blobs: BlobStore;

beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-blobs-'));
  blobs = await openFileBlobs(directory);
});
afterAll(() => fs.rm(directory, { recursive: true }));

async function store(...chunks: string[]): Promise<string> {
  const writer = await blobs.create();
  for (const chunk of chunks) await writer.write(Buffer.from(chunk));
  return writer.commit();
}

async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of blobs.list()) found.push(name);
  return found;
}

describe('the file blob store', () => {
  it('reads back what was committed, under a random name', async () => {
    const name = await store('one ', 'two');
    expect(name).toMatch(/^[0-9a-f]{48}$/);
    expect((await buffer(await blobs.read(name))).toString()).toBe('one two');
    expect(await store('one ', 'two')).not.toBe(name);
  });

  it('shows nothing of an upload that is not committed', async () => {
    const before = await names();
    const writer = await blobs.create();
    await writer.write(Buffer.from('half'));
    expect(await names()).toEqual(before);
    await writer.abort();
    expect(await fs.readdir(path.join(directory, 'unfinished'))).toEqual([]);
  });

  it('says that a deleted, unknown or malformed name is missing', async () => {
    const name = await store('x');
    await blobs.delete(name);
    await blobs.delete(name);
    await expect(blobs.read(name)).rejects.toThrow('is missing');
    await expect(blobs.read('0'.repeat(48))).rejects.toThrow('is missing');
    await expect(async () => blobs.read('../../etc/passwd')).rejects.toThrow('is missing');
  });

  it('keeps files from other users', async () => {
    const name = await store('x');
    const { mode } = await fs.stat(path.join(directory, name.slice(0, 2), name));
    expect(mode & 0o077).toBe(0);
  });

  it('sweeps blobs without a row and cut-off uploads, and only old ones', async () => {
    const kept = await store('kept');
    const orphan = await store('orphan');
    const writer = await blobs.create();
    await writer.write(Buffer.from('cut off'));
    const hour = 3_600_000;
    const findReferenced = (asked: string[]) =>
      Promise.resolve(new Set(asked.filter((name) => name !== orphan)));
    expect(await sweepBlobs({ blobs, findReferenced, ageMs: hour, now: Date.now() })).toEqual({
      orphans: 0,
      unfinished: 0,
    });
    const later = new Date(Date.now() - 2 * hour);
    for (const file of await fs.readdir(directory, { recursive: true }))
      await fs.utimes(path.join(directory, file), later, later);
    expect(await sweepBlobs({ blobs, findReferenced, ageMs: hour, now: Date.now() })).toEqual({
      orphans: 1,
      unfinished: 1,
    });
    expect(await names()).toContain(kept);
    expect(await names()).not.toContain(orphan);
    await writer.abort();
  });
});
