import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { installationFile } from '../src/runtime/installation-files.ts';

const fileOf = (unit: string) => installationFile(`deploy/${unit}.service`);
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Exposure from 0.0 (none) to 10.0, as systemd judges it without a running manager. */
function exposure(unit: string): number {
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', fileOf(unit)], {
    encoding: 'utf8',
  });
  return Number(new RegExp(`Overall exposure level for ${unit}\\.service: (\\d+\\.\\d)`).exec(stdout)?.[1]);
}

/** Directives that bind the unit, without comments, times and what it runs. */
const directives = (unit: string) =>
  readFileSync(fileOf(unit), 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line) && !/^(Description|Environment|ExecStart)/.test(line));

describe.skipIf(!isInstalled)('the systemd units (systemd-analyze)', () => {
  it.each([
    ['countersign', 3.0],
    ['countersign-worker', 3.0],
    ['countersign-api', 1.6],
  ])('%s is exposed at %f of 10 at most', (unit, most) => {
    expect(exposure(unit)).toBeLessThanOrEqual(most);
  });
});

describe('the systemd units', () => {
  it('bind a worker as they bind a process of both roles', () => {
    expect(directives('countersign-worker')).toEqual(directives('countersign'));
  });

  it('bind an API at least as much, but for the number of its tasks', () => {
    const api = directives('countersign-api');
    const lacking = directives('countersign').filter((line) => !api.includes(line));
    expect(lacking).toEqual([
      'TasksMax=1024',
      'SystemCallFilter=@mount',
      'SystemCallFilter=~@clock @cpu-emulation @debug @keyring @module @obsolete @raw-io @reboot @swap',
      'RestrictNamespaces=user mnt pid net ipc uts cgroup',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
    ]);
    expect(api.filter((line) => !directives('countersign').includes(line))).toEqual([
      'TasksMax=256',
      'ProtectKernelTunables=true',
      'ProtectKernelLogs=true',
      'ProcSubset=pid',
      'SystemCallFilter=~@clock @cpu-emulation @debug @keyring @module @mount @obsolete @raw-io @reboot @swap',
      'RestrictNamespaces=true',
      'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
    ]);
  });
});
