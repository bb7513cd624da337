import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/free-port.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');
/** The commands of the page, in their order. */
const commands = [
  ...readFileSync(path.join(root, 'docs/guides/quickstart.md'), 'utf8').matchAll(/^```sh\n([^]*?)\n```$/gm),
].map(([, command = '']) => command);

describe('the quickstart', () => {
  /** A folder that looks like a clone, with data of its own. */
  let clone = '';
  let service: ChildProcess | null = null;
  beforeAll(() => {
    clone = mkdtempSync(path.join(os.tmpdir(), 'countersign-quickstart-'));
    for (const name of readdirSync(root).filter((each) => !['data', 'shop', 'person', '.git'].includes(each)))
      symlinkSync(path.join(root, name), path.join(clone, name));
  });
  afterAll(async () => {
    if (service?.exitCode === null) {
      const ended = new Promise((resolve) => service?.once('exit', resolve));
      service.kill('SIGTERM');
      await ended;
    }
    rmSync(clone, { recursive: true, force: true });
  });

  it('has at most six commands, of which the first starts the service', () => {
    expect(commands.length).toBeLessThanOrEqual(6);
    expect(commands[0]).toBe('npm start');
  });

  it('leads to a verified webhook of an approved person by its own commands', async () => {
    const listener = await freePort();
    // What `npm start` runs once everything is built, on a port that is free here.
    service = spawn(path.join(clone, 'bin/countersign'), ['serve'], {
      cwd: clone,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    service.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await expect.poll(() => printed).toContain('countersign ready');
    let last = '';
    for (const command of commands.slice(1)) {
      const here = command.replace('127.0.0.1:3000', `127.0.0.1:${listener}`);
      const argument = command.endsWith('first-session.mjs person') ? ` ${listener}` : '';
      ({ stdout: last } = await run('sh', ['-c', here + argument], { cwd: clone, encoding: 'utf8' }));
    }
    expect(last.trim().split('\n')).toEqual([
      'uploaded document-front',
      'uploaded face',
      expect.stringMatching(/^submitted [0-9a-f-]{36}, waiting for the webhook …$/),
      'verified webhook: approved (9001)  LIISA MAASIKAS',
    ]);
  });
});
