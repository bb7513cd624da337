/** The report that tests write: each its own section of docs/guides/registry-coverage.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../docs/guides/registry-coverage.md', import.meta.url));

/**
 * The whole report with one section replaced, for a snapshot of that file: a test that says something else than the report fails,
 * and `--update` writes what it says.
 * @throws {Error} the report has no such section
 */
export function writtenReport(
  section: string,
  paragraphs: readonly string[],
): { file: string; text: string } {
  const written = readFileSync(file, 'utf8');
  const [first, last] = [`<!-- ${section}: written by tests -->\n`, `<!-- end of ${section} -->`];
  const [start, end] = [written.indexOf(first), written.indexOf(last)];
  if (start < 0 || end < start) throw new Error(`the report has no section ${section}`);
  const body = paragraphs.map((paragraph) => `\n${paragraph}\n`).join('');
  return { file, text: `${written.slice(0, start + first.length)}${body}\n${written.slice(end)}` };
}

/** A table as the formatter of documents leaves it. @param rows as many cells each as the header has */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', String.raw`\|`)));
  const widths = header.map((_, i) => Math.max(3, ...lines.map((cells) => (cells[i] ?? '').length)));
  const line = (cells: readonly string[]) => {
    const padded = cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - cell.length));
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = lines;
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
