import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of a file this installation ships, given from the repository's root; found both from source and from the bundle.
 * @throws Error when it is not there
 */
export function installationFile(relative: string): string {
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    const candidate = path.join(at, relative);
    if (fs.existsSync(candidate)) return candidate;
    if (at === path.dirname(at))
      throw new Error(`${relative} is missing from this installation: run "npm run build"`);
  }
}
