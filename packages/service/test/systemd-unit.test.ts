import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { installationFile } from '../src/runtime/installation-files.ts';

const unit = installationFile('deploy/countersign.service');
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0;

/** Exposure from 0.0 (none) to 10.0, as systemd judges it without a running manager. */
function exposure(): number {
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
    encoding: 'utf8',
  });
  return Number(/Overall exposure level for countersign\.service: (\d+\.\d)/.exec(stdout)?.[1]);
}

describe.skipIf(!isInstalled)('the systemd unit (systemd-analyze)', () => {
  it('exposes the service at 3.0 of 10 at most', () => {
    expect(exposure()).toBeLessThanOrEqual(3.0);
  });
});
