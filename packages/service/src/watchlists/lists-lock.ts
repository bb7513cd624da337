import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '../runtime/error-code.ts';

/** Another process is loading lists into the same directory. */
export class ListsBusy extends Error {
  constructor(holder: string) {
    super(`lists are being loaded already (${holder})`);
    this.name = 'ListsBusy';
  }
}

/** A lock holder on another machine cannot be checked; a load never takes this long. */
const forgottenMs = 6 * 60 * 60_000;

/** A process killed before it wrote its name leaves an empty file; writing takes almost no time. */
const unwrittenMs = 60_000;

/** Prevents other loads until the returned function is called. A lock whose process is gone is taken over. @throws ListsBusy */
export async function lockLists(root: string): Promise<() => Promise<void>> {
  const file = path.join(root, 'load.lock');
  const own = `${os.hostname()}:${process.pid}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeNew(file, own);
      return () => fs.rm(file, { force: true });
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const holder = await holderOf(file);
    if (holder === null) continue;
    if (attempt > 0 || isAlive(holder)) throw new ListsBusy(holder.text);
    await fs.rm(file, { force: true });
  }
}

/** A file that was created but could not be written, on a full disk, would lock out all loads. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

interface Holder {
  text: string;
  ageMs: number;
}

async function holderOf(file: string): Promise<Holder | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([fs.readFile(file, 'utf8'), fs.stat(file)]);
    return { text, ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function isAlive({ text, ageMs }: Holder): boolean {
  if (text === '') return ageMs < unwrittenMs;
  const at = text.lastIndexOf(':');
  const [host, pid] = [text.slice(0, at), Number(text.slice(at + 1))];
  if (host !== os.hostname() || !Number.isInteger(pid) || pid <= 0) return ageMs < forgottenMs;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
