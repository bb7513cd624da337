import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const program = path.resolve(import.meta.dirname, '../../../../bin/countersign');
/** No user has this number: only what is written counts. */
const service = { uid: 61_234, gid: 61_234 };

describe.skipIf(process.getuid?.() !== 0)('the commands of root, on a data directory of the service', () => {
  let place = '';
  let env: NodeJS.ProcessEnv = {};
  const at = (name: string) => path.join(place, name);
  beforeAll(() => {
    place = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-root-'));
    fs.chmodSync(place, 0o711);
    for (const name of ['data', 'backups', 'restored']) {
      fs.mkdirSync(at(name));
      fs.chownSync(at(name), service.uid, service.gid);
    }
    // As in the guide for Debian: only root reads it.
    fs.writeFileSync(at('kek'), `${'0123456789abcdef5a1b'.repeat(4).slice(0, 64)}\n`, { mode: 0o600 });
    fs.writeFileSync(at('names.txt'), 'Tarvin Oskeld Brennmark\n');
    env = {
      PATH: process.env['PATH'],
      COUNTERSIGN_ENV: 'production',
      COUNTERSIGN_KEK_FILE: at('kek'),
      DATA_DIR: at('data'),
      PUBLIC_URL: 'https://verify.example.com',
    };
  });
  afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

  const command = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    run(program, args, { env: { ...env, ...more }, cwd: place });
  const foreign = (directory = 'data') =>
    fs
      .readdirSync(at(directory), { recursive: true, encoding: 'utf8' })
      .filter((name) => fs.statSync(at(path.join(directory, name))).uid !== service.uid);

  it.each([
    [['migrate']],
    [['integration', 'create', '--name', 'Shop', '--mode', 'test']],
    [['lists', 'add', 'house', '--format', 'names', '--list', 'WARNINGS', '--path', 'NAMES']],
    [['lists', 'load']],
  ])('leave nothing behind that the service cannot change: %j', async (words) => {
    await command(words.map((word) => (word === 'NAMES' ? at('names.txt') : word)));
    expect(fs.readdirSync(at('data'))).not.toEqual([]);
    expect(foreign()).toEqual([]);
  });

  it('write a backup that the service can read, and restore it for the service', async () => {
    await command(['backup', at('backups/one')]);
    expect(foreign('backups')).toEqual([]);
    await command(['restore', at('backups/one')], { DATA_DIR: at('restored') });
    expect(fs.readdirSync(at('restored'))).toContain('database');
    expect(foreign('restored')).toEqual([]);
  });

  it('stay those of root where root serves a directory of another user', async () => {
    fs.mkdirSync(at('mounted'));
    fs.chownSync(at('mounted'), service.uid, service.gid);
    fs.mkdirSync(at('mounted/blobs'));
    await command(['migrate'], { DATA_DIR: at('mounted') });
    expect(fs.statSync(at('mounted/database')).uid).toBe(0);
  });
});
