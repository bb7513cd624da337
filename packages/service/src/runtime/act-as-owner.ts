import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ConfigError } from './config-error.ts';

/**
 * Makes a command run by root act as the user of the service, so that the service can modify the files it creates. Secrets
 * readable only by root must be read before. The user is the owner of files the service created, or else of the directory: in a container, root
 * may serve a mounted directory owned by another user. Does nothing without root, without the directory, and if root owns it.
 * @throws ConfigError if root may not become another user
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

/** Changes the owner of what root restored into a data directory to that of the directory; the backup may be readable only by root. */
export function giveToOwner(dataDir: string): void {
  const owner = otherOwner(dataDir, ['.']);
  if (owner === null) return;
  for (const name of fs.readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(dataDir, name), owner.uid, owner.gid);
}

/** The owner of the first of these names that exists; `null` for root. */
function otherOwner(dataDir: string, names: readonly string[]): fs.Stats | null {
  if (process.getuid?.() !== 0) return null;
  const owner = names
    .map((name) => fs.statSync(path.join(dataDir, name), { throwIfNoEntry: false }))
    .find((found) => found !== undefined);
  return owner && owner.uid !== 0 ? owner : null;
}
