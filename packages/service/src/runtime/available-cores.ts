import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux describes control groups; tests put directories of their own in place. */
export interface ControlGroups {
  /** `/sys/fs/cgroup` */
  mount: string;
  /** `/proc/self/cgroup` */
  membership: string;
}

const linux: ControlGroups = { mount: '/sys/fs/cgroup', membership: '/proc/self/cgroup' };

/** Cores this process may use, at least 1: those of the machine it may run on, or fewer where a container's quota is lower. */
export function availableCores(groups: ControlGroups = linux): number {
  return Math.max(1, Math.floor(Math.min(os.availableParallelism(), quotaOf(groups))));
}

/** The smallest quota of the control group and of those around it, in cores; infinite where there is none. */
function quotaOf({ mount, membership }: ControlGroups): number {
  const own = /^0::(\/.*)$/m.exec(read(membership))?.[1] ?? '/';
  const groups = own.split('/').map((_, depth, names) => names.slice(0, depth + 1).join('/'));
  const modern = groups.map((group) => share(...firstTwo(read(path.join(mount, group, 'cpu.max')))));
  const older = share(
    read(path.join(mount, 'cpu/cpu.cfs_quota_us')).trim(),
    read(path.join(mount, 'cpu/cpu.cfs_period_us')).trim(),
  );
  return Math.min(...modern, older);
}

const firstTwo = (text: string) => text.trim().split(' ') as [string?, string?];

/** Quota over period, in microseconds as the kernel writes them; `max`, −1 and silence mean no quota. */
function share(quota = '', period = ''): number {
  const cores = Number(quota) / Number(period);
  return cores > 0 ? cores : Infinity;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
