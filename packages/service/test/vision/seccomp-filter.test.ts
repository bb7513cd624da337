import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { deniedCalls, seccompFilter } from '../../src/vision/sandbox/seccomp-filter.ts';

const hasBubblewrap =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', 'true']).status === 0;

/** Makes each call with arguments that none accepts, in a process of its own, and prints the number of the error. */
const caller = `
for my $call (@ARGV) {
  $! = 0;
  my $result = syscall($call + 0, -1, -1, -1, -1, -1);
  print $result == -1 ? $! + 0 : 0, "\\n";
}`;

/** Errors of system calls by their numbers, made under the filter, or without one. */
async function errorsOf(calls: readonly number[], filter: Buffer | null): Promise<number[]> {
  const around = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
  const install = filter === null ? [] : ['--seccomp', '3'];
  const child = spawn('bwrap', [...around, ...install, 'perl', '-e', caller, ...calls.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  (child.stdio[3] as Writable).on('error', () => {}).end(filter ?? Buffer.alloc(0));
  const [said] = await Promise.all([text(child.stdout as Readable), once(child, 'close')]);
  return said.trim().split('\n').map(Number);
}

const eperm = 1;
const enosys = 38;
const column = process.arch === 'arm64' ? 1 : 0;
/** Those that a process could not survive even without a filter, or that need no argument to take effect. */
const isHarmless = ([name]: [string, unknown]) => !['vhangup', 'reboot', 'unshare', 'pause'].includes(name);
const tried = Object.entries(deniedCalls)
  .filter(isHarmless)
  .flatMap(([name, numbers]) => {
    const number = numbers[column];
    return number === null ? [] : [{ name, number }];
  });

describe.skipIf(!hasBubblewrap)('the system calls of the picture process (bubblewrap)', () => {
  const filter = seccompFilter(process.arch);
  const numbers = tried.map(({ number }) => number);

  it('are refused where no reading of pictures needs them (S25)', async () => {
    const errors = await errorsOf(numbers, filter);
    const passed = tried.filter((_, index) => errors[index] !== eperm).map(({ name }) => name);
    expect(passed).toEqual([]);
  });

  it('are not all refused without the filter, which shows that this test works', async () => {
    const errors = await errorsOf(numbers, null);
    const refused = tried.filter((_, index) => errors[index] === eperm).length;
    expect(refused).toBeLessThan(tried.length / 2);
  });

  it('include none that makes a namespace: neither unshare, clone nor clone3', async () => {
    const makes = `
      my ($unshare, $clone, $clone3) = @ARGV;
      for my $call ([$unshare, 0x10000000], [$clone, 0x10000000 | 17, 0, 0, 0, 0], [$clone3, 0, 0]) {
        $! = 0;
        my $result = syscall($call->[0] + 0, map { $_ + 0 } @{$call}[1 .. $#$call]);
        print $result == -1 ? $! + 0 : 0, "\\n";
      }`;
    const unshare = deniedCalls['unshare']?.[column] ?? 0;
    const clone = process.arch === 'arm64' ? 220 : 56;
    const child = spawn(
      'bwrap',
      [
        ...'--unshare-all --ro-bind / / --dev /dev --seccomp 3 perl -e'.split(' '),
        makes,
        String(unshare),
        String(clone),
        '435',
      ],
      { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] },
    );
    (child.stdio[3] as Writable).end(filter);
    expect((await text(child.stdout as Readable)).trim().split('\n').map(Number)).toEqual([
      eperm,
      eperm,
      enosys,
    ]);
  });
});

describe('the filter of system calls', () => {
  it('exists for x86-64 and arm64, and not where the numbers are not known', () => {
    expect(seccompFilter('x64')?.length).toBeGreaterThan(0);
    expect(seccompFilter('arm64')?.length).toBeGreaterThan(0);
    expect(seccompFilter('riscv64')).toBeNull();
  });

  it('begins with the architecture it is for and ends the process of any other', () => {
    const words = (architecture: string) => {
      const bytes = seccompFilter(architecture) ?? Buffer.alloc(0);
      return [0, 1, 2].map((at) => bytes.subarray(at * 8, at * 8 + 8).toString('hex'));
    };
    expect(words('x64')).toEqual(['2000000004000000', '150001003e0000c0', '0600000000000080']);
    expect(words('arm64')).toEqual(['2000000004000000', '15000100b70000c0', '0600000000000080']);
  });
});
