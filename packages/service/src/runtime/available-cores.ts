import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Linux describes control groups; tests substitute their own directories. */
export interface ControlGroups {
  /** `/sys/fs/cgroup` */
  mount: string;
  /** `/proc/self/cgroup` */
  membership: string;
}

const linux: ControlGroups = { mount: '/sys/fs/cgroup', membership: '/proc/self/cgroup' };

/** Cores this process may use, at least 1: those it may run on, or fewer if a container's quota is lower. */
export function availableCores(groups: ControlGroups = linux): number {
  return Math.max(1, Math.floor(Math.min(os.availableParallelism(), quotaOf(groups))));
}

/** The smallest quota of the control group and its ancestors, in cores; infinite if there is none. */
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

/** Quota divided by period, in microseconds as written by the kernel; `max`, −1 and an empty text mean no quota. */
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
