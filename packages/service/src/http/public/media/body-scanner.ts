import { type ContentSink, createStringReader, type StringReader } from './string-reader.ts';

export interface BodyScan {
  /**
   * The body without the contents of `image.content`: `{"image":{"context":"face","content":""}}`; `null` when that is
   * longer than allowed, and then no other member is meaningful.
   */
  skeleton: Buffer | null;
  /** The contents were a valid JSON string according to A-03. The strict parser validates the skeleton. */
  contentIsText: boolean;
  /** There was a string at `image.content`. */
  hasContent: boolean;
}

export interface BodyScanner {
  push(chunk: Buffer): void;
  end(): BodyScan;
}

const quote = 0x22;
const backslash = 0x5c;
const closingQuote = Buffer.from('"');
/** `image` and `content` with every character written as `\uXXXX`. */
const longestKey = 42;
const deepest = 32;

interface Scanner {
  place: 'structure' | 'string' | 'content';
  /** Open containers, outermost first: true for objects. Beyond the limit they are only counted. */
  open: boolean[];
  depth: number;
  expectsKey: boolean;
  /** Last key at each of the first two levels. */
  keys: [string, string];
  /** Raw text of the key being read, or `null` when the string is a value or too long to matter. */
  key: string | null;
  escaped: boolean;
  /** The skeleton so far, in a buffer that grows up to the limit. */
  kept: Buffer;
  keptLength: number;
  limit: number;
  /** The skeleton is longer than allowed: the rest of the body is ignored. */
  isOver: boolean;
  content: StringReader;
  hasContent: boolean;
}

/**
 * Finds the string at `image.content` in a streamed body and passes its contents on; everything else is kept for the strict
 * parser. Removing the contents of a string changes nothing else about a JSON text, so a body is acceptable exactly if its
 * skeleton is, and the removed part is a valid string. A second `image.content` is kept, for the parser to reject.
 * @param limit maximum bytes of the skeleton
 * @see spec/contract.md
 */
export function createBodyScanner(sink: ContentSink, limit: number): BodyScanner {
  const scanner: Scanner = {
    place: 'structure',
    open: [],
    depth: 0,
    expectsKey: false,
    keys: ['', ''],
    key: null,
    escaped: false,
    kept: Buffer.alloc(0),
    keptLength: 0,
    limit,
    isOver: false,
    content: createStringReader(sink),
    hasContent: false,
  };
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length && !scanner.isOver;)
        at = scanner.place === 'content' ? scanContent(scanner, chunk, at) : scanKept(scanner, chunk, at);
    },
    end: () => ({
      skeleton: scanner.isOver ? null : scanner.kept.subarray(0, scanner.keptLength),
      contentIsText: scanner.place !== 'content' && scanner.content.isText(),
      hasContent: scanner.hasContent,
    }),
  };
}

/** Scans up to the start of `image.content` or the end of the chunk; returns where it stopped. */
function scanKept(scanner: Scanner, chunk: Buffer, from: number): number {
  // One byte beyond what fits shows that it is too long.
  const end = Math.min(chunk.length, from + scanner.limit - scanner.keptLength + 1);
  let at = from;
  while (at < end) {
    const byte = chunk[at++] as number;
    if (scanner.place === 'string') scanString(scanner, byte);
    else if (byte === quote) {
      startString(scanner);
      if ((scanner.place as string) === 'content') break;
    } else scanStructure(scanner, byte);
  }
  keep(scanner, chunk.subarray(from, at));
  return at;
}

/** Copies bytes to the skeleton, so that it does not retain the chunks of a large body. */
function keep(scanner: Scanner, bytes: Buffer): void {
  const length = scanner.keptLength + bytes.length;
  if (length > scanner.limit) {
    scanner.isOver = true;
    scanner.kept = Buffer.alloc(0);
    return;
  }
  if (length > scanner.kept.length) {
    const larger = Buffer.allocUnsafe(Math.min(scanner.limit, Math.max(1024, 2 * length)));
    scanner.kept.copy(larger, 0, 0, scanner.keptLength);
    scanner.kept = larger;
  }
  bytes.copy(scanner.kept, scanner.keptLength);
  scanner.keptLength = length;
}

function startString(scanner: Scanner): void {
  const isKey = scanner.expectsKey;
  const [first, second] = scanner.keys;
  const isContent =
    !isKey &&
    scanner.depth === 2 &&
    scanner.open[0] &&
    scanner.open[1] &&
    first === 'image' &&
    second === 'content';
  if (isContent && !scanner.hasContent) {
    scanner.place = 'content';
    scanner.hasContent = true;
    return;
  }
  scanner.place = 'string';
  scanner.key = isKey && scanner.depth >= 1 && scanner.depth <= 2 ? '' : null;
}

function scanString(scanner: Scanner, byte: number): void {
  if (byte === quote && !scanner.escaped) {
    scanner.place = 'structure';
    if (scanner.key !== null) scanner.keys[scanner.depth - 1] = unescapeKey(scanner.key);
    scanner.expectsKey = false;
    return;
  }
  scanner.escaped = byte === backslash && !scanner.escaped;
  if (scanner.key === null) return;
  scanner.key += String.fromCharCode(byte);
  if (scanner.key.length > longestKey) {
    scanner.key = null;
    scanner.keys[scanner.depth - 1] = '';
  }
}

/** A malformed key matches nothing; the strict parser rejects the body because of it. */
function unescapeKey(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\u([0-9a-fA-F]{4})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function scanStructure(scanner: Scanner, byte: number): void {
  if (byte === 0x7b || byte === 0x5b) {
    scanner.depth += 1;
    if (scanner.depth <= deepest) scanner.open.push(byte === 0x7b);
    if (scanner.depth <= 2) scanner.keys[scanner.depth - 1] = '';
    scanner.expectsKey = byte === 0x7b;
  } else if (byte === 0x7d || byte === 0x5d) {
    if (scanner.depth <= deepest) scanner.open.pop();
    scanner.depth -= 1;
    scanner.expectsKey = false;
  } else if (byte === 0x2c) {
    scanner.expectsKey = scanner.open[scanner.depth - 1] === true;
  }
}

function scanContent(scanner: Scanner, chunk: Buffer, from: number): number {
  const at = scanner.content.push(chunk, from);
  if (at === null) return chunk.length;
  scanner.place = 'structure';
  keep(scanner, closingQuote);
  return at;
}
