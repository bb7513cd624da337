import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyBackup } from './read-backup.ts';

it('a restore that breaks off leaves no part of an embedded database to start from', async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'restore-'));
  onTestFinished(() => fs.rm(root, { recursive: true }));
  const [backup, dataDir] = [path.join(root, 'backup'), path.join(root, 'data')];
  await fs.mkdir(path.join(backup, 'database', 'base'), { recursive: true });
  await fs.writeFile(path.join(backup, 'database', 'PG_VERSION'), '17\n');
  // A socket cannot be copied: the copy ends here, as by a process that is killed.
  const socket = net.createServer().listen(path.join(backup, 'database', 'base', 'socket'));
  onTestFinished(() => void socket.close());
  await once(socket, 'listening');
  const facts = { engine: 'pglite' } as Parameters<typeof copyBackup>[1];
  const restoring = copyBackup(backup, facts, { dataDir, databaseUrl: null, withBlobs: false });
  await expect(restoring).rejects.toThrow('socket');
  expect(await fs.readdir(dataDir)).not.toContain('database');
});
