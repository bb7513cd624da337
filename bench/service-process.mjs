// The measured service: the built program in a separate process, on PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../dist/countersign.mjs', import.meta.url));
const startMs = 60_000;

/** Creates a data directory that several processes of one installation share. */
export function createDataDirectory() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'countersign-bench-'));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

/** Reads what `start` wrote for its seeded test integration: `{ baseUrl, apiUrl, apiKey, sharedSecret, integrationId }`. */
export const readAccess = (directory) =>
  JSON.parse(readFileSync(path.join(directory, 'dev-integration.json'), 'utf8'));

/**
 * Starts one process of the service and waits until it prints that it is ready.
 * `readyMs` is the time from its start until then.
 */
export async function startService({ databaseUrl, directory, roles = 'api,worker', env = {} }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      COUNTERSIGN_ENV: 'development',
      COUNTERSIGN_ROLES: roles,
      DATABASE_URL: databaseUrl,
      DATA_DIR: directory,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const output = [];
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the service did not start:\n${output.join('')}`)),
      startMs,
    );
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output.join('')}`)));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.stdout.on('data', (chunk) => {
      output.push(chunk);
      const line = /^countersign ready(?: (\S+)|,)/m.exec(output.join(''));
      if (!line) return;
      clearTimeout(timer);
      resolve(line[1] ?? null);
    });
  });
  const url = await ready;
  return {
    url,
    port: url === null ? null : Number(new URL(url).port),
    readyMs: performance.now() - startedAt,
    output: () => output.join(''),
    ...gauges(child.pid),
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      clearTimeout(timer);
    },
  };
}

const ticksPerSecond = 100;

/** Reads the memory of a process, and the processor time of it and its descendants, from /proc; zeros without /proc. */
export function gauges(pid) {
  return {
    /** Current resident memory in bytes. */
    memory: () => kilobytes(pid, 'VmRSS') * 1024,
    /** Processor seconds since the start of the process; ended children count once their parent has waited for them. */
    cpuSeconds: () => withDescendants(pid).reduce((total, one) => total + ticks(one), 0) / ticksPerSecond,
  };
}

function read(file) {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const kilobytes = (pid, name) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`${pid}/status`))?.[1] ?? 0);

function ticks(pid) {
  const fields = read(`${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  // utime, stime, and the same of awaited children, because reading print runs in a separate process.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** Returns a process and its descendants. /proc lists a child under the thread that started it. */
function withDescendants(pid) {
  const children = threadsOf(pid).flatMap((thread) =>
    read(`${pid}/task/${thread}/children`).trim().split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap(withDescendants)];
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
