import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  findPrograms,
  type Launcher,
  launchersFor,
  type SandboxPrograms,
} from '../../src/vision/sandbox/launchers.ts';
import { pagesDirectory } from '../../src/vision/sandbox/pages-directory.ts';
import { realFiles } from '../support/faulty-thread-file.ts';

const isRoot = process.geteuid?.() === 0;
const mapped = isRoot ? [] : ['--map-root-user'];
const hasNamespaces =
  spawnSync('unshare', [...mapped, '--mount', '--net', '--pid', '--fork', 'true']).status === 0;

const hasBubblewrap =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true']).status === 0;

/** Writes into the place for pages until nothing more fits, and tries three other places. */
const filler = `
  const fs = require('fs');
  process.on('SIGXFSZ', () => {});
  const tried = (file, bytes) => { try { fs.writeFileSync(file, Buffer.alloc(bytes)); return true } catch { return false } };
  const mebibyte = 1024 * 1024;
  const largest = [15, 16, 17].filter((size) => tried('${pagesDirectory}/large', size * mebibyte));
  fs.rmSync('${pagesDirectory}/large', { force: true });
  let files = 0;
  while (files < 100 && tried('${pagesDirectory}/' + files, mebibyte)) files += 1;
  const elsewhere = ['/', '/dev', '/dev/shm', '/tmp', '/usr/lib'].filter((folder) => tried(folder + '/one', 1));
  console.log(JSON.stringify({ largest, files, elsewhere }));
`;

describe('the launcher of the sandbox around the picture process', () => {
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : null;
  const files = { ...realFiles, slotsDir: null };

  function strongest(programs: SandboxPrograms): Launcher {
    const [first] = launchersFor({ programs, files, user, isRoot });
    if (first === undefined) throw new Error('no launcher');
    return first;
  }

  function fill({ prefix }: Launcher): unknown {
    const [program = '', ...before] = prefix.filter(
      (word, at) => word !== '--seccomp' && prefix[at - 1] !== '--seccomp',
    );
    const { stdout, stderr } = spawnSync(program, [...before, process.execPath, '-e', filler], {
      encoding: 'utf8',
    });
    return stdout === '' ? stderr : JSON.parse(stdout);
  }

  const bounded = { largest: [15, 16], files: 64, elsewhere: [] };
  it.skipIf(!hasBubblewrap)('leaves one place to write, of limited size (bubblewrap)', () => {
    expect(fill(strongest(findPrograms()))).toEqual(bounded);
  });
  it.skipIf(!hasNamespaces)('leaves one place to write, of limited size, without it (namespaces)', () => {
    expect(fill(strongest({ ...findPrograms(), bwrap: null }))).toEqual(bounded);
  });

  it.skipIf(!hasNamespaces)('adds no variable but PWD without bubblewrap (namespaces) (S25)', () => {
    const { name, prefix: all } = strongest({ ...findPrograms(), bwrap: null });
    const [program = '', ...prefix] = all;
    const { stdout, stderr } = spawnSync(
      program,
      [...prefix, process.execPath, '-p', 'Object.keys(process.env).join()'],
      { env: { OURS: 'canary' }, encoding: 'utf8' },
    );
    expect({ by: name, stdout, stderr }).toEqual({
      by: isRoot ? 'unshare as another user' : 'unshare in a user namespace',
      stdout: 'OURS,PWD\n',
      stderr: '',
    });
  });
});
