/** Information from the kernel about a process and its descendants. Linux only; elsewhere nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Layer } from './walls.ts';

/** A process and all its descendants, ancestors first. */
export function processTree(pid: number): number[] {
  // Each thread has its own children.
  const children = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`) ?? '');
  return [
    pid,
    ...children
      .flatMap((line) => line.split(' ').filter(Boolean))
      .map(Number)
      .flatMap(processTree),
  ];
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Resident memory of a process in bytes; `null` where there is no `/proc`, or no such process. */
function residentBytes(pid: number | undefined): number | null {
  const status = pid === undefined ? null : read(`/proc/${pid}/status`);
  return Number(fieldOf(status ?? '', 'VmRSS')[0]) * 1024 || null;
}

/** Resident memory of a process and all its descendants, in bytes; `null` likewise. */
export function residentBytesOfTree(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  return processTree(pid).reduce((total, each) => total + (residentBytes(each) ?? 0), 0) || null;
}

/** Hard limit on open files of this process, which it cannot raise; Infinity where the system does not report it. */
export function hardOpenFilesLimit(): number {
  const hard = /^Max open files +\S+ +(\d+) /m.exec(read('/proc/self/limits') ?? '')?.[1];
  return hard === undefined ? Number.POSITIVE_INFINITY : Number(hard);
}

/** Which layers hold for a process, and whether it is in a nested process namespace. */
export function layersOf(pid: number): Record<Layer | 'namespace', boolean> {
  const own = read('/proc/self/status') ?? '';
  const status = read(`/proc/${pid}/status`) ?? '';
  const limits = read(`/proc/${pid}/limits`) ?? '';
  const uid = fieldOf(status, 'Uid');
  const capabilities = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map(
    (name) => fieldOf(status, name)[0],
  );
  const canGain = fieldOf(status, 'NoNewPrivs')[0] !== '1';
  return {
    user: uid.length > 0 && uid.every((each) => each !== fieldOf(own, 'Uid')[0]),
    // An ordinary user's bounding set may remain: without new privileges it has no effect.
    privileges: !canGain && capabilities.slice(0, 3).every((set) => /^0+$/.test(set ?? '')),
    seccomp: fieldOf(status, 'Seccomp')[0] === '2' && filters(status) > filters(own),
    core: /^Max core file size +0 +0 /m.test(limits),
    namespace: fieldOf(status, 'NSpid').length > fieldOf(own, 'NSpid').length,
  };
}

/** Installed seccomp filters: a container's own applies to the service as well. */
const filters = (status: string) => Number(fieldOf(status, 'Seccomp_filters')[0] ?? 0);

function fieldOf(status: string, name: string): string[] {
  const line = new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(status)?.[1] ?? '';
  return line.split(/\s+/).filter(Boolean);
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
