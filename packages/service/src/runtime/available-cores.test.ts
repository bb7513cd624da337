import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { availableCores } from './available-cores.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true });
});

/** Control groups as presented by Linux. */
function groups(files: Record<string, string>, own = '0::/\n') {
  const mount = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-cgroup-'));
  directories.push(mount);
  for (const [name, text] of Object.entries({ ...files, self: own })) {
    fs.mkdirSync(path.dirname(path.join(mount, name)), { recursive: true });
    fs.writeFileSync(path.join(mount, name), text);
  }
  return { mount, membership: path.join(mount, 'self') };
}

const all = os.availableParallelism();

describe('the cores to work on', () => {
  it.each([
    ['without control groups', {}, '', all],
    ['in a container without a quota', { 'cpu.max': 'max 100000\n' }, '0::/\n', all],
    ['in a container with one core', { 'cpu.max': '100000 100000\n' }, '0::/\n', 1],
    ['with half a core', { 'cpu.max': '50000 100000\n' }, '0::/\n', 1],
    ['with more than the machine has', { 'cpu.max': '99900000 100000\n' }, '0::/\n', all],
    [
      'in a unit whose slice has the quota',
      { 'system.slice/cpu.max': '100000 100000\n', 'system.slice/id.service/cpu.max': 'max 100000\n' },
      '0::/system.slice/id.service\n',
      1,
    ],
    [
      'in a container of the older kind',
      { 'cpu/cpu.cfs_quota_us': '100000\n', 'cpu/cpu.cfs_period_us': '100000\n' },
      '4:cpu:/\n',
      1,
    ],
    [
      'in one of the older kind without a quota',
      { 'cpu/cpu.cfs_quota_us': '-1\n', 'cpu/cpu.cfs_period_us': '100000\n' },
      '4:cpu:/\n',
      all,
    ],
  ])('%s', (_, files, own, cores) => {
    expect(availableCores(groups(files, own))).toBe(cores);
  });
});
