import path from 'node:path';
import { BadRecord } from './entity-draft.ts';
import { RefusedSource } from './listed-entity.ts';
import type { FileReading } from './read-bytes.ts';
import { readText } from './read-text.ts';

/** Cells of one row and its number, 1 and up. */
export type Row = { cells: string[]; number: number };

/**
 * Rows of a CSV file in batches: quotes, doubled quotes, line ends inside quotes, CRLF or LF; NUL and a final 0x1A are no data.
 * Empty lines are no rows.
 * @throws RefusedSource as `readText` does, and for a row over the cap: a quote that never closes
 */
export async function* readCsv(reading: FileReading): AsyncGenerator<Row[]> {
  const cutter = new CsvCutter(',', reading.limits.record);
  let number = 0;
  const numbered = (rows: string[][]): Row[] => rows.map((cells) => ({ cells, number: (number += 1) }));
  try {
    for await (const text of readText(reading)) {
      const rows = cutter.push(text);
      if (rows.length > 0) yield numbered(rows);
    }
    yield numbered(cutter.end());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedSource(`${path.basename(reading.file)}, row ${number + 1}: ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * Records of a CSV file with a header row.
 * @throws RefusedSource when a required column is missing, and as `readCsv` does
 */
export async function* readTable(
  reading: FileReading,
  required: readonly string[],
): AsyncGenerator<{ values: Map<string, string>; number: number }[]> {
  let header: string[] | undefined;
  for await (const rows of readCsv(reading)) {
    const from = header === undefined ? 1 : 0;
    header ??= (rows[0]?.cells ?? []).map((name) => name.trim().toLowerCase());
    const missing = required.filter((name) => !(header as string[]).includes(name));
    if (missing.length > 0)
      throw new RefusedSource(`${path.basename(reading.file)} has no column ${missing.join(', ')}`);
    const names = header;
    yield rows.slice(from).map(({ cells, number }) => ({
      values: new Map(cells.map((cell, at) => [names[at] ?? `#${at + 1}`, cell])),
      number,
    }));
  }
}

/**
 * Values of a cell that holds several.
 * @throws BadRecord for a quote that is never closed
 */
export function splitCells(text: string, separator: ';' | ','): string[] {
  if (!text.includes('"')) return text.split(separator);
  const cutter = new CsvCutter(separator, Infinity);
  try {
    return [...cutter.push(text.replace(/[\r\n]+/gu, ' ')), ...cutter.end()][0] ?? [];
  } catch (error) {
    if (error instanceof RangeError) throw new BadRecord(error.message);
    throw error;
  }
}

class CsvCutter {
  readonly #separator: string;
  readonly #limit: number;
  #cells: string[] = [];
  #cell = '';
  /** Units of the row so far. */
  #length = 0;
  /** Inside quotes, or just after a quote inside quotes, which may end the cell or be doubled. */
  #quoted: 'no' | 'yes' | 'maybe' = 'no';

  constructor(separator: ',' | ';', limit: number) {
    this.#separator = separator;
    this.#limit = limit;
  }

  push(text: string): string[][] {
    const rows: string[][] = [];
    let at = 0;
    while (at < text.length)
      at = this.#quoted === 'yes' ? this.#inside(text, at) : this.#outside(text, at, rows);
    return rows;
  }

  end(): string[][] {
    const rows: string[][] = [];
    if (this.#quoted === 'yes') throw new RangeError('a quote is never closed');
    this.#endRow(rows);
    return rows;
  }

  #inside(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    this.#take(text, from, quote === -1 ? text.length : quote);
    if (quote === -1) return text.length;
    this.#quoted = 'maybe';
    return quote + 1;
  }

  #outside(text: string, from: number, rows: string[][]): number {
    const unit = text[from];
    if (unit === '"' && (this.#quoted === 'maybe' || this.#cell.trim() === '')) {
      this.#cell = this.#quoted === 'maybe' ? `${this.#cell}"` : '';
      this.#quoted = 'yes';
      return from + 1;
    }
    this.#quoted = 'no';
    if (unit === this.#separator) this.#endCell();
    else if (unit === '\n') this.#endRow(rows);
    else return this.#run(text, from);
    return from + 1;
  }

  /** Takes text up to the next unit that may mean something. */
  #run(text: string, from: number): number {
    let to = from + 1;
    while (to < text.length && text[to] !== this.#separator && text[to] !== '\n' && text[to] !== '"') to += 1;
    this.#take(text, from, to);
    return to;
  }

  #take(text: string, from: number, to: number): void {
    this.#cell += text.slice(from, to);
    this.#length += to - from;
    if (this.#length > this.#limit) throw new RangeError(`the row is longer than ${this.#limit}`);
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#length += 1;
    if (this.#cells.length > 10_000) throw new RangeError('the row has more than 10,000 cells');
  }

  #endRow(rows: string[][]): void {
    if (this.#cell.endsWith('\r')) this.#cell = this.#cell.slice(0, -1);
    if (this.#cells.length > 0 || this.#cell.trim() !== '') {
      this.#cells.push(this.#cell);
      rows.push(this.#cells);
    }
    this.#cells = [];
    this.#cell = '';
    this.#length = 0;
  }
}
