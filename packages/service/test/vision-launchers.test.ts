import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findPrograms, launchersFor } from '../src/vision/sandbox/launchers.ts';
import { realFiles } from './support/faulty-thread-file.ts';

const isRoot = process.geteuid?.() === 0;
const mapped = isRoot ? [] : ['--map-root-user'];
const hasNamespaces =
  spawnSync('unshare', [...mapped, '--mount', '--net', '--pid', '--fork', 'true']).status === 0;

describe('what puts up the walls around the picture process', () => {
  it.skipIf(!hasNamespaces)('adds no variable but PWD without bubblewrap (namespaces) (S25)', () => {
    const user = isRoot ? { uid: 65_534, gid: 65_534 } : null;
    const programs = { ...findPrograms(), bwrap: null };
    const [strongest] = launchersFor({ programs, files: { ...realFiles, slotsDir: null }, user, isRoot });
    const [program = '', ...prefix] = strongest?.prefix ?? [];
    const { stdout, stderr } = spawnSync(
      program,
      [...prefix, process.execPath, '-p', 'Object.keys(process.env).join()'],
      { env: { OURS: 'canary' }, encoding: 'utf8' },
    );
    expect({ by: strongest?.name, stdout, stderr }).toEqual({
      by: isRoot ? 'unshare as another user' : 'unshare in a user namespace',
      stdout: 'OURS,PWD\n',
      stderr: '',
    });
  });
});
