import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { shortLived } from '../../../service/test/support/short-lived.ts';
import { quickDatabase } from '../support/quick-database.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const readyLine = /^countersign ready (\S+)$/m;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Starts a service with one reader of standard output, and of standard error only where it is asked for. */
async function start({ readsLog }: { readsLog: boolean }) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-streams-'));
  cleanups.push(() => fs.rmSync(directory, { recursive: true, force: true }));
  const database = await quickDatabase();
  cleanups.push(() => database.drop());
  const child = spawn(process.execPath, [...shortLived, executable, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: directory,
      PORT: '0',
      LOG_REQUESTS: 'true',
      VISION_PROCESS: 'inline',
      ...database.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    child.stderr.resume();
    await ended;
  };
  cleanups.push(stop);
  const printed = { output: '', log: '' };
  child.stdout.on('data', (chunk: Buffer) => (printed.output += chunk.toString()));
  if (readsLog) child.stderr.on('data', (chunk: Buffer) => (printed.log += chunk.toString()));
  await expect.poll(() => printed.output).toMatch(readyLine);
  return { printed, stop, url: readyLine.exec(printed.output)?.[1] ?? '' };
}

/** A request that leaves a line of the log, and its status. */
const refused = async (url: string) =>
  (await fetch(`${url}/v1/sessions`, { method: 'POST', body: '{}' })).status;

/** So many of their lines are several times what a pipe holds. */
const requests = 600;
const pipeBytes = 64 * 1024;

describe('what a serving process prints', () => {
  it('is for people on standard output, and only log lines on standard error', async () => {
    const { printed, stop, url } = await start({ readsLog: true });
    expect(await refused(url)).toBe(401);
    await stop();
    const lines = printed.log.trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toContain('serving');
    expect(messages).toContain('stopping');
    const [line = ''] = lines.filter((_, index) => messages[index] === 'refused');
    expect(line.length * requests).toBeGreaterThan(2 * pipeBytes);
    expect(printed.output).not.toContain('{"level"');
    expect(printed.output.trim().split('\n').at(-1)).toBe(`countersign ready ${url}`);
  });

  it.runIf(fs.existsSync('/dev/full'))('of a command that cannot be written is reported as lost', () => {
    const full = fs.openSync('/dev/full', 'w');
    cleanups.push(() => fs.closeSync(full));
    const { status, stderr } = spawnSync(process.execPath, [executable, '--version'], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'countersign: standard output: must be writable; the command has run, but its output is lost (ENOSPC: no space left on device, write)\n',
    ]);
  });

  it('does not block when the log is not read', async () => {
    const { url } = await start({ readsLog: false });
    const statuses = new Set<number>();
    for (let sent = 0; sent < requests; sent += 20)
      for (const status of await Promise.all(Array.from({ length: 20 }, () => refused(url))))
        statuses.add(status);
    expect([...statuses]).toEqual([401]);
  });
});
