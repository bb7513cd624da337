/** The report written by tests: each writes its own section of docs/guides/registry-coverage.md. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../docs/guides/registry-coverage.md', import.meta.url));

/**
 * The whole report with some sections replaced, for a snapshot of that file: a test that differs from the report
 * fails, and `--update` rewrites it. One snapshot per test file: they are written when the file has finished.
 * @param sections paragraphs by the name of their section
 * @throws {Error} the report has no such section
 */
export function writtenReport(sections: Readonly<Record<string, readonly string[]>>): {
  file: string;
  text: string;
} {
  let text = readFileSync(file, 'utf8');
  for (const [section, paragraphs] of Object.entries(sections)) {
    const [first, last] = [`<!-- ${section}: written by tests -->\n`, `<!-- end of ${section} -->`];
    const [start, end] = [text.indexOf(first), text.indexOf(last)];
    if (start < 0 || end < start) throw new Error(`the report has no section ${section}`);
    const body = paragraphs.map((paragraph) => `\n${paragraph}\n`).join('');
    text = `${text.slice(0, start + first.length)}${body}\n${text.slice(end)}`;
  }
  return { file, text };
}

/** A table as formatted by the formatter of documents. @param rows as many cells each as the header has */
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
