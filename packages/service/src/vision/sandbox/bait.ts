/** Targets of the picture process's self-test: decoys created for it, and the installation's own secrets. */
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startTimeOf } from './self-test.ts';
import { neededPaths, type VisionFiles } from './view.ts';
import type { SelfTest } from './walls.ts';

/** Open while launchers are tried. */
export interface Bait {
  selfTest: SelfTest;
  close(): Promise<void>;
}

/**
 * Opens a listener on 127.0.0.1, a local socket as accessible as a database's, and a private file.
 * @param secrets files and directories of the installation that must stay unreadable, absolute
 */
export async function openBait(files: VisionFiles, secrets: readonly string[]): Promise<Bait> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-self-test-'));
  const privateFile = path.join(directory, 'private');
  const socket = path.join(directory, 'socket');
  await fs.writeFile(privateFile, 'private\n', { mode: 0o600 });
  const port = await listen({ host: '127.0.0.1', port: 0 });
  const local = await listen({ path: socket });
  await fs.chmod(socket, 0o777);
  await fs.chmod(directory, 0o755);
  return {
    selfTest: {
      service: { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' },
      secrets: [privateFile, ...secrets],
      directories: [
        directory,
        os.tmpdir(),
        '/var/tmp',
        '/dev/shm',
        path.dirname(files.entry),
        files.modelsDir,
      ],
      port: (port.address() as net.AddressInfo).port,
      socket,
      needed: neededPaths(files).filter((file) => existsSync(file)),
    },
    async close() {
      port.close();
      local.close();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

function listen(address: net.ListenOptions): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject).listen(address, () => resolve(server));
  });
}
