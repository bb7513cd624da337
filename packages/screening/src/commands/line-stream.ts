import type { Readable, Writable } from 'node:stream';

/** An input line without its line ending; the text is null if the line is too long. `number` counts from 1. */
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
 * Reads the lines of a UTF-8 stream, in batches as they arrive. LF, CRLF and the end of the stream end a line; at most `mostBytes` of a
 * line are kept. A byte-order mark before the first line is dropped.
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

/** The reader of the output has closed it. */
export class ClosedOutput extends Error {
  override name = 'ClosedOutput';
}

/** Creates an output that respects backpressure. */
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
