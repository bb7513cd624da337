import { readFileSync } from 'node:fs';
import { UsageError } from '@countersign/command-line';

/** Text of a file named on the command line, UTF-8. @throws UsageError */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`FILE: must be a file that can be read, not ${file} (${(error as Error).message})`);
  }
}
