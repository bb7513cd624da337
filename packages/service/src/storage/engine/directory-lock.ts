import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../runtime/error-code.ts';

/** Held while a process owns a data directory. The operating system releases it with the process, however it ends. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/** Another process owns the directory. */
export class DirectoryLocked extends Error {
  /** Process id of the owner, `null` when unknown. */
  readonly pid: number | null;

  constructor(directory: string, owner: string, pid: number | null) {
    super(`${directory} is in use by ${owner}; the embedded database is one process by design`);
    this.name = 'DirectoryLocked';
    this.pid = pid;
  }
}

const beatMs = 4_000;

/**
 * Locks a directory. First with an exclusively bound abstract socket (Linux) or named pipe (Windows) keyed by the directory's
 * identity; because that is local to this network namespace, an owner file with a heartbeat excludes processes of other containers
 * or of systems without such sockets.
 * @throws DirectoryLocked
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { dev, ino } = fs.statSync(directory);
  const server = await holdSocket(directory, `countersign-${dev}-${ino}`);
  const file = ownerFile(directory);
  try {
    await awaitSilence(directory, file, server !== null);
  } catch (error) {
    server?.close();
    throw error;
  }
  const owner = { pid: process.pid, host: os.hostname(), space: space() };
  fs.writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
  const beat = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), beatMs).unref();
  return {
    async release() {
      clearInterval(beat);
      fs.rmSync(file, { force: true });
      if (server) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `null` if the platform has no socket that disappears with its process. */
async function holdSocket(directory: string, name: string): Promise<net.Server | null> {
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string];
  if (!address) return null;
  const server = net.createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') return reject(error);
      const owner = readOwner(ownerFile(directory));
      reject(
        new DirectoryLocked(
          directory,
          owner ? `process ${owner.pid}` : 'another process',
          owner?.pid ?? null,
        ),
      );
    });
    server.listen(address, () => resolve(server.unref()));
  });
}

function ownerFile(directory: string): string {
  return path.join(directory, 'owner.json');
}

/** The scope of the socket: the network namespace, or the host where there is none. */
function space(): string {
  try {
    return fs.readlinkSync('/proc/self/ns/net');
  } catch {
    return os.hostname();
  }
}

async function awaitSilence(directory: string, file: string, socketDecides: boolean): Promise<void> {
  const owner = readOwner(file);
  if (!owner) return;
  const sameSpace = owner.space === space() && owner.host === os.hostname();
  if (sameSpace && (socketDecides || !isAlive(owner.pid))) return;
  const before = beatOf(file);
  if (Date.now() - before > 10 * beatMs) return;
  for (let waited = 0; waited < 3 * beatMs; waited += beatMs / 4) {
    await sleep(beatMs / 4);
    if (beatOf(file) !== before)
      throw new DirectoryLocked(directory, `process ${owner.pid} on ${owner.host}`, owner.pid);
  }
}

function readOwner(file: string): { pid: number; host: string; space: string } | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as { pid: number; host: string; space: string };
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

function beatOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
