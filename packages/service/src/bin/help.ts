// Help and version in the time that Node itself takes to start. The verbs stand beside the code that carries them out, and that code
// imports the whole service: 0.3 s to compile. So the build leaves the verbs as data, and this program, which is bundled alone, reads
// them with the same `readCommandLine`. Whatever it cannot print is left to the program itself.
import { readCommandLine, UsageError } from '@countersign/command-line';
import fs from 'node:fs';
import { installationFile } from '../runtime/installation-files.ts';
import { readVersion } from '../runtime/version.ts';
import { type CommandTable, commandTableFile } from './command-table.ts';

/**
 * The text that a command line prints instead of running; null when it runs, is wrong, or the build has left no table.
 * @param args what follows the program's name
 */
export function printedText(args: readonly string[]): string | null {
  const table = readTable();
  if (table === null) return null;
  try {
    const line = readCommandLine(args, { ...table, version: readVersion });
    return line.kind === 'print' ? line.text : null;
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

function readTable(): CommandTable | null {
  try {
    return JSON.parse(fs.readFileSync(installationFile(commandTableFile), 'utf8')) as CommandTable;
  } catch {
    return null;
  }
}
