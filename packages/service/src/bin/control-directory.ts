/** The directory of the control socket: owned by this user, closed to others, and held open so that it cannot be replaced. */
import fs from 'node:fs';
import path from 'node:path';
import { errorCode } from '../runtime/error-code.ts';

/** Linux allows about 107 bytes, other systems 103. */
const longestAddress = 100;

/** Kept open while the socket in it is created or used. */
export interface ControlDirectory {
  /** Address to listen on or connect to: a short path through the open directory, valid even if the directory is renamed. */
  address: string;
  /** Owner of the directory, who must also own the socket. */
  uid: number;
  close(): void;
}

/**
 * Opens `control` below the data directory.
 * @param create creates it if it is missing
 * @returns `null` when it is missing
 * @throws Error when it is a link, belongs to another user, or is accessible to others
 */
export function openControlDirectory(
  dataDir: string,
  { create }: { create: boolean },
): ControlDirectory | null {
  const directory = path.join(dataDir, 'control');
  if (create) makeDirectory(directory);
  const handle = openDirectory(directory);
  if (handle === null) return null;
  try {
    const { uid, mode } = fs.fstatSync(handle);
    if (!isOwn(uid) && (create || !isServedForRoot(uid, dataDir)))
      throw refusal(directory, 'must belong to the user that runs this');
    if ((mode & 0o077) !== 0) throw refusal(directory, 'must not be accessible to other users (mode 0700)');
    return { address: addressIn(directory, handle), uid, close: () => fs.closeSync(handle) };
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
}

function makeDirectory(directory: string): void {
  try {
    fs.mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** @throws Error when it is not a directory, or is a link to one */
function openDirectory(directory: string): number | null {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (code === 'ENOTDIR' || code === 'ELOOP') throw refusal(directory, 'must be a directory, not a link');
    throw code === 'EACCES' ? refusal(directory, 'must belong to the user that runs this') : error;
  }
}

const isOwn = (uid: number) => uid === (process.geteuid?.() ?? uid);

/** The root user may control a service that runs as the owner of the data. */
function isServedForRoot(uid: number, dataDir: string): boolean {
  return process.geteuid?.() === 0 && uid === fs.statSync(dataDir).uid;
}

function addressIn(directory: string, handle: number): string {
  const through = `/proc/self/fd/${handle}`;
  if (fs.existsSync(through)) return `${through}/control.sock`;
  const address = path.join(directory, 'control.sock');
  if (Buffer.byteLength(address) <= longestAddress) return address;
  throw new Error(
    `DATA_DIR: must be at most ${longestAddress - '/control/control.sock'.length} bytes long on this system`,
  );
}

const refusal = (directory: string, rule: string) =>
  new Error(`control socket: ${directory} ${rule}; remove it, and the service creates it again`);
