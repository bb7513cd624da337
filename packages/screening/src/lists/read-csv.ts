import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { BadRecord } from './entity-draft.ts';
import { RefusedSource } from '../model/listed-entity.ts';
import type { FileReading } from './read-bytes.ts';
import { readText } from './read-text.ts';

/** The cells of one row and its number, starting at 1. */
export interface Row {
  cells: string[];
  number: number;
}

/** Number of rows per batch. */
const batch = 500;

/** Tolerates CSV as people and publishers write it: rows of any length, quotes inside unquoted cells, spaces before quotes. */
const lenient = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  ltrim: true,
} as const;

/**
 * Reads the rows of a CSV file in batches: supports quotes, doubled quotes, line breaks inside quotes, CRLF and LF; ignores NUL and a
 * final 0x1A. Empty lines are skipped.
 * @throws RefusedSource as `readText` does, and for a row over the limit, such as a quote that is never closed
 */
export async function* readCsv(file: FileReading): AsyncGenerator<Row[]> {
  const parser = parse({
    ...lenient,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: file.limits.record,
  });
  // A file error ends the parser, and with it the loop below.
  pipeline(Readable.from(readText(file)), parser).catch(() => {});
  let number = 0;
  let rows: Row[] = [];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      rows.push({ cells, number: (number += 1) });
      if (rows.length < batch) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RefusedSource(`${path.basename(file.file)}, row ${number + 1}: ${wordsFor(error)}`, {
      cause: error,
    });
  }
}

/** Reads the records of a CSV file with a header row. @throws RefusedSource if a required column is missing, and as `readCsv` does */
export async function* readTable(
  file: FileReading,
  required: readonly string[],
): AsyncGenerator<{ values: Map<string, string>; number: number }[]> {
  let header: string[] | undefined;
  for await (const rows of readCsv(file)) {
    const from = header === undefined ? 1 : 0;
    header ??= (rows[0]?.cells ?? []).map((name) => name.trim().toLowerCase());
    const missing = required.filter((name) => !(header as string[]).includes(name));
    if (missing.length > 0)
      throw new RefusedSource(`${path.basename(file.file)} has no column ${missing.join(', ')}`);
    const names = header;
    yield rows.slice(from).map(({ cells, number }) => ({
      values: new Map(cells.map((cell, at) => [names[at] ?? `#${at + 1}`, cell])),
      number,
    }));
  }
}

/** Splits a cell with several values. @throws BadRecord for a quote that is never closed */
export function splitCells(text: string, separator: ';' | ','): string[] {
  if (!text.includes('"')) return text.split(separator);
  try {
    return parseAtOnce(text.replace(/[\r\n]+/gu, ' '), { ...lenient, delimiter: separator })[0] ?? [];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadRecord(wordsFor(error));
  }
}

const faults: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is never closed',
  CSV_MAX_RECORD_SIZE: 'the row is too long',
};

/** Describes the error without content, which the library's own message may include. */
function wordsFor(error: CsvError): string {
  return faults[error.code] ?? `the row cannot be read (${error.code})`;
}
