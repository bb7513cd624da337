import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { diskReason } from '../../runtime/disk-reason.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import { errorCode } from '../../runtime/error-code.ts';

/** About the size of the smallest things a start writes. */
const probeBytes = 64 * 1024;

const reasons: Partial<Record<string, string>> = {
  EACCES: 'this user may not write there; set its owner and start again',
  EPERM: 'this user may not write there; set its owner and start again',
  ENOTDIR: 'must be a directory; a part of the path is a file',
  EEXIST: 'must be a directory; there is a file',
};

/**
 * Creates the directory if necessary and writes a little to it, so that a full disk is reported at the start, before
 * anything is left half written.
 * @throws Unavailable with the directory and the reason in one sentence
 */
export async function requireSpace(directory: string): Promise<void> {
  const probe = path.join(directory, `.space-${randomBytes(6).toString('hex')}`);
  try {
    await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    await fs.writeFile(probe, Buffer.alloc(probeBytes, 0xaa), { mode: 0o600, flush: true });
  } catch (error) {
    const reason = diskReason(error, 'start again') ?? reasons[errorCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw new Unavailable(`${directory}: ${reason}`, { cause: error });
  } finally {
    await fs.rm(probe, { force: true }).catch(() => {});
  }
}
