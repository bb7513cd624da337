import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ProcessOptions {
  /** Absolute path of `bin/countersign`. */
  executable: string;
  env: Record<string, string>;
  /** What it runs; the service by default. */
  command?: 'serve' | 'simulator';
}

/**
 * One service process that can be killed without warning and started again. It lives for moments only, so the embedded
 * database is compiled once and quickly (`--liftoff-only`).
 */
export interface ServiceProcess {
  /** Starts and waits for the ready line. @returns the URL it serves, @throws Error with its output when it ends instead */
  start(): Promise<string>;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with exit code and milliseconds. */
  terminate(): Promise<{ code: number | null; ms: number }>;
}

export function createServiceProcess({ executable, env, command = 'serve' }: ProcessOptions): ServiceProcess {
  let child: ChildProcess | null = null;
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  return {
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, ['--liftoff-only', executable, command], {
          env: { PATH: process.env['PATH'] ?? '', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child = started;
        const lines: string[] = [];
        const listen = (line: string) => {
          const url = /^countersign (?:simulator )?ready (\S+)/.exec(line)?.[1];
          if (url) resolve(url);
          if (lines.length < 50) lines.push(line);
        };
        createInterface({ input: started.stdout }).on('line', listen);
        createInterface({ input: started.stderr }).on('line', listen);
        started.once('exit', (code) =>
          reject(new Error(`the service ended with ${code}:\n${lines.join('\n')}`)),
        );
      }),
    kill: async () => void (await end('SIGKILL')),
    async terminate() {
      const start = performance.now();
      const code = await end('SIGTERM');
      return { code, ms: performance.now() - start };
    },
  };
}
