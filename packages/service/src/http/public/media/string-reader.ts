import { createUtf8Check, type Utf8Check } from './utf8-check.ts';

/** Receives the inside of a JSON string, escapes resolved, as UTF-8. */
export interface ContentSink {
  /**
   * Takes characters, which may be cut off anywhere. The bytes are valid during the call only.
   * @returns true when all of them are printable ASCII; false means nothing
   */
  take(bytes: Buffer): boolean;
}

/** Reads the inside of one JSON string: escapes resolved, UTF-8 and surrogates checked, nothing kept. */
export interface StringReader {
  /** Reads on from `from`; returns the place behind the closing quote, or `null` when the chunk ended first. */
  push(chunk: Buffer, from: number): number | null;
  /** Nothing so far is against the rules for strings. @see spec/contract.md A-03 */
  isText(): boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
/** Characters are gathered up to here where escapes cut them into small pieces. */
const bufferedBytes = 32 * 1024;
/** The longest thing written at once: a character beyond U+FFFF. */
const longestCharacter = 4;
/** Characters without an escape from which on they are handed over in place, instead of being copied. */
const longRun = 2048;

/** What a backslash and this byte mean; 0: nothing. */
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
  /** Characters on their way to the sink. */
  buffered: Buffer;
  length: number;
  /** Bytes of an escape that a chunk cut off: 0 outside one, 1 behind its backslash, 2 to 5 behind `u` and its digits. */
  escapeBytes: number;
  /** Value of the digits of that escape so far. */
  escapeValue: number;
  /** Written as an escape, and waiting for its other half; 0: none. */
  highSurrogate: number;
  /** Escapes are too close for a search of each to pay. */
  isDense: boolean;
  utf8: Utf8Check;
  isText: boolean;
}

/** A reader of one string. Costs a few nanoseconds for each byte, whatever is escaped. */
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
  // The next quote may be a long way off, so it is looked for once, not once a run.
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

/** The next backslash, if it is before `close`. Looked for near by first: a search for each escape must not cross the chunk. */
function endOfRun(chunk: Buffer, at: number, close: number): number {
  const near = chunk.subarray(at, at + longRun).indexOf(backslash);
  if (near >= 0) return at + near;
  return indexOr(chunk.subarray(at, close).indexOf(backslash), close - at) + at;
}

/** A run without escapes, in place. */
function handOver(state: State, run: Buffer): void {
  flush(state);
  if (state.highSurrogate !== 0) state.isText = false;
  pass(state, run, true);
}

/** Below this a search costs more than it saves, and above this share of escapes. */
const shortestSearch = 512;
const densest = 1 / 16;

/**
 * Characters up to `to`, where a quote is, as far as their only escapes are `\\/`: what many encoders write for `/`.
 * @returns how many were passed on; 0: they have other escapes, or too many
 */
function handOverSlashes(state: State, chunk: Buffer, { from, to }: { from: number; to: number }): number {
  let end = Math.min(to, from + bufferedBytes);
  // An escape is not cut in two.
  while (end > from && chunk[end - 1] === backslash) end -= 1;
  if (state.isDense || end - from < shortestSearch || state.highSurrogate !== 0) return 0;
  const written = chunk.toString('latin1', from, end);
  const text = written.replaceAll('\\/', '/');
  // `\\\\/` and every other escape leave a backslash behind.
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
 * Copies characters, resolving escapes, until the string, the chunk or the room ends, or a cut-off escape begins.
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

/** An escape with digits at `at`, or what there is of it: the rest is read byte by byte from the next chunk. */
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

/** One UTF-16 unit that was written as an escape. */
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

/** `raw`: as written, so that control characters in it are against the rules. */
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
