import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandResult } from './command.ts';

/** A verb sent to the serving process. */
export interface ControlRequest {
  command: string;
  args: string[];
}

const requestLimit = 64 * 1024;

/**
 * Lets the command line work while the embedded database is open elsewhere: the serving process runs the verb. Only the user
 * the service runs as can reach the socket. The caller holds the directory's lock, so a socket file found there is a remain.
 */
export async function openControlSocket(
  dataDir: string,
  run: (request: ControlRequest) => Promise<CommandResult>,
): Promise<{ close(): Promise<void> }> {
  const address = addressOf(dataDir);
  fs.rmSync(address, { force: true });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket, run).catch(() => socket.destroy());
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  } finally {
    process.umask(mask);
  }
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(
  socket: net.Socket,
  run: (request: ControlRequest) => Promise<CommandResult>,
): Promise<void> {
  const received = await text(limited(socket));
  const result = await run(JSON.parse(received) as ControlRequest);
  socket.end(JSON.stringify(result));
}

async function* limited(socket: net.Socket): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > requestLimit) throw new Error('control request too long');
    yield chunk;
  }
}

/** Has the serving process run a verb; `null` when no process serves this directory. */
export async function askServingProcess(
  dataDir: string,
  request: ControlRequest,
): Promise<CommandResult | null> {
  const socket = net.connect({ path: addressOf(dataDir), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve, reject) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? resolve(false) : reject(error),
    );
  });
  if (!connected) return null;
  socket.end(JSON.stringify(request));
  const answered = await text(socket);
  if (answered === '') throw new Error('the serving process did not answer');
  return JSON.parse(answered) as CommandResult;
}

/** Socket names are limited to about 100 bytes; a longer path is replaced by its digest below the temporary directory. */
function addressOf(dataDir: string): string {
  const wanted = path.join(dataDir, 'control.sock');
  if (Buffer.byteLength(wanted) < 100) return wanted;
  const digest = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 32);
  return path.join(os.tmpdir(), `countersign-${os.userInfo().uid}-${digest}.sock`);
}
