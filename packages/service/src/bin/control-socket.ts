import fs from 'node:fs';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import type { CommandResult } from './command.ts';
import { openControlDirectory } from './control-directory.ts';

/** A verb sent to the serving process. */
export interface ControlRequest {
  command: string;
  args: string[];
}

const requestLimit = 64 * 1024;

/**
 * Lets the command line work while the embedded database is open elsewhere: the serving process runs the verb. Only the user
 * the service runs as can reach the socket. The caller holds the directory's lock, so an existing socket file is a leftover.
 * @throws Error when others have access to the socket's directory
 */
export async function openControlSocket(
  dataDir: string,
  run: (request: ControlRequest) => Promise<CommandResult>,
): Promise<{ close(): Promise<void> }> {
  const directory = openControlDirectory(dataDir, { create: true });
  if (directory === null) throw new Error(`control socket: ${dataDir} must stay in place while it is served`);
  fs.rmSync(directory.address, { force: true });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    answer(socket, run).catch(() => socket.destroy());
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(directory.address, resolve),
    );
  } catch (error) {
    directory.close();
    throw error;
  } finally {
    process.umask(mask);
  }
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { close: () => close().finally(() => directory.close()) };
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

/**
 * Has the serving process run a verb; `null` when no process serves this directory.
 * @throws Error when the directory or the socket belongs to another user, or the process ends without an answer
 */
export async function callServingProcess(
  dataDir: string,
  request: ControlRequest,
): Promise<CommandResult | null> {
  const directory = openControlDirectory(dataDir, { create: false });
  if (directory === null) return null;
  try {
    const found = fs.lstatSync(directory.address, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (!found.isSocket() || found.uid !== directory.uid)
      throw new Error('control socket: must be a socket of the user that runs the service; remove it');
    return await sendRequest(directory.address, request);
  } finally {
    directory.close();
  }
}

async function sendRequest(address: string, request: ControlRequest): Promise<CommandResult | null> {
  const socket = net.connect({ path: address, allowHalfOpen: true });
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
