import { type CommandInput, optionalText } from './parse-input.ts';
import { UsageError } from './usage-error.ts';

/** Output formats of a command. `json` prints a single value; `jsonl` and `csv` need a list. */
export const outputFormats = ['table', 'json', 'jsonl', 'csv'] as const;

/** An output format. */
export type OutputFormat = (typeof outputFormats)[number];

/** Returns the format selected by `--format` or `--json`. @throws UsageError */
export function formatOf(input: CommandInput): OutputFormat {
  const given = optionalText(input, 'format');
  const isJson = input.options['json'] === true;
  if (given === undefined) return isJson ? 'json' : 'table';
  const format = outputFormats.find((known) => known === given);
  if (!format) throw new UsageError(`--format: must be one of ${outputFormats.join(', ')}, not ${given}`);
  if (isJson && format !== 'json') throw new UsageError(`--json: must not be given with --format ${format}`);
  return format;
}

type Members = Record<string, unknown>;

/**
 * Renders a value for standard output: machine-readable in the chosen format, or aligned columns or indented lines for people.
 * `undefined` renders as nothing.
 * @throws UsageError if the format needs a list and the value is not one
 */
export function render(output: unknown, format: OutputFormat): string {
  if (output === undefined) return '';
  if (format === 'json') return `${JSON.stringify(output, null, 2)}\n`;
  if (format === 'jsonl' || format === 'csv') {
    if (output === null) return '';
    if (!Array.isArray(output))
      throw new UsageError(`--format ${format}: must be given to a command that prints a list`);
    const rows = output as Members[];
    return format === 'csv' ? csvOf(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
  if (Array.isArray(output)) return tableOf(output as Members[]);
  if (typeof output === 'object' && output !== null) return membersOf(output as Members, '');
  if (output === null) return '';
  return typeof output === 'string' ? `${output}\n` : `${cell(output)}\n`;
}

function tableOf(rows: Members[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((text, index) => text.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isEmpty = (value: unknown): boolean => Object.keys(value as object).length === 0;

/** Renders one member per line; nested groups and lists that hold more than plain values are indented below their name. */
function membersOf(members: Members, indent: string): string {
  const width = Math.max(0, ...Object.keys(members).map((name) => name.length));
  return Object.entries(members)
    .map(([name, value]) =>
      isShort(value)
        ? `${indent}${name.padEnd(width)}  ${shortOf(value)}\n`
        : `${indent}${name}\n${linesOf(value, `${indent}  `)}`,
    )
    .join('');
}

/** Plain values, empty groups and lists of plain values fit on the line of their name. */
const isShort = (value: unknown): boolean =>
  isScalar(value) || isEmpty(value) || (Array.isArray(value) && value.every(isScalar));

function shortOf(value: unknown): string {
  if (isScalar(value)) return cell(value);
  return isEmpty(value) ? 'none' : (value as unknown[]).map(cell).join(', ');
}

function linesOf(value: unknown, indent: string): string {
  if (!Array.isArray(value)) return membersOf(value as Members, indent);
  return value
    .map((item) => {
      if (isShort(item)) return `${indent}- ${shortOf(item)}\n`;
      const lines = linesOf(item, `${indent}  `);
      return `${indent}- ${lines.slice(indent.length + 2)}`;
    })
    .join('');
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value) && value.every(isScalar)) return value.map(cell).join(', ') || 'none';
  if (typeof value === 'object' && isEmpty(value)) return 'none';
  return JSON.stringify(value);
}

/** Escapes control characters: stored text must not move the terminal's cursor or change its colours. */
const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Positions where a spreadsheet would start a formula: the beginning of a cell, and after a character that a spreadsheet set to
 * semicolons takes for a cell separator.
 */
const formulaStart = /(?<=^|[;|\t\r\n])(?=["' ]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** RFC 4180 with a header line. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe. */
function csvOf(rows: Members[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => csvCell(row[column])));
  return [columns, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = typeof value === 'string' ? text.replaceAll(formulaStart, "'") : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
