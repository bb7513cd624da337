import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Absolute path of a shipped file, given relative to the repository's root; works both from source and from the bundle.
 * @throws Error when it does not exist
 */
export function installationFile(relative: string): string {
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    const candidate = path.join(at, relative);
    if (fs.existsSync(candidate)) return candidate;
    if (at === path.dirname(at))
      throw new Error(`${relative} is missing from this installation: run "npm run build"`);
  }
}
