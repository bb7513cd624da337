import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ConfigError } from './config-error.ts';

/**
 * Makes a command of root act as the user of the service, so that the service can change what it leaves in the data directory. Secrets
 * that only root reads have to be read before. The user is known by what the service made, else by the directory: in a container root
 * may serve one that is mounted and somebody else's. Nothing happens without root, without the directory, and where it is root's.
 * @throws ConfigError where root may not become another user
 */
export function actAsOwner(dataDir: string): void {
  const owner = otherOwner(dataDir, ['blobs', 'database', '.']);
  if (owner === null) return;
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

/** Gives what root restored into a data directory to the owner of the directory; a backup may be readable for root alone. */
export function giveToOwner(dataDir: string): void {
  const owner = otherOwner(dataDir, ['.']);
  if (owner === null) return;
  for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(dataDir, name), owner.uid, owner.gid);
}

/** The owner of the first of these names that is there; `null` for root. */
function otherOwner(dataDir: string, names: readonly string[]): fs.Stats | null {
  if (process.getuid?.() !== 0) return null;
  const owner = names
    .map((name) => fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false }))
    .find((found) => found !== undefined);
  return owner && owner.uid !== 0 ? owner : null;
}
