import type { Readable, Writable } from 'node:stream';

/** A line of the input without its line end; null text when it is longer than allowed. `number` counts from 1. */
export interface Line {
  number: number;
  text: string | null;
}

const lineFeed = 10;
const carriageReturn = 13;

function textOf(bytes: Buffer): string {
  const end = bytes.at(-1) === carriageReturn ? bytes.length - 1 : bytes.length;
  return bytes.toString('utf8', 0, end);
}

/**
 * The lines of a stream of UTF-8, in batches as they arrive. LF and CRLF end a line, and so does the end of the stream; no
 * more than `mostBytes` of one line is kept. A byte-order mark in front of the first line is left out.
 */
export async function* readLines(input: Readable, mostBytes: number): AsyncGenerator<Line[]> {
  let number = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let tooLong = false;
  const take = (last: Buffer): Line => {
    number += 1;
    const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last]);
    const long = tooLong || bytes.length > mostBytes + 1;
    pending = [];
    pendingBytes = 0;
    tooLong = false;
    const text = long ? null : textOf(bytes);
    if (text === null || Buffer.byteLength(text) > mostBytes) return { number, text: null };
    return { number, text: number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text };
  };
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      lines.push(take(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    if (rest.length > 0) {
      if (pendingBytes + rest.length > mostBytes + 1) tooLong = true;
      else pending.push(rest);
      pendingBytes += rest.length;
    }
    if (lines.length > 0) yield lines;
  }
  if (pendingBytes > 0) yield [take(Buffer.alloc(0))];
}

/** Whoever reads the output has gone away. */
export class ClosedOutput extends Error {
  override name = 'ClosedOutput';
}

/** Writes text as fast as it is taken, no faster. */
export function createOutput(stream: Writable): { write(text: string): Promise<void> } {
  let failure: Error | undefined;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code === 'EPIPE' ? new ClosedOutput('nobody reads the output') : error;
  });
  return {
    async write(text) {
      if (failure) throw failure;
      if (text === '') return;
      await new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => {
          if (!error) resolve();
          else
            reject(
              (error as NodeJS.ErrnoException).code === 'EPIPE'
                ? new ClosedOutput('nobody reads the output')
                : error,
            );
        });
      });
    },
  };
}
