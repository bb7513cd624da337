import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { openFileBlobs } from './file-blobs.ts';
import { sweepBlobs } from './sweep-blobs.ts';

/** A file system of a few megabytes, if one can be mounted. */
const fullDisk = mountSmallDisk();
afterAll(() => {
  if (fullDisk !== null) execFileSync('/bin/umount', ['-l', fullDisk]);
});

function mountSmallDisk(): string | null {
  const mountPoint = mkdtempSync(path.join(os.tmpdir(), 'countersign-full-'));
  const { status } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mountPoint], {
    stdio: 'ignore',
  });
  if (status === 0) return mountPoint;
  console.warn('NOT RUN: blobs on a full disk (no right to mount a small file system)');
  return null;
}

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

  it('reports a deleted, unknown or malformed name as missing', async () => {
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

  it('sweeps blobs without a row and cut-off uploads, and only old ones (I8)', async () => {
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

  it('deletes a blob without a row only at the second sweep: its row may commit while a clock jumps (F23)', async () => {
    const orphan = await store('row under way');
    const suspects = new Set<string>();
    const hourLater = Date.now() + 3_600_000;
    const look = () =>
      sweepBlobs({
        blobs,
        findReferenced: async (candidates) => new Set(candidates.filter((name) => name !== orphan)),
        ageMs: 60_000,
        now: hourLater,
        suspects,
      });
    expect((await look()).orphans).toBe(0);
    expect(await names()).toContain(orphan);
    expect((await look()).orphans).toBe(1);
    expect(await names()).not.toContain(orphan);
  });

  it('takes blobs of several megabytes in pieces of any size', async () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 31) & 255));
    const writer = await blobs.create();
    for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 3) % 200_003)
      await writer.write(bytes.subarray(at, at + step));
    expect((await buffer(await blobs.read(await writer.commit()))).equals(bytes)).toBe(true);
  });
});

const describeFullDisk = fullDisk === null ? () => {} : describe;

describeFullDisk('on a full disk', () => {
  it('an upload is refused as unavailable, leaves nothing behind, and reads continue (F17)', async () => {
    const full = await openFileBlobs(path.join(fullDisk ?? '', randomUUID()));
    const small = await full.create();
    await small.write(Buffer.from('small'));
    const name = await small.commit();
    const writer = await full.create();
    const fill = async () => {
      for (let count = 0; count < 64; count += 1) await writer.write(Buffer.alloc(256 * 1024, count));
      await writer.commit();
    };
    await expect(fill()).rejects.toMatchObject({ name: 'Unavailable', retryAfter: 30 });
    await writer.abort();
    expect((await buffer(await full.read(name))).toString()).toBe('small');
    const left: string[] = [];
    for await (const blob of full.list()) left.push(blob.name);
    expect(left).toEqual([name]);
  });
});
