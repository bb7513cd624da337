/**
 * A vision thread that a hostile picture has taken over: it tries to reach the service it belongs to in every way that code in
 * a process can, and answers with what it reached. It opens what it is told to open, and harms nothing.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type { ThreadAnswer, VisionTask, WarmUp } from '../../src/vision/vision-tasks.ts';
import { resultSaying } from './said-findings.ts';

/** What it is told to reach: the text of the only picture, as JSON. */
export interface Targets {
  /** Number of the service's process. */
  pid: number;
  /** Stands in the service's environment. */
  canary: string;
  /** Path of the key file. */
  keyFile: string;
  /** Directory of the stored pictures; one of them holds the canary. */
  blobs: string;
  /** Listener of a database on 127.0.0.1. */
  port: number;
  /** Local sockets: one by its path, one without a file (`\0name`). */
  sockets: string[];
  /** Directories to write into. */
  directories: string[];
}

/** What was reached, by name; sorted. */
export type Reached = string[];

export default async function work(task: VisionTask | WarmUp): Promise<ThreadAnswer> {
  if (task.kind === 'warm-up') return { kind: 'warm', models: ['hostile@0'] };
  const targets = JSON.parse(Buffer.from(task.pictures[0]?.bytes ?? []).toString('utf8')) as Targets;
  const reached: Reached = [];
  for (const [name, attempt] of Object.entries(attempts))
    if (await succeeds(() => attempt(targets))) reached.push(name);
  return {
    kind: 'done',
    result: resultSaying({ reached: reached.toSorted() }, task),
    failures: [],
  };
}

const attempts: Record<string, (targets: Targets) => boolean | Promise<boolean>> = {
  /** Of the service by its number, or of any process that can be seen. */
  environment: ({ canary }) =>
    numbersOf('/proc').some((pid) =>
      read(`/proc/${pid}/environ`).includes(`COUNTERSIGN_TEST_CANARY=${canary}`),
    ),
  /** The same bytes, read from the memory in which they stand. */
  memory: ({ canary }) => numbersOf('/proc').some((pid) => memoryOfStart(pid).includes(canary)),
  keyFile: ({ keyFile }) => fs.readFileSync(keyFile).length > 0,
  blobs: ({ blobs, canary }) =>
    fs.readdirSync(blobs).some((name) => fs.readFileSync(path.join(blobs, name), 'utf8').includes(canary)),
  database: ({ port }) => answers({ host: '127.0.0.1', port }),
  localSocket: async ({ sockets }) => {
    const answered = await Promise.all(sockets.map((socket) => answers({ path: socket })));
    return answered.some(Boolean);
  },
  write: ({ directories }) => directories.some(canWrite),
  /** A program that is no part of reading pictures. */
  program: () => execFileSync('/bin/sh', ['-c', 'echo ran'], { encoding: 'utf8' }) === 'ran\n',
  signal: ({ pid }) => isNode(pid) && process.kill(pid, 0),
  gainPrivileges: () => /^NoNewPrivs:\s+0$/m.test(read('/proc/self/status')),
};

async function succeeds(attempt: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch {
    return false;
  }
}

const numbersOf = (directory: string) =>
  fs.readdirSync(directory).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** The environment as the kernel laid it into a process's memory, read from there. */
function memoryOfStart(pid: string): string {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // `env_start` and `env_end`, fields 50 and 51; 0 where they are not told.
  const [start = 0, end = 0] = fields.slice(47, 49).map(Number);
  // Without them the top of the stack is as good, once one has a memory to read.
  if (start === 0) return '';
  try {
    const memory = fs.openSync(`/proc/${pid}/mem`, 'r');
    const bytes = Buffer.alloc(end - start);
    fs.readSync(memory, bytes, 0, bytes.length, start);
    fs.closeSync(memory);
    return bytes.toString('latin1');
  } catch {
    return '';
  }
}

/** Whether that number is the service's, and not another process's in a namespace. */
const isNode = (pid: number) => read(`/proc/${pid}/cmdline`).includes('hostile-service');

function canWrite(directory: string): boolean {
  const file = path.join(directory, `countersign-hostile-${process.pid}`);
  try {
    fs.writeFileSync(file, 'x');
    return fs.statSync(file).size > 0;
  } catch {
    return false;
  } finally {
    // A refused write may have made the file all the same.
    if (fs.existsSync(file)) fs.rmSync(file);
  }
}

function answers(address: net.NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ ...address, timeout: 2_000 });
    const done = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket
      .once('data', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false));
  });
}
