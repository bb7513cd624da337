import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { modelDirectory } from '../scripts/model-file.ts';
import { tablesFolder } from '../tables/table-file.ts';
import { knots, leastOfContradiction } from './calibration.ts';
import { chargePercent } from './weigh.ts';

/** Raise it with every change of code or of a constant that may change a score. */
const codeVersion = 15;

let version: string | undefined;

/** Digest of the names and bytes of all `.txt` files in these folders, independent of their order. */
function digestOfFiles(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.txt'))
      .sort()) {
      const bytes = readFileSync(path.join(folder, name));
      hash.update(`${name} ${String(bytes.length)}\n`).update(bytes);
    }
  return hash.digest('hex');
}

/** The version of code, constants, tables and models: it changes with any byte of a file in these folders and with any constant. */
export function versionOf(code: number, constants: unknown, folders: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(constants))
    .update(digestOfFiles(folders))
    .digest('hex');
  return `${String(code)}.${digest.slice(0, 12)}`;
}

/**
 * Identifies the code, tables and models by which scores were computed. A trace of another version cannot be replayed with this one.
 */
export function engineVersion(): string {
  return (version ??= versionOf(
    codeVersion,
    [chargePercent, knots, leastOfContradiction],
    [tablesFolder(), modelDirectory()],
  ));
}
