import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareChecksums, writeChecksums } from './checksums.ts';
import { readFacts } from './read-backup.ts';

const sums = 'SHA256SUMS';

describe('a backup that was modified', () => {
  let directory = '';
  const at = (name: string) => path.join(directory, name);
  beforeEach(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-checksums-'));
    await fs.mkdir(at('blobs'));
    await fs.writeFile(at('blobs/one'), 'one');
    await fs.writeFile(at('backup.json'), '{}');
    await writeChecksums(directory);
  });
  afterEach(() => fs.rm(directory, { recursive: true, force: true }));

  it('is whole before', async () => {
    expect((await compareChecksums(directory)).faults).toEqual({ missing: [], changed: [], added: [] });
  });

  it('has links and pipes reported as added', async () => {
    await fs.symlink(os.tmpdir(), at('blobs/folder'));
    await fs.symlink('/etc/passwd', at('file'));
    execFileSync('mkfifo', [at('blobs/pipe')]);
    expect((await compareChecksums(directory)).faults).toEqual({
      missing: [],
      changed: [],
      added: ['blobs/folder', 'blobs/pipe', 'file'],
    });
  });

  it('has a file that became a link reported as missing', async () => {
    await fs.rename(at('blobs/one'), at('blobs/two'));
    await fs.symlink('two', at('blobs/one'));
    expect((await compareChecksums(directory)).faults).toEqual({
      missing: ['blobs/one'],
      changed: [],
      added: ['blobs/two'],
    });
  });

  it('is not waited for where a pipe is in the place of a file', async () => {
    for (const name of [sums, 'backup.json']) {
      await fs.rm(at(name));
      execFileSync('mkfifo', [at(name)]);
    }
    await expect(compareChecksums(directory)).rejects.toThrow(
      `${directory}: must be a whole backup; there is no file ${sums} in it`,
    );
    await expect(readFacts(directory)).rejects.toThrow('must be a backup; there is no backup.json in it');
  });

  it.each(['../one', 'blobs/../../one'])('reads nothing beside it: %s', async (name) => {
    await fs.appendFile(at(sums), `${'0'.repeat(64)}  ${name}\n`);
    await expect(compareChecksums(directory)).rejects.toThrow(
      `${sums}: must have lines of a checksum and a path`,
    );
  });

  it('is quoted no further than its first hundred characters', async () => {
    await fs.writeFile(at(sums), '0'.repeat(100_000));
    await expect(compareChecksums(directory)).rejects.toThrow(
      `${sums}: must have lines of a checksum and a path, not "${'0'.repeat(100)}"`,
    );
  });
});
