import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { patienceMs } from '../patience.ts';
import type { Usage } from './history.ts';

export interface ProcessOptions {
  /** Absolute path of `bin/countersign` or of the test bundle. */
  executable: string;
  env: Record<string, string>;
  /** The command to run; default: the service. */
  command?: 'serve' | 'simulator';
}

/**
 * A service process that can be killed without warning and restarted. It is short-lived, so the embedded database is compiled
 * only once and quickly (`--liftoff-only`).
 */
export interface ServiceProcess {
  /**
   * Starts it and waits for the ready line. @param further variables for this start only
   * @returns the URL it serves, empty if it has no port, @throws Error with its output when it exits instead
   */
  start(further?: Record<string, string>): Promise<string>;
  /** Process id. @throws Error when it is not running */
  pid(): number;
  /** Current resident memory in bytes; 0 when it is not running or the system does not report it. */
  memory(): number;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with exit code and milliseconds. */
  terminate(): Promise<{ code: number | null; ms: number }>;
  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has passed the failpoint since its start. @throws Error after `ms` */
  passed(failpoint: string, ms?: number): Promise<void>;
  /** Resolves when the process has exited by itself. @returns the signal that ended it @throws Error after `ms` */
  died(ms?: number): Promise<NodeJS.Signals | null>;
  alive(): boolean;
  /** All output since its first start. */
  output(): string;
  /** Current resource usage. @throws Error unless it is running */
  usage(): Promise<Usage>;
}

interface State {
  child: ChildProcess | null;
  lines: string[];
  /** Index of the first line of the current start. */
  since: number;
}

export function createServiceProcess({ executable, env, command = 'serve' }: ProcessOptions): ServiceProcess {
  const state: State = { child: null, lines: [], since: 0 };
  const end = async (signal: NodeJS.Signals) => {
    const ending = state.child;
    state.child = null;
    if (!ending || hasEnded(ending)) return ending?.exitCode ?? null;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  return {
    start: (further = {}) => {
      const args = ['--liftoff-only', executable, command];
      return launch(state, args, { PATH: process.env['PATH'] ?? '', ...env, ...further });
    },
    pid() {
      if (state.child?.pid === undefined) throw new Error('the service does not run');
      return state.child.pid;
    },
    memory: () => residentBytes(state.child?.pid),
    kill: async () => void (await end('SIGKILL')),
    async terminate() {
      const start = performance.now();
      const code = await end('SIGTERM');
      return { code, ms: performance.now() - start };
    },
    signal: (signal) => void state.child?.kill(signal),
    passed: async (failpoint, ms = 2 * patienceMs) => {
      await until(ms, `the failpoint ${failpoint} was not passed`, () =>
        state.lines.includes(`failpoint ${failpoint}`, state.since) ? true : null,
      );
    },
    died: (ms = 2 * patienceMs) =>
      until(ms, 'the process did not end', () => {
        const { child } = state;
        return child && hasEnded(child) ? { signal: child.signalCode } : null;
      }).then(({ signal }) => signal),
    alive: () => state.child !== null && !hasEnded(state.child),
    output: () => state.lines.join('\n'),
    usage: () => usageOf(state.child?.pid),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function launch(state: State, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    state.child = started;
    state.since = state.lines.length;
    const own: string[] = [];
    const listen = (line: string) => {
      const ready = /^countersign (?:simulator )?ready(?: (?<url>\S+)|,)/.exec(line);
      if (ready) resolve(ready.groups?.['url'] ?? '');
      state.lines.push(line);
      if (own.length < 50) own.push(line);
    };
    createInterface({ input: started.stdout }).on('line', listen);
    createInterface({ input: started.stderr }).on('line', listen);
    started.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${own.join('\n')}`)));
  });
}

async function until<T>(ms: number, failure: string, look: () => T | null): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error(`${failure} within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Reads `/proc`: Linux only, like the service's own limits. */
async function usageOf(pid: number | undefined): Promise<Usage> {
  if (pid === undefined) throw new Error('the process does not run');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return {
    rssBytes: Number(kilobytes) * 1024,
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
  };
}

function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
