// The media body scanner against the strict parser and a few plain lines, whatever the pieces the body comes in. H09–H12 S05
import assert from 'node:assert/strict';
import { parseStrictJson, Problem } from '@countersign/contract';
import { createBodyScanner } from '../../src/http/public/media/body-scanner.ts';
import { createContentReader } from '../../src/http/public/media/content-reader.ts';

const limit = 300;
const envelope = 600;

/** The first four bytes are the sizes of the pieces, 0 as 256. */
export const seeds = [
  '\x07\x40\xff\x01{"image":{"context":"face","content":"data:image\\/png;base64,iVBORw0KGgo=","timestamp":"2026-11-20T10:01:55Z"}}',
  '\x01\x01\x01\x01{"image":{"content":"iVBO\\r\\nRw0K\\u0047go\\u003d","context":"face"},"x":[1,{"content":"QQ=="}]}',
  '\x02\x03\x05\x09{"\\u0069mage":{"conten\\u0074":"  \\/\\/\\/\\/ \\u00a0"}}',
  '\x10\x10\x10\x10{"image":{"content":"QQ==","content":"QUI"}}',
  '\x10\x10\x10\x10{"image":{"content":"\\ud83d\\ude00 \\ud800 \\u0000 \xc3\xa9"},"__proto__":{"a":1}}',
];
export const words = [
  '\\/',
  '\\u002f',
  '\\u00',
  '\\ud83d',
  '\\ude00',
  '\\u0000',
  '\\"',
  '\\\\',
  '"content":"',
  '"image":{',
  'data:image/png;base64,',
  '==',
  '\\r\\n',
  '\xc2\xa0',
  '\xe2\x80',
  '\xef\xbb\xbf',
].map((word) => Buffer.from(word, 'latin1').toString('latin1'));
export const mostBytes = 2048;

type Outcome = string | { bytes: string; named: string | null };

export function fuzz(input: Buffer): void {
  const sizes = [...input.subarray(0, 4)].map((size) => size || 256);
  const body = input.subarray(4);
  assert.deepEqual(streamed(body, sizes), parsed(body));
}

function streamed(body: Buffer, sizes: readonly number[]): Outcome {
  const decoded: Buffer[] = [];
  const reader = createContentReader(limit, (bytes) => decoded.push(Buffer.from(bytes)));
  const scanner = createBodyScanner(reader, envelope);
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    // A chunk's memory is used again for the next one.
    const chunk = Buffer.from(body.subarray(at, at + size));
    scanner.push(chunk);
    chunk.fill(0x22);
    at += size;
  }
  const { skeleton, contentIsText, hasContent } = scanner.end();
  if (skeleton === null) return 'too long';
  if (!isJson(skeleton) || !contentIsText) return 'not JSON';
  if (!hasContent) return 'no content';
  const { fault, named } = reader.end();
  return fault ?? { bytes: Buffer.concat(decoded).toString('hex'), named };
}

function parsed(body: Buffer): Outcome {
  const isText = isJson(body);
  const image = isText ? member(parseStrictJson(body), 'image') : undefined;
  const content = member(image, 'content');
  // How long the body is without the inside of its content can be told here only when it is JSON and that is written plainly.
  if (!isText) return streamedLength(body) ? 'too long' : 'not JSON';
  if (typeof content !== 'string') return body.length > envelope ? 'too long' : 'no content';
  if (streamedLength(body)) return 'too long';
  return judged(content.trim());
}

/** Only the scanner knows what it left out; the tests beside it say how long that may be. */
function streamedLength(body: Buffer): boolean {
  const scanner = createBodyScanner({ take: () => true }, envelope);
  scanner.push(body);
  return scanner.end().skeleton === null;
}

function judged(content: string): Outcome {
  const uri = /^data:(?:image\/([a-z0-9.+-]+)|application\/(pdf));base64,/i.exec(content);
  if (/^data:/i.test(content) && !uri) return 'not-base64';
  const text = content.slice(uri?.[0].length ?? 0).replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return 'not-base64';
  const digits = text.replace(/=/g, '');
  const padded = digits.length !== text.length;
  if (padded && text.length % 4 !== 0) return 'not-base64';
  if (digits.length % 4 === 1) return 'not-base64';
  if (digits === '') return 'empty';
  if (text.length > limit) return 'too-large';
  return {
    bytes: Buffer.from(digits, 'base64').toString('hex'),
    named: nameOf((uri?.[1] ?? uri?.[2])?.toLowerCase()),
  };
}

function nameOf(format: string | undefined): string | null {
  if (format === undefined) return null;
  if (format === 'jpg') return 'jpeg';
  if (format === 'heif') return 'heic';
  return ['jpeg', 'png', 'webp', 'heic'].includes(format) ? format : 'other';
}

function isJson(body: Buffer): boolean {
  try {
    parseStrictJson(body);
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
