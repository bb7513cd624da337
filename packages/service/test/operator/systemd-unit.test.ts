import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { installationFile } from '../../src/runtime/installation-files.ts';

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
    ['countersign-backup', 1.6],
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

describe('the script of the nightly backup', () => {
  it('removes no old backup where no other is younger: the clock of the machine may have jumped', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'countersign-nightly-'));
    try {
      // In place of the program, which has tests of its own: what it leaves in the directory.
      const program = path.join(directory, 'program.sh');
      writeFileSync(program, '#!/bin/sh\n[ "$1" != backup ] || mkdir -p "$2"\n', { mode: 0o755 });
      const backupOf = (name: string, days: number) => {
        mkdirSync(path.join(directory, name));
        const then = Date.now() / 1_000 - days * 86_400;
        utimesSync(path.join(directory, name), then, then);
      };
      const night = () =>
        spawnSync(installationFile('deploy/nightly-backup.sh'), [directory], {
          env: { PATH: process.env['PATH'], COUNTERSIGN: program },
          encoding: 'utf8',
        });
      backupOf('2026-01-30T023000Z', 40);
      expect(night()).toMatchObject({
        status: 0,
        stderr: `${directory}: every backup but the newest is older than 35 days, and none was removed: see whether the clock of this machine is right\n`,
      });
      expect(readdirSync(directory)).toContain('2026-01-30T023000Z');
      backupOf('2026-03-10T023000Z', 1);
      expect(night()).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(directory)).not.toContain('2026-01-30T023000Z');
      expect(readdirSync(directory)).toContain('2026-03-10T023000Z');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
