import { parseStrictJson, Problem } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyScanner } from './body-scanner.ts';
import { createContentReader } from './content-reader.ts';

const limit = 4096;
const envelope = 65_536;

/** Result of a body: not JSON, no text at `image.content`, or that text. */
type Outcome =
  | 'too-long'
  | 'not-json'
  | 'no-content'
  | { fault: string }
  | { bytes: string; named: string | null };

/** Streams a body in pieces of these sizes, repeated as needed. */
function streamed(body: Buffer, sizes: readonly number[]): Outcome {
  const decoded: Buffer[] = [];
  const reader = createContentReader(limit, (bytes) => decoded.push(Buffer.from(bytes)));
  const scanner = createBodyScanner(reader, envelope);
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    scanner.push(body.subarray(at, at + size));
    at += size;
  }
  const { skeleton, contentIsText, hasContent } = scanner.end();
  if (skeleton === null) return 'too-long';
  if (!isJson(skeleton) || !contentIsText) return 'not-json';
  if (!hasContent) return 'no-content';
  const { fault, named } = reader.end();
  return fault === null ? { bytes: Buffer.concat(decoded).toString('hex'), named } : { fault };
}

/** Reference result from the strict parser and a few plain lines. */
function parsed(body: Buffer): Outcome {
  if (!isJson(body)) return 'not-json';
  const image = member(parseStrictJson(body), 'image');
  const content = member(image, 'content');
  return typeof content === 'string' ? judged(content.trim()) : 'no-content';
}

function judged(content: string): Outcome {
  const uri = /^data:image\/([a-z0-9.+-]+);base64,/i.exec(content);
  if (/^data:/i.test(content) && !uri) return { fault: 'not-base64' };
  const text = content.slice(uri?.[0].length ?? 0).replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return { fault: 'not-base64' };
  const digits = text.replace(/=/g, '');
  const padded = digits.length !== text.length;
  if (padded && text.length % 4 !== 0) return { fault: 'not-base64' };
  if (digits.length % 4 === 1) return { fault: 'not-base64' };
  if (digits === '') return { fault: 'empty' };
  if (text.length > limit) return { fault: 'too-large' };
  const format = uri?.[1]?.toLowerCase();
  const usual: Record<string, string> = {
    jpg: 'jpeg',
    jpeg: 'jpeg',
    png: 'png',
    webp: 'webp',
    heif: 'heic',
    heic: 'heic',
  };
  const named = format === undefined ? null : (usual[format] ?? 'other');
  return { bytes: Buffer.from(digits, 'base64').toString('hex'), named };
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

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 700 })), {
  minLength: 1,
  maxLength: 6,
});
const base64 = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const piece = fc.oneof(
  { weight: 6, arbitrary: base64 },
  fc.constantFrom(
    '=',
    '==',
    '\\/',
    '\\r\\n',
    '\\n',
    ' ',
    '-',
    '_',
    'é',
    '\\u0041',
    '\\ud83d\\ude00',
    '\\ud83d',
    '\\ude00',
    '\\u0000',
    '\\x',
  ),
  fc.constantFrom(
    'data:',
    'DATA:image/png;base64,',
    'data:image/jpg;base64,',
    'data:image/bmp;base64,',
    'data:text/plain,',
    '\\u00a0',
    '\u0001',
    '\\"',
  ),
);
const content = fc.array(piece, { maxLength: 6 }).map((pieces) => `"${pieces.join('')}"`);
const value = fc.oneof(
  { weight: 6, arbitrary: content },
  fc.json(),
  fc.constantFrom('null', '1', '{"content":"QQ=="}', '["QQ=="]', '{"image":{"content":"QQ=="}}'),
);
const key = fc.constantFrom(
  'image',
  'content',
  'context',
  '\\u0069mage',
  'conten\\u0074',
  '__proto__',
  'x',
  '',
  'image\\n',
  'a"'.slice(0, 1),
);
const object = (values: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(key, values), { maxLength: 4 })
    .map((members) => `{${members.map(([name, text]) => `"${name}": ${text}`).join(' ,')}}`);
const usual = fc
  .tuple(content, fc.boolean())
  .map(([text, last]) =>
    last
      ? `{"image":{"context":"face","content":${text}}}`
      : `{"image":{"content":${text},"context":"face"},"x":[1]}`,
  );
