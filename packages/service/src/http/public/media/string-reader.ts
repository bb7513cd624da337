import { createUtf8Check, type Utf8Check } from './utf8-check.ts';

/** Receives the contents of a JSON string as UTF-8, with escapes resolved. */
export interface ContentSink {
  /**
   * Takes characters, which may be cut anywhere. The bytes are valid only during the call.
   * @returns true when all of them are printable ASCII; false is inconclusive
   */
  take(bytes: Buffer): boolean;
}

/** Reads the contents of one JSON string: resolves escapes, checks UTF-8 and surrogates, retains nothing. */
export interface StringReader {
  /** Continues at `from`; returns the position after the closing quote, or `null` when the chunk ended first. */
  push(chunk: Buffer, from: number): number | null;
  /** Everything so far is valid in a string. @see spec/contract.md A-03 */
  isText(): boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** Characters are buffered up to this size where escapes split them into small pieces. */
const bufferedBytes = 32 * 1024;
/** The longest unit written at once: a character beyond U+FFFF. */
const longestCharacter = 4;
/** Minimum run of characters without an escape that is passed on in place instead of copied. */
const longRun = 2048;

/** Meaning of each byte after a backslash; 0: none. */
const simpleEscapes = new Uint8Array(256);
for (const [letter, meaning] of Object.entries({
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}))
  simpleEscapes[letter.charCodeAt(0)] = meaning.charCodeAt(0);
/** Value of a hexadecimal digit; -1: none. */
const hexDigits = new Int8Array(256).fill(-1);
for (const [value, digit] of '0123456789abcdef'.split('').entries()) {
  hexDigits[digit.charCodeAt(0)] = value;
  hexDigits[digit.toUpperCase().charCodeAt(0)] = value;
}

interface State {
  sink: ContentSink;
  /** Characters to be passed to the sink. */
  buffered: Buffer;
  length: number;
  /** Bytes of an escape cut by a chunk: 0 outside one, 1 after its backslash, 2 to 5 after `u` and its digits. */
  escapeBytes: number;
  /** Value of the escape's digits so far. */
  escapeValue: number;
  /** Written as an escape, and awaiting its other half; 0: none. */
  highSurrogate: number;
  /** Escapes are too dense for searching each to pay off. */
  isDense: boolean;
  utf8: Utf8Check;
  isText: boolean;
}

/** A reader of one string. Costs a few nanoseconds per byte, whatever is escaped. */
export function createStringReader(sink: ContentSink): StringReader {
  const state: State = {
    sink,
    buffered: Buffer.alloc(0),
    length: 0,
    escapeBytes: 0,
    escapeValue: 0,
    highSurrogate: 0,
    isDense: false,
    utf8: createUtf8Check(),
    isText: true,
  };
  return { push: (chunk, from) => readChunk(state, chunk, from), isText: () => state.isText };
}

function readChunk(state: State, chunk: Buffer, from: number): number | null {
  let at = from;
  // The next quote may be far away, so it is searched once, not once per run.
  let close = -1;
  while (at < chunk.length) {
    if (state.escapeBytes > 0) {
      continueEscape(state, chunk[at++] as number);
      continue;
    }
    if (close < at && close !== chunk.length) close = indexOr(chunk.indexOf(quote, at), chunk.length);
    const stop = close - at < longRun ? close : endOfRun(chunk, at, close);
    if (stop - at >= longRun) {
      handOver(state, chunk.subarray(at, stop));
      at = stop;
    } else {
      const passed = handOverSlashes(state, chunk, { from: at, to: close });
      at = passed > 0 ? at + passed : collect(state, chunk, at);
    }
    if (state.escapeBytes === 0 && chunk[at] === quote) {
      finish(state);
      return at + 1;
    }
  }
  return null;
}

const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);

/** The next backslash, if it is before `close`. Nearby bytes are checked first: a search per escape must not cross the chunk. */
function endOfRun(chunk: Buffer, at: number, close: number): number {
  const near = chunk.subarray(at, at + longRun).indexOf(backslash);
  if (near >= 0) return at + near;
  return indexOr(chunk.subarray(at, close).indexOf(backslash), close - at) + at;
}

/** Passes on a run without escapes in place. */
function handOver(state: State, run: Buffer): void {
  flush(state);
  if (state.highSurrogate !== 0) state.isText = false;
  pass(state, run, true);
}

/** Shorter runs, and a higher share of escapes, cost more to search than they save. */
const shortestSearch = 512;
const densest = 1 / 16;

/**
 * Passes on characters up to `to`, where a quote is, if their only escapes are `\\/`, as many encoders write `/`.
 * @returns how many were passed on; 0: they have other escapes, or too many
 */
function handOverSlashes(state: State, chunk: Buffer, { from, to }: { from: number; to: number }): number {
  let end = Math.min(to, from + bufferedBytes);
  // Never splits an escape.
  while (end > from && chunk[end - 1] === backslash) end -= 1;
  if (state.isDense || end - from < shortestSearch || state.highSurrogate !== 0) return 0;
  const written = chunk.toString('latin1', from, end);
  const text = written.replaceAll('\\/', '/');
  // `\\\\/` and every other escape leave a backslash in the text.
  if (written.length - text.length > written.length * densest || text.includes('\\')) {
    state.isDense = true;
    return 0;
  }
  flush(state);
  if (state.buffered.length === 0) state.buffered = Buffer.allocUnsafe(bufferedBytes);
  pass(state, state.buffered.subarray(0, state.buffered.write(text, 'latin1')), true);
  return end - from;
}

