import type { CommandResult } from './command.ts';

/** What goes to standard output: JSON for programs, otherwise aligned columns or lines for people; nothing for `undefined`. */
export function render({ output }: CommandResult, json: boolean): string {
  if (output === undefined) return '';
  if (json) return `${JSON.stringify(output, null, 2)}\n`;
  if (Array.isArray(output)) return renderRows(output as Record<string, unknown>[]);
  if (typeof output === 'object' && output !== null) return renderMembers(output as Record<string, unknown>);
  return output === null ? '' : `${show(output)}\n`;
}

function renderRows(rows: Record<string, unknown>[]): string {
  const [first] = rows;
  if (!first) return 'none\n';
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => show(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function renderMembers(members: Record<string, unknown>): string {
  const width = Math.max(0, ...Object.keys(members).map((name) => name.length));
  return Object.entries(members)
    .map(([name, value]) => `${name.padEnd(width)}  ${show(value)}\n`)
    .join('');
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
