// Cache of Vitest's transformed modules: the projects of a run, its two lanes and later runs transform each once (decision 0194).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { at, filesBelow } from './project.mjs';

const prefix = 'vitest-modules-';

/** Size in bytes above which the cache is discarded: every change of a source leaves its old result behind. */
const most = 256 * 1024 ** 2;

/**
 * The directory, which need not exist yet. Entries are named after their source and Vitest's settings, and contain the paths
 * of imported modules: the packages' manifests, which determine those, are part of the directory's name.
 * @returns {string} absolute path
 */
export function transformedModules() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...filesBelow('', (name) => name.endsWith('package.json'))])
    hash.update(`${file}\n`).update(existsSync(at(file)) ? readFileSync(at(file)) : '');
  return at('.build', `${prefix}${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Deletes caches of other manifests, and one that has become too large; call it before a run, not during one.
 * @param {{ directory?: string, present?: string, limit?: number }} [options] `directory`: parent of the directories of all manifests;
 * `present`: absolute path of the one in use; `limit`: its maximum size in bytes
 */
export function removeOldModules({
  directory = at('.build'),
  present = transformedModules(),
  limit = most,
} = {}) {
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    const kept = path.join(directory, name);
    if (name.startsWith(prefix) && (kept !== present || sizeOf(kept) > limit))
      rmSync(kept, { recursive: true, force: true });
  }
}

const sizeOf = (directory) =>
  readdirSync(directory).reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0);
