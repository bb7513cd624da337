import fs from 'node:fs';
import process from 'node:process';
import { ConfigError } from './config-error.ts';

/**
 * Makes a command of root act as the owner of the data directory, so that the service can change what it leaves there. Secrets that
 * only root reads have to be read before. Nothing happens without root, without the directory, and where root owns it.
 * @throws ConfigError where root may not become another user
 */
export function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = fs.statSync(dataDir, { throwIfNoEntry: false });
  if (!owner || owner.uid === 0) return;
  try {
    process.setgroups?.([owner.gid]);
    process.setgid?.(owner.gid);
    process.setuid?.(owner.uid);
  } catch {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} must belong to the user of the command, not to user ${owner.uid}; run the command as that user`,
    );
  }
}
