import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { ServiceContext } from '../context.ts';
import { announceKeyHolder, removeKeyHolder } from '../storage/integration/key-holders.ts';

/** Milliseconds between announcements, by the monotonic clock. */
const everyMs = 5_000;

/**
 * Keeps this process ready for a rotation of the key-encryption key: rereads the key file, and records in the database which
 * versions it has, so that `keys rewrap` puts none in force that a process lacks.
 */
export async function announceKeys({
  config,
  database,
  vault,
  log,
}: Pick<ServiceContext, 'config' | 'database' | 'vault' | 'log'>): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  const holder = { roles: config.roles.join(','), host: os.hostname(), pid: process.pid };
  let reported: string | null = null;
  const announce = async () => {
    const wrong = vault.reread();
    if (wrong !== null && wrong !== reported)
      log.error({ cause: wrong }, 'key-encryption key cannot be read again; the versions held stay in use');
    reported = wrong;
    await announceKeyHolder(database, id, { ...holder, marks: vault.marks() });
  };
  // An unavailable or read-only database is reported by everything else.
  const quietly = () => announce().catch(() => {});
  await quietly();
  let announcing = Promise.resolve();
  const timer = setInterval(() => void (announcing = quietly()), everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await announcing;
      await removeKeyHolder(database, id).catch(() => {});
    },
  };
}
