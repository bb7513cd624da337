import fs from 'node:fs';
import path from 'node:path';
import { installationFile } from './installation-files.ts';

/** Version of this release, `1.4.0`. */
export function readVersion(): string {
  // Relative to the program, because packages have files with the same name.
  const file = path.resolve(path.dirname(installationFile('bin/countersign')), '../package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version;
}