/**
 * Copies characters, resolving escapes, until the string, the chunk or the buffer ends, or a cut-off escape begins.
 * @returns the place where it stopped
 */
function collect(state: State, chunk: Buffer, from: number): number {
  if (state.buffered.length === 0) state.buffered = Buffer.allocUnsafe(bufferedBytes);
  if (state.length > bufferedBytes - longestCharacter) flush(state);
  const { buffered } = state;
  const end = chunk.length;
  let { length } = state;
  let at = from;
  let sawControl = false;
  while (at < end && length <= bufferedBytes - longestCharacter) {
    const byte = chunk[at] as number;
    if (byte === quote) break;
    if (byte !== backslash) {
      if (state.highSurrogate !== 0) breakPair(state);
      if (byte < 0x20) sawControl = true;
      buffered[length++] = byte;
      at += 1;
      continue;
    }
    const simple = at + 1 < end ? (simpleEscapes[chunk[at + 1] as number] as number) : 0;
    if (simple !== 0) {
      if (state.highSurrogate !== 0) breakPair(state);
      buffered[length++] = simple;
      at += 2;
      continue;
    }
    state.length = length;
    at = readEscape(state, chunk, at);
    length = state.length;
    if (state.escapeBytes > 0) break;
  }
  state.length = length;
  if (sawControl) state.isText = false;
  return at;
}

function breakPair(state: State): void {
  state.isText = false;
  state.highSurrogate = 0;
}

/** A numeric escape at `at`, or the available part of it: the rest is read byte by byte from the next chunk. */
function readEscape(state: State, chunk: Buffer, at: number): number {
  if (at + 6 > chunk.length || chunk[at + 1] !== letterU) {
    state.escapeBytes = 1;
    return at + 1;
  }
  const value =
    (hexDigits[chunk[at + 2] as number]! << 12) |
    (hexDigits[chunk[at + 3] as number]! << 8) |
    (hexDigits[chunk[at + 4] as number]! << 4) |
    hexDigits[chunk[at + 5] as number]!;
  if (value < 0) {
    // Byte by byte, so that a quote among the digits ends the string here as it does for every other reader.
    state.escapeBytes = 1;
    return at + 1;
  }
  takeUnit(state, value);
  return at + 6;
}

/** One more byte of an escape whose backslash was read. */
function continueEscape(state: State, byte: number): void {
  const simple = simpleEscapes[byte] as number;
  if (state.escapeBytes === 1) {
    state.escapeBytes = byte === letterU ? 2 : 0;
    state.escapeValue = 0;
    if (simple !== 0) takeUnit(state, simple);
    else if (byte !== letterU) state.isText = false;
    return;
  }
  const digit = hexDigits[byte] as number;
  if (digit < 0) {
    state.isText = false;
    state.escapeBytes = 0;
    return;
  }
  state.escapeValue = (state.escapeValue << 4) | digit;
  state.escapeBytes += 1;
  if (state.escapeBytes < 6) return;
  state.escapeBytes = 0;
  takeUnit(state, state.escapeValue);
}

/** Takes one UTF-16 unit written as an escape. */
function takeUnit(state: State, unit: number): void {
  if (state.buffered.length === 0) state.buffered = Buffer.allocUnsafe(bufferedBytes);
  if (state.length > bufferedBytes - longestCharacter) flush(state);
  const { highSurrogate } = state;
  const isLow = (unit & 0xfc00) === 0xdc00;
  if (unit === 0 || isLow !== (highSurrogate !== 0)) state.isText = false;
  state.highSurrogate = (unit & 0xfc00) === 0xd800 ? unit : 0;
  if (state.highSurrogate !== 0) return;
  if (isLow && highSurrogate !== 0) write(state, 0x10000 + ((highSurrogate & 0x3ff) << 10) + (unit & 0x3ff));
  else if (!isLow) write(state, unit);
}

/** Appends a character in UTF-8. */
function write(state: State, code: number): void {
  const { buffered } = state;
  if (code < 0x80) {
    buffered[state.length++] = code;
    return;
  }
  if (code < 0x800) buffered[state.length++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) buffered[state.length++] = 0xe0 | (code >> 12);
    else {
      buffered[state.length++] = 0xf0 | (code >> 18);
      buffered[state.length++] = 0x80 | ((code >> 12) & 0x3f);
    }
    buffered[state.length++] = 0x80 | ((code >> 6) & 0x3f);
  }
  buffered[state.length++] = 0x80 | (code & 0x3f);
}

function flush(state: State): void {
  if (state.length === 0) return;
  const bytes = state.buffered.subarray(0, state.length);
  state.length = 0;
  pass(state, bytes, false);
}

/** `raw`: as written, so that unescaped control characters are invalid. */
function pass(state: State, bytes: Buffer, raw: boolean): void {
  if (!state.isText) return;
  const isPlain = state.sink.take(bytes);
  if (isPlain && state.utf8.isComplete()) return;
  if (!state.utf8.push(bytes) || (raw && hasControl(bytes))) state.isText = false;
}

function finish(state: State): void {
  flush(state);
  if (state.highSurrogate !== 0 || !state.utf8.isComplete()) state.isText = false;
}

function hasControl(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] as number) < 0x20) return true;
  return false;
}
