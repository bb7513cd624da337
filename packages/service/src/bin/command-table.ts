import type { Verb, VerbGroup } from '@countersign/command-line';
import fs from 'node:fs';
import path from 'node:path';
import type { verbSources } from './verb-sources.ts';

/** Name of the file that the build leaves beside the program. */
export const commandTableFile = 'commands.json';

/** What a command line is read by, and help is printed from: every verb as data, in the order of help. */
export interface CommandTable {
  verbs: readonly (Verb & { source: keyof typeof verbSources })[];
  groups: readonly VerbGroup[];
}

/** The table that the build left; null where there is none, as beside the source. */
export function readCommandTable(): CommandTable | null {
  // A bundle keeps this file with the program, or among its chunks.
  const files = ['.', '..'].map((up) => path.join(import.meta.dirname, up, commandTableFile));
  const file = files.find((candidate) => fs.existsSync(candidate));
  return file === undefined ? null : (JSON.parse(fs.readFileSync(file, 'utf8')) as CommandTable);
}
