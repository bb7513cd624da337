/** Receives the inside of a JSON string. */
export interface ContentSink {
  /** Takes characters that are all base64. False: at least one is not, and nothing was taken. */
  fast(bytes: Buffer): boolean;
  /** Takes any characters, escapes resolved. */
  text(characters: string): void;
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
/** Longer than any data URI's opening. */
const opening = 128;
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

interface State {
  sink: ContentSink;
  /** What of an escape has been read, without its backslash; `null` outside one. */
  escape: string | null;
  /** Written as an escape, and waiting for its other half. */
  highSurrogate: string;
  isText: boolean;
  /** The first bytes have been handed on. */
  started: boolean;
  /** From the first character that is not ASCII to the next escape. */
  decoder: InstanceType<typeof TextDecoder> | null;
}

export function createStringReader(sink: ContentSink): StringReader {
  const state: State = { sink, escape: null, highSurrogate: '', isText: true, started: false, decoder: null };
  return { push: (chunk, from) => readChunk(state, chunk, from), isText: () => state.isText };
}

function readChunk(state: State, chunk: Buffer, from: number): number | null {
  let at = from;
  let close = -1;
  while (at < chunk.length) {
    if (state.escape !== null) {
      state.escape = continueEscape(state, state.escape, chunk[at++] ?? 0);
      continue;
    }
    if (close < at && close !== chunk.length) close = indexOr(chunk.indexOf(quote, at), chunk.length);
    const rest = chunk.subarray(at, close);
    const stop = rest.indexOf(backslash);
    readPlainFrom(state, stop < 0 ? rest : rest.subarray(0, stop), stop >= 0 || close < chunk.length);
    if (stop >= 0) {
      state.escape = '';
      at += stop + 1;
      continue;
    }
    if (close === chunk.length) return null;
    if (state.highSurrogate !== '') state.isText = false;
    return close + 1;
  }
  return null;
}

const indexOr = (index: number, otherwise: number): number => (index < 0 ? otherwise : index);

/** The data URI at the start would keep its whole chunk from the fast way. */
function readPlainFrom(state: State, bytes: Buffer, last: boolean): void {
  if (state.started || bytes.length <= opening) return readPlain(state, bytes, last);
  state.started = true;
  readPlain(state, bytes.subarray(0, opening), false);
  readPlain(state, bytes.subarray(opening), last);
}

/** `last`: an escape or the end of the string follows, so no character may be unfinished. */
function readPlain(state: State, bytes: Buffer, last: boolean): void {
  if (bytes.length > 0 && state.highSurrogate !== '') state.isText = false;
  if (state.decoder === null && (bytes.length === 0 || state.sink.fast(bytes))) return;
  const text =
    state.decoder === null && isAscii(bytes) ? bytes.toString('latin1') : decode(state, bytes, last);
  if (last) state.decoder = null;
  if (hasControl(text)) state.isText = false;
  state.sink.text(text);
}

function decode(state: State, bytes: Buffer, last: boolean): string {
  try {
    state.decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return state.decoder.decode(bytes, { stream: !last });
  } catch {
    state.isText = false;
    return '';
  }
}

/** One more byte of an escape; `null` once it is complete. */
function continueEscape(state: State, soFar: string, byte: number): string | null {
  const text = soFar + String.fromCharCode(byte);
  const simple = text.length === 1 ? escapes[text] : undefined;
  if (simple !== undefined) readUnit(state, simple);
  else if (/^u[0-9a-fA-F]{4}$/.test(text))
    readUnit(state, String.fromCharCode(Number.parseInt(text.slice(1), 16)));
  else if (/^u[0-9a-fA-F]{0,3}$/.test(text)) return text;
  else state.isText = false;
  return null;
}

/** One UTF-16 unit that was written as an escape. */
function readUnit(state: State, unit: string): void {
  const code = unit.charCodeAt(0);
  const isHigh = code >= 0xd800 && code <= 0xdbff;
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  if (code === 0 || isLow !== (state.highSurrogate !== '')) state.isText = false;
  if (!isHigh) state.sink.text(state.highSurrogate + unit);
  state.highSurrogate = isHigh ? unit : '';
}

function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < 0x20) return true;
  return false;
}
