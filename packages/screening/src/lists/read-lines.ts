import path from 'node:path';
import { RefusedSource } from '../model/listed-entity.ts';
import { readBytes, textOf, type FileReading } from './read-bytes.ts';

/** A file and how to read its lines. */
export interface LineReading extends FileReading {
  /** Whether every line is a JSON object: an incomplete last line then means that the rest of the file is missing. */
  isJson?: boolean;
}

const lineEnd = 10;
const carriageReturn = 13;

/** Lines read together, as positions in the bytes: an object for each line would cost as much as examining it. */
export interface LineBlock {
  /** Includes line endings and skipped lines. */
  bytes: Buffer;
  /** Start and end of each line in `bytes`, without its line ending. */
  starts: number[];
  ends: number[];
  /** Line numbers in the file, starting at 1. */
  numbers: number[];
}

/** One line without its ending. */
export interface Line {
  number: number;
  bytes: Buffer;
}

/**
 * Reads the lines of a file in blocks, each in memory of its own. Empty lines are skipped; a line over the limit is rejected and skipped.
 * @throws RefusedSource as `readBytes` does, and for JSON that is cut off in its last line
 */
export async function* readLineBlocks(reading: LineReading): AsyncGenerator<LineBlock> {
  const cutter = new LineCutter(reading);
  for await (const chunk of readBytes(reading)) {
    const block = cutter.push(chunk);
    if (block !== null) yield block;
  }
  const last = cutter.end();
  if (last === null) return;
  if (reading.isJson === true && breaksOff(lineAt(last, 0)))
    throw new RefusedSource(`${path.basename(reading.file)} breaks off in line ${last.numbers[0]}`);
  yield last;
}

/** Whether a line is the beginning of a JSON object. */
function breaksOff(line: Buffer): boolean {
  // A multi-byte character may be cut off too.
  const text = textOf(line);
  if (!(text ?? line.toString('latin1')).trimStart().startsWith('{')) return false;
  try {
    JSON.parse(text ?? '');
    return false;
  } catch {
    return true;
  }
}

/** The same with an object for each line. */
export async function* readLines(reading: LineReading): AsyncGenerator<Line[]> {
  for await (const block of readLineBlocks(reading))
    yield block.numbers.map((number, at) => ({ number, bytes: lineAt(block, at) }));
}

/** The bytes of a line by its index in the block. */
export function lineAt(
  { bytes, starts, ends }: Pick<LineBlock, 'bytes' | 'starts' | 'ends'>,
  at: number,
): Buffer {
  return bytes.subarray(starts[at], ends[at]);
}

/** State: `#rest` holds the beginning of an incomplete line, unless it is over the limit. */
class LineCutter {
  readonly #reading: FileReading;
  #rest: Buffer[] = [];
  #restLength = 0;
  #skipping = false;
  #number = 1;

  constructor(reading: FileReading) {
    this.#reading = reading;
  }

  /** The lines that end in the chunk; null if none does. */
  push(chunk: Buffer): LineBlock | null {
    const last = chunk.lastIndexOf(lineEnd);
    if (last === -1) {
      this.#keep(chunk);
      return null;
    }
    const from = this.#skipping ? chunk.indexOf(lineEnd) + 1 : 0;
    if (this.#skipping) this.#number += 1;
    this.#skipping = false;
    const block = this.#cut(this.#whole(chunk), from, this.#restLength + last + 1);
    this.#rest = [];
    this.#restLength = 0;
    // A copy, because the memory of the chunk is passed on with the block.
    if (last + 1 < chunk.length) this.#keep(Buffer.from(chunk.subarray(last + 1)));
    return block.numbers.length === 0 ? null : block;
  }

  /** The last line, if the file does not end with a line ending. */
  end(): LineBlock | null {
    if (this.#restLength === 0) return null;
    const bytes = this.#whole(Buffer.of(lineEnd));
    return this.#cut(bytes, 0, bytes.length);
  }

  #whole(chunk: Buffer): Buffer {
    return this.#restLength === 0 ? chunk : Buffer.concat([...this.#rest, chunk]);
  }

  /** @param to position after a line ending */
  #cut(bytes: Buffer, from: number, to: number): LineBlock {
    const block: LineBlock = { bytes, starts: [], ends: [], numbers: [] };
    for (let start = from; start < to; this.#number += 1) {
      const end = bytes.indexOf(lineEnd, start);
      if (end - start > this.#reading.limits.record) this.#reject();
      else if (end > start) {
        block.starts.push(start);
        block.ends.push(bytes[end - 1] === carriageReturn ? end - 1 : end);
        block.numbers.push(this.#number);
      }
      start = end + 1;
    }
    return block;
  }

  #keep(part: Buffer): void {
    if (this.#skipping) return;
    this.#rest.push(part);
    this.#restLength += part.length;
    if (this.#restLength <= this.#reading.limits.record) return;
    this.#reject();
    // Collected data is dropped immediately, so an endless line needs no memory.
    this.#skipping = true;
    this.#rest = [];
    this.#restLength = 0;
  }

  #reject(): void {
    const { file, limits } = this.#reading;
    this.#reading.log.reject(
      `${path.basename(file)}:${this.#number}`,
      `the line is longer than ${limits.record} bytes`,
    );
  }
}
