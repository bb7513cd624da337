/** The registries' tables as the documents have them: rows of cells, without back-quotes. */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`../../../spec/${name}.md`, import.meta.url), 'utf8');

export const registriesSpec = read('registries');
export const contractSpec = read('contract');
export const interfaceSpec = read('interface');

/** A table: its header's names, and below each name one cell per row. */
export type Table = Record<string, string>[];

/**
 * The first table below the first occurrence of a text.
 * @throws {Error} no such text, or no table with a row below it
 */
export function tableAfter(document: string, text: string): Table {
  const start = document.indexOf(`\n${text}`);
  if (start < 0) throw new Error(`the document has no line that begins ${text}`);
  const lines = document.slice(start).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  const [header = [], , ...rows] = rest.slice(0, end).map(cellsOf);
  if (first < 0 || rows.length === 0) throw new Error(`no table below ${text}`);
  return rows.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

/** Cells of a table's line; `\|` is no border. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.replaceAll('`', '').trim());

/** Some columns of a table, row by row. */
export const columnsOf = (table: Table, names: readonly string[]): string[][] =>
  table.map((row) =>
    names.map((name) => {
      const cell = row[name];
      if (cell === undefined) throw new Error(`the table has no column ${name}`);
      return cell;
    }),
  );

/** Words of a union in the domain types, `null` included. @see spec/registries.md 2 */
export function domainUnion(start: string): string[] {
  const from = registriesSpec.indexOf(start);
  if (from < 0) throw new Error(`the domain types have no ${start}`);
  const union = /^(?:\s*\|?\s*(?:'\w+'|null)\s*(?:\/\/.*)?)+/.exec(registriesSpec.slice(from + start.length));
  return [...(union?.[0] ?? '').replaceAll(/\/\/.*/g, '').matchAll(/'(\w+)'|null/g)].map(
    ([whole, word]) => word ?? whole,
  );
}

/** Codes in back-quotes of the paragraph and table that begin with a text, up to the next blank line but one. */
export function vectorsOf(start: string, form: RegExp): string[] {
  const from = registriesSpec.indexOf(start);
  if (from < 0) throw new Error(`the document has no ${start}`);
  const rest = registriesSpec.slice(from + start.length);
  const end = /\n\*\*\d+\.\d+ |\n## /.exec(rest)?.index ?? rest.length;
  const codes = [...rest.slice(0, end).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...new Set(codes.filter((code) => form.test(code)))];
}
