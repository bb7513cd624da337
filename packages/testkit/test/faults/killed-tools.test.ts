/** Programs of PostgreSQL that a command has started end with it, however it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  engines,
  rowsByDay,
  testKekText,
} from '../../../service/test/support/engines.ts';
import { testBundle } from '../support/fault-stage.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An installation one of whose tables is locked, so that a backup of it waits until the lock is released. */
async function lockedInstallation() {
  const { url, drop } = await createTestDatabase({ migrated: true });
  cleanups.push(drop);
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-tools-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    cleanups.push(() => client.end());
    return client;
  };
  const [holder, observer] = [await connect(), await connect()];
  await holder.query('begin');
  await holder.query('lock table session in access exclusive mode');
  const dumps = async (): Promise<unknown[]> =>
    (
      await observer.query<{ wait: string }>(
        `select wait_event_type as wait from pg_stat_activity
         where datname = current_database() and application_name = 'pg_dump'`,
      )
    ).rows;
  await fs.mkdir(path.join(directory, 'data/blobs'), { recursive: true });
  const backup = (): ChildProcess => {
    const args = ['--liftoff-only', testBundle, 'backup', path.join(directory, 'backup')];
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: path.join(directory, 'data'),
      DATABASE_URL: url,
      COUNTERSIGN_KEK: testKekText,
    };
    return spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  return { dumps, backup };
}

describe.runIf(engines().includes('postgres'))('pg_dump', { timeout: 120_000 }, () => {
  it.each(rowsByDay(['SIGKILL', 'SIGTERM', 'SIGINT'] as const, (signal) => signal === 'SIGKILL'))(
    'ends with a backup command that %s ends, even while it waits for the server',
    async (signal) => {
      const { dumps, backup } = await lockedInstallation();
      const command = backup();
      await expect.poll(dumps, { timeout: 60_000 }).toEqual([{ wait: 'Lock' }]);
      command.kill(signal);
      await once(command, 'exit');
      await expect.poll(dumps, { timeout: 20_000 }).toEqual([]);
    },
  );
});
