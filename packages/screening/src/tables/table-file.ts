import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A missing or malformed table: the installation is damaged, and nothing may be screened. */
export class BrokenTable extends Error {
  override name = 'BrokenTable';
}

/**
 * Possible locations of the tables relative to a parent folder: beside the package in the source tree, beside the bundle when installed.
 */
const placesBeside = ['packages/screening/tables', 'screening-tables', 'tables'];

let folder: string | undefined;

/** The folder of the reference tables, found by walking up from this module. @throws BrokenTable if there is none */
export function tablesFolder(): string {
  folder ??= findFolder(path.dirname(fileURLToPath(import.meta.url)));
  return folder;
}

function findFolder(start: string): string {
  for (let at = start; ; at = path.dirname(at)) {
    for (const place of placesBeside) {
      const candidate = path.join(at, place);
      if (existsSync(path.join(candidate, 'legal-forms.txt'))) return candidate;
    }
    if (at === path.dirname(at)) throw new BrokenTable(`no reference tables in any folder above ${start}`);
  }
}

/** The unprocessed text of a table. @throws BrokenTable if the file cannot be read */
export function tableText(name: string): string {
  try {
    return readFileSync(path.join(tablesFolder(), `${name}.txt`), 'utf8');
  } catch (error) {
    throw new BrokenTable(`the reference table ${name} cannot be read`, { cause: error });
  }
}

/**
 * Entries of a table in file order, one per line; lines that begin with `#` are comments, and blank lines are skipped.
 * @throws BrokenTable if the file cannot be read
 */
export function tableLines(name: string): string[] {
  return tableText(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A heading `[name]` and the entries below it. */
export interface TableSection {
  heading: string;
  lines: string[];
}

/**
 * A table divided by its headings, each a line `[name]`. A heading may occur more than once.
 * @throws BrokenTable if an entry precedes the first heading
 */
export function tableSections(name: string): TableSection[] {
  const sections: TableSection[] = [];
  for (const line of tableLines(name)) {
    if (line.startsWith('[') && line.endsWith(']')) {
      sections.push({ heading: line.slice(1, -1), lines: [] });
      continue;
    }
    const section = sections.at(-1);
    if (section === undefined) throw new BrokenTable(`${name}: "${line}" is under no heading`);
    section.lines.push(line);
  }
  return sections;
}
