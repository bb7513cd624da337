// The strict parser against a reader that was written from A-03 alone, character by character. H09–H12 S05
import assert from 'node:assert/strict';
import { emitJson, limits, parseStrictJson, Problem } from '@countersign/contract';

export const seeds = [
  '{"verification":{"status":"submitted"}}',
  '{"a":[1,-0.5e+3,true,false,null,"\\u0041\\ud83d\\ude00\\n\\/"],"a/b":{},"a\\/c":[[]]}',
  '{"__proto__":{"a":1},"constructor":{"prototype":[]},"":"","1":1}',
  '["\\ud800","\\u0000"]',
  '{"a":1,"\\u0061":2}',
  '\xef\xbb\xbf{}',
  `${'['.repeat(32)}1${']'.repeat(32)}`,
  ' \t\r\n[ 0 , 10.01E-2 ] \n',
];
export const words = [
  '\\u0000',
  '\\ud83d\\ude00',
  '\\udc00',
  '\\"',
  '\\\\',
  '":',
  '1e9',
  '-0',
  '"__proto__":',
  '\u00e9',
  '😀',
];
export const mostBytes = 2048;

export function fuzz(input: Buffer): void {
  const expected = reference(input);
  const ours = attempt(() => parseStrictJson(input));
  assert.deepEqual(ours, expected);
  if (ours === refused) return;
  const written = emitJson(ours.value);
  assert.equal(JSON.stringify(JSON.parse(written)), written, 'not written as it would be written again');
}

const refused = 'refused';
type Read = typeof refused | { value: unknown };

function attempt(read: () => unknown): Read {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof Problem && error.problem === 'body-not-json') return refused;
    throw error;
  }
}

class NotJson extends Error {}

/** RFC 8259 with the further rules of. */
function reference(input: Buffer): Read {
  const text = Buffer.from(input).toString('utf8');
  if (!Buffer.from(text).equals(input)) return refused;
  const source = { text, at: 0, brackets: 0 };
  try {
    const value = readValue(source, 0);
    skipBlanks(source);
    return source.at === text.length ? { value } : refused;
  } catch (error) {
    if (error instanceof NotJson) return refused;
    throw error;
  }
}

interface Source {
  text: string;
  at: number;
  brackets: number;
}

function skipBlanks(source: Source): void {
  while (' \t\r\n'.includes(source.text[source.at] ?? 'x')) source.at += 1;
}

function take(source: Source, form: RegExp): string {
  form.lastIndex = source.at;
  const found = form.exec(source.text);
  if (!found) throw new NotJson();
  source.at += found[0].length;
  return found[0];
}

function count(source: Source): void {
  source.brackets += 1;
  if (source.brackets > limits.jsonValues) throw new NotJson();
}

function readValue(source: Source, depth: number): unknown {
  skipBlanks(source);
  const first = source.text[source.at];
  if (first === '{') return readObject(source, depth + 1);
  if (first === '[') return readArray(source, depth + 1);
  if (first === '"') return readString(source);
  const word = take(source, /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  return word === 'true' ? true : word === 'false' ? false : word === 'null' ? null : Number(word);
}

function readObject(source: Source, depth: number): unknown {
  if (depth > limits.jsonDepth) throw new NotJson();
  count(source);
  source.at += 1;
  const members = new Map<string, unknown>();
  for (skipBlanks(source); source.text[source.at] !== '}'; skipBlanks(source)) {
    if (members.size > 0) {
      take(source, /,/y);
      count(source);
      skipBlanks(source);
    }
    const name = readString(source);
    if (members.has(name)) throw new NotJson();
    skipBlanks(source);
    take(source, /:/y);
    members.set(name, readValue(source, depth));
  }
  source.at += 1;
  const object = {};
  for (const [name, value] of members)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

function readArray(source: Source, depth: number): unknown[] {
  if (depth > limits.jsonDepth) throw new NotJson();
  count(source);
  source.at += 1;
  const items: unknown[] = [];
  for (skipBlanks(source); source.text[source.at] !== ']'; skipBlanks(source)) {
    if (items.length > 0) {
      take(source, /,/y);
      count(source);
    }
    items.push(readValue(source, depth));
  }
  source.at += 1;
  return items;
}

const meanings: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function readString(source: Source): string {
  const raw = take(source, /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y).slice(1, -1);
  const text = raw.replace(/\\(?:u(.{4})|(.))/g, (_, digits: string | undefined, letter = '') =>
    digits === undefined ? (meanings[letter] ?? letter) : String.fromCharCode(Number.parseInt(digits, 16)),
  );
  if (text.includes('\0') || /\p{Surrogate}/u.test(text)) throw new NotJson();
  return text;
}
