// Where Vitest keeps what it has made of each source: the projects of a run, its two lanes and later runs make it once (decision 0194).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { at, filesBelow } from './project.mjs';

const prefix = 'vitest-modules-';

/** Bytes beyond which everything is made anew: each change of a source leaves behind what was made of it before. */
const most = 256 * 1024 ** 2;

/**
 * The directory, which need not be there yet. What is kept is named after its source and the settings of Vitest, and holds the places
 * of the modules that it imports: the packages' manifests, which name those, are in the name of the directory.
 * @returns {string} absolute path
 */
export function transformedModules() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', ...filesBelow('', (name) => name.endsWith('package.json'))])
    hash.update(`${file}\n`).update(existsSync(at(file)) ? readFileSync(at(file)) : '');
  return at('.build', `${prefix}${hash.digest('hex').slice(0, 16)}`);
}

/**
 * Removes what was kept for other manifests, and what has become too large; to be called before a run, not beside one.
 * @param {{ directory?: string, present?: string, limit?: number }} [options] `directory`: where the directories of all manifests lie;
 *   `present`: absolute path of the one in use; `limit`: bytes that it may hold
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
