import { type ChildProcess, execFile, fork } from 'node:child_process';
import path from 'node:path';
import { isNightly } from './engines.ts';
import { shortLived } from './short-lived.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command of the program and what its process begins with. */
export interface CommandStart {
  /** Absolute path of the bundled program. */
  program: string;
  args: readonly string[];
  /** The whole environment. */
  env: Record<string, string>;
  /** An absolute directory. */
  cwd: string;
}

/** Milliseconds after which a command is ended. */
const patienceMs = 60_000;

/**
 * Runs one command to its end. By day processes that stay run one command after the other, because a start costs more than most commands
 * do; by night each has a process of its own. Commands that end with their reader or by a signal, and programs that serve, need
 * `startCommand`.
 */
export const runCommand = (start: CommandStart): Promise<Ended> =>
  isNightly ? startCommand(start) : runInHost(start);

/** Runs one command to its end, in a process of its own. */
export function startCommand({ program, args, env, cwd }: CommandStart): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...shortLived, program, ...args],
      { env, cwd, timeout: patienceMs },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

// With isolation off several test files share a process, and so these.
const shared = globalThis as { countersignIdleHosts?: ChildProcess[] };
const idle = (shared.countersignIdleHosts ??= []);

/** One that waits for its next command; a new one where all are at work. None keeps this process from its end. */
function takeHost(): ChildProcess {
  const waiting = idle.pop();
  if (waiting) return waiting;
  const host = fork(path.join(import.meta.dirname, 'command-host.mjs'), {
    cwd: '/',
    env: {},
    execArgv: shortLived,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  host.unref();
  host.channel?.unref();
  return host;
}

function runInHost(start: CommandStart): Promise<Ended> {
  const host = takeHost();
  return new Promise((resolve) => {
    const limit = setTimeout(() => host.kill('SIGKILL'), patienceMs);
    const done = (ended: Ended) => {
      clearTimeout(limit);
      host.removeAllListeners();
      resolve(ended);
    };
    host.once('exit', () => done({ code: -1, stdout: '', stderr: 'the process of the command has ended' }));
    host.once('message', (ended: Ended) => {
      idle.push(host);
      done(ended);
    });
    host.send(start);
  });
}
