import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true });
});

function newDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-lock-'));
  directories.push(directory);
  return directory;
}

/** What a process in another container leaves in a shared directory. */
function ownedElsewhere(directory: string, beatAt: Date): string {
  const file = path.join(directory, 'owner.json');
  fs.writeFileSync(file, JSON.stringify({ pid: 7, host: 'elsewhere', space: 'net:[1]' }));
  fs.utimesSync(file, beatAt, beatAt);
  return file;
}

describe('the lock of a data directory', () => {
  it('is held once, whatever name is used for the directory', async () => {
    const directory = newDirectory();
    const link = `${directory}-link`;
    fs.symlinkSync(directory, link);
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(link)).rejects.toMatchObject({ name: 'DirectoryLocked', pid: process.pid });
    fs.unlinkSync(link);
    await lock.release();
    await (await lockDirectory(directory)).release();
  });

  it('does not block another directory', async () => {
    const locks = [await lockDirectory(newDirectory()), await lockDirectory(newDirectory())];
    for (const lock of locks) await lock.release();
  });

  it('is refused while a process of another container shows that it lives', async () => {
    const directory = newDirectory();
    const file = ownedElsewhere(directory, new Date());
    const beating = setInterval(() => fs.utimesSync(file, new Date(), new Date()), 200);
    try {
      await expect(lockDirectory(directory)).rejects.toThrow('is in use by process 7 on elsewhere');
    } finally {
      clearInterval(beating);
    }
  });

  it('is taken over from a process of another container that stopped responding long ago', async () => {
    const directory = newDirectory();
    ownedElsewhere(directory, new Date(Date.now() - 60_000));
    const lock = await lockDirectory(directory);
    expect(JSON.parse(fs.readFileSync(path.join(directory, 'owner.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
    await lock.release();
  });
});
