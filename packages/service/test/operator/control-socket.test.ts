import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callServingProcess, type ControlRequest, openControlSocket } from '../../src/bin/control-socket.ts';

const request = { command: 'integration list', args: ['--json'] };
const isRoot = process.geteuid?.() === 0;

let dataDir = '';
const cleanups: (() => unknown)[] = [];
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-control-'));
  cleanups.push(() => fs.rmSync(dataDir, { recursive: true, force: true }));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const control = (...names: string[]) => path.join(dataDir, 'control', ...names);

/** A service that answers every verb with its own words. */
async function open(directory = dataDir): Promise<ControlRequest[]> {
  const heard: ControlRequest[] = [];
  const socket = await openControlSocket(directory, (asked) => {
    heard.push(asked);
    return Promise.resolve({ exitCode: 0, output: 'done' });
  });
  cleanups.push(() => socket.close());
  return heard;
}

/** A listener of somebody else, who notes what he is sent. */
async function listen(address: string): Promise<string[]> {
  const heard: string[] = [];
  const server = net.createServer((socket) => socket.on('data', (chunk) => heard.push(chunk.toString())));
  await new Promise<void>((resolve) => server.listen(address, resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  return heard;
}

describe('the control socket', () => {
  it('is in a directory that only its user can enter, and carries a verb and its result', async () => {
    const heard = await open();
    expect(await callServingProcess(dataDir, request)).toEqual({ exitCode: 0, output: 'done' });
    expect(heard).toEqual([request]);
    expect(fs.lstatSync(control()).mode & 0o777).toBe(0o700);
    expect(fs.lstatSync(control('control.sock')).mode & 0o777).toBe(0o600);
  });

  it('works below a path longer than a socket name may be, and writes nothing to a shared directory', async () => {
    const deep = path.join(dataDir, 'a'.repeat(120), 'b'.repeat(120));
    fs.mkdirSync(deep, { recursive: true });
    const before = fs.readdirSync(os.tmpdir()).filter((name) => name.endsWith('.sock'));
    await open(deep);
    expect(await callServingProcess(deep, request)).toEqual({ exitCode: 0, output: 'done' });
    expect(fs.readdirSync(os.tmpdir()).filter((name) => name.endsWith('.sock'))).toEqual(before);
  });

  it('takes the place of what a killed service left, and leaves nothing itself', async () => {
    fs.mkdirSync(control(), { mode: 0o700 });
    fs.writeFileSync(control('control.sock'), '');
    await open();
    expect(await callServingProcess(dataDir, request)).toEqual({ exitCode: 0, output: 'done' });
    for (const cleanup of cleanups.splice(1)) await cleanup();
    expect(fs.readdirSync(control())).toEqual([]);
    expect(await callServingProcess(dataDir, request)).toBeNull();
  });

  it('is not there where nothing serves', async () => {
    expect(await callServingProcess(dataDir, request)).toBeNull();
  });
});

const hostile: [string, () => unknown, string][] = [
  [
    'others can enter',
    () => {
      fs.mkdirSync(control());
      fs.chmodSync(control(), 0o777);
    },
    'must not be accessible to other users (mode 0700)',
  ],
  [
    'is a link to another directory',
    () => {
      fs.mkdirSync(path.join(dataDir, 'elsewhere'), { mode: 0o700 });
      fs.symlinkSync(path.join(dataDir, 'elsewhere'), control());
    },
    'must be a directory, not a link',
  ],
  ['is a file', () => fs.writeFileSync(control(), ''), 'must be a directory, not a link'],
  ...(isRoot
    ? ([
        [
          'belongs to another user',
          () => {
            fs.mkdirSync(control(), { mode: 0o700 });
            fs.chownSync(control(), 65_533, 65_533);
          },
          'must belong to the user that runs this',
        ],
      ] satisfies [string, () => unknown, string][])
    : []),
];

describe.each(hostile)('a control directory that %s', (_, prepare, rule) => {
  const refused = () =>
    new Error(`control socket: ${control()} ${rule}; remove it, and the service creates it again`);

  it('keeps the service from opening its socket there', async () => {
    prepare();
    await expect(open()).rejects.toThrow(refused());
  });

  it('keeps the command line from sending a verb there', async () => {
    prepare();
    const heard = fs.statSync(control()).isDirectory() ? await listen(control('control.sock')) : [];
    await expect(callServingProcess(dataDir, request)).rejects.toThrow(refused());
    expect(heard).toEqual([]);
  });
});

describe('something else in place of the control socket', () => {
  it('that is a link to another user’s listener receives nothing', async () => {
    const heard = await listen(path.join(dataDir, 'other.sock'));
    fs.mkdirSync(control(), { mode: 0o700 });
    fs.symlinkSync(path.join(dataDir, 'other.sock'), control('control.sock'));
    await expect(callServingProcess(dataDir, request)).rejects.toThrow(
      'control socket: must be a socket of the user that runs the service; remove it',
    );
    expect(heard).toEqual([]);
  });
});
