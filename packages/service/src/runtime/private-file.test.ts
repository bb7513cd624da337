import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPrivateFile } from './private-file.ts';

let directory = '';
beforeEach(() => (directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-private-'))));
afterEach(() => {
  delete process.env['CREDENTIALS_DIRECTORY'];
  fs.rmSync(directory, { recursive: true, force: true });
});

function fileOf(mode: number): string {
  const file = path.join(directory, 'secret');
  fs.writeFileSync(file, 'secret\n');
  fs.chmodSync(file, mode);
  return file;
}

describe('a file with a secret', () => {
  it.each([0o600, 0o400])('is read where it is its owner’s alone (%o)', (mode) => {
    expect(readPrivateFile(fileOf(mode))).toBe('secret\n');
  });

  it.each([0o640, 0o604, 0o620, 0o440])('is refused where others may read or write it (%o)', (mode) => {
    const file = fileOf(mode);
    expect(() => readPrivateFile(file)).toThrow(
      new Error(`${file}: must not be readable or writable by others; set its mode to 0600`),
    );
  });

  it('is read as a credential of systemd, whose access list shows as a group that may read', () => {
    process.env['CREDENTIALS_DIRECTORY'] = directory;
    expect(readPrivateFile(fileOf(0o440))).toBe('secret\n');
    expect(() => readPrivateFile(fileOf(0o444))).toThrow('must not be readable or writable by others');
    process.env['CREDENTIALS_DIRECTORY'] = path.dirname(directory);
    expect(() => readPrivateFile(fileOf(0o440))).toThrow('must not be readable or writable by others');
  });
});
