import type { Verb, VerbGroup } from '@countersign/command-line';
import fs from 'node:fs';
import path from 'node:path';
import type { verbSources } from './verb-sources.ts';

/** Name of the file that the build places beside the program. */
export const commandTableFile = 'commands.json';

/** All verbs as data, in the order of help: used to parse command lines and to print help. */
export interface CommandTable {
  verbs: readonly (Verb & { source: keyof typeof verbSources })[];
  groups: readonly VerbGroup[];
}

/** Reads the table written by the build; null if there is none, as when running from source. */
export function readCommandTable(): CommandTable | null {
  // Bundling places this file beside the program or among its chunks.
  const files = ['.', '..'].map((up) => path.join(import.meta.dirname, up, commandTableFile));
  const file = files.find((candidate) => fs.existsSync(candidate));
  return file === undefined ? null : (JSON.parse(fs.readFileSync(file, 'utf8')) as CommandTable);
}