const body = fc.oneof({ weight: 3, arbitrary: usual }, object(fc.oneof(object(value), value)));
/** Bytes inserted, removed or changed at a position. */
const damage = fc.option(
  fc.tuple(fc.nat(), fc.constantFrom('', '"', '\\', '{', '}', ',', '\xff', '\xc3', '\0', '[')),
  { freq: 3, nil: null },
);

describe('the body scanner', () => {
  it('gives the result of the strict parser, wherever the body is cut into pieces', () => {
    fc.assert(
      fc.property(body, damage, sizes, (text, harm, pieces) => {
        let bytes = Buffer.from(text);
        if (harm) {
          const at = harm[0] % (bytes.length + 1);
          bytes = Buffer.concat([
            bytes.subarray(0, at),
            Buffer.from(harm[1], 'latin1'),
            bytes.subarray(at + (harm[0] % 2)),
          ]);
        }
        expect(streamed(bytes, pieces)).toEqual(parsed(bytes));
      }),
      { numRuns: 3000 },
    );
  });

  const png = '89504e470d0a1a0a';
  it.each([
    ['bare base64', '"iVBORw0KGgo="', { bytes: png, named: null }],
    ['base64 without padding', '"iVBORw0KGgo"', { bytes: png, named: null }],
    ['a data URI', '"data:image/png;base64,iVBORw0KGgo="', { bytes: png, named: 'png' }],
    ['a data URI in capitals', '"DATA:IMAGE/JPG;BASE64,iVBORw0KGgo="', { bytes: png, named: 'jpeg' }],
    ['lines ended by CR and LF', '"iVBO\\r\\nRw0K\\nGgo="', { bytes: png, named: null }],
    ['escaped slashes', '"\\/\\/\\/\\/"', { bytes: 'ffffff', named: null }],
    ['blanks around', '"  iVBORw0KGgo= "', { bytes: png, named: null }],
    ['nothing', '""', { fault: 'empty' }],
    ['only line ends', '"\\r\\n"', { fault: 'empty' }],
    ['a data URI without data', '"data:image/png;base64,"', { fault: 'empty' }],
    ['a blank inside', '"iVBO Rw0K"', { fault: 'not-base64' }],
    ['the other alphabet', '"iVBO-w0_"', { fault: 'not-base64' }],
    ['a length no bytes have', '"iVBOR"', { fault: 'not-base64' }],
    ['half the padding', '"QQ="', { fault: 'not-base64' }],
    ['padding inside', '"QQ==QQ=="', { fault: 'not-base64' }],
    ['a data URI of a PDF', '"data:application/PDF;base64,iVBORw0KGgo="', { bytes: png, named: 'pdf' }],
    ['a data URI of something else', '"data:text/plain;base64,iVBORw0KGgo="', { fault: 'not-base64' }],
    [
      'a data URI with a parameter',
      '"data:image/png;charset=x;base64,iVBORw0KGgo="',
      { fault: 'not-base64' },
    ],
    ['a number', '1', 'no-content'],
    ['half a surrogate pair', '"\\ud800"', 'not-json'],
    ['U+0000', '"\\u0000"', 'not-json'],
    ['a raw line end', '"iVBO\nRw0K"', 'not-json'],
  ] as const)('reads %s', (_name, text, outcome) => {
    const bytes = Buffer.from(`{"image":{"context":"face","content":${text}}}`);
    expect(streamed(bytes, [7])).toEqual(outcome);
    expect(streamed(bytes, [100_000])).toEqual(outcome);
  });

  it('refuses one character more than the limit, and not the limit itself', () => {
    const image = (characters: number) => Buffer.from(`{"image":{"content":"${'A'.repeat(characters)}"}}`);
    expect(streamed(image(limit), [1000])).toEqual({ bytes: '00'.repeat((limit / 4) * 3), named: null });
    expect(streamed(image(limit + 4), [1000])).toEqual({ fault: 'too-large' });
  });

  it('keeps nothing of the content', () => {
    const scanner = createBodyScanner({ take: () => true }, envelope);
    scanner.push(Buffer.from(`{"image":{"content":"${'A'.repeat(100_000)}","context":"face"}}`));
    expect(scanner.end().skeleton?.toString()).toBe('{"image":{"content":"","context":"face"}}');
  });
});
