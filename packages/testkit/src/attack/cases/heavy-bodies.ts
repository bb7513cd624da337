import { type AttackCase, type Expectation, request } from '../attack-case.ts';
import { close, mebibyte, open, unsignedUpload, uploadTo } from './upload-requests.ts';

const filled = (pattern: string, bytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(open),
    Buffer.alloc(bytes - open.length - close.length, pattern),
    Buffer.from(close),
  ]);

/**
 * Large bodies with a well-formed but wrong signature: the work that a stranger with the API key can cause. The stall is the
 * service's longest; the processor time is the total cost of the body.
 */
const heavy: readonly (readonly [
  name: string,
  ids: readonly string[],
  bounds: Expectation,
  body: () => Buffer,
])[] = [
  [
    '24 MiB of plain base64',
    ['item 4', 'R15'],
    { stallMs: 20, cpuSeconds: 1 },
    () => filled('QUJD', 24 * mebibyte),
  ],
  [
    '32 MiB of escaped slashes',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => filled('\\/', 32 * mebibyte),
  ],
  [
    '32 MiB of \\u escapes',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => filled('\\u0041', 32 * mebibyte),
  ],
  [
    '32 MiB of escaped line feeds',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => filled('\\n', 32 * mebibyte),
  ],
  [
    '32 MiB of a slash escaped now and then',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => filled('QUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJDQUJD\\/AA', 32 * mebibyte),
  ],
  [
    '32 MiB of blanks before the object',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => Buffer.concat([Buffer.alloc(32 * mebibyte - 100, ' '), Buffer.from('{}')]),
  ],
  [
    '32 MiB of members beside content',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => skeleton(32 * mebibyte, 'member'),
  ],
  [
    '32 MiB of a list beside content',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => skeleton(32 * mebibyte, 'list'),
  ],
  [
    '32 MiB of one string beside content',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(32 * mebibyte - 100, 'x'), Buffer.from('"}')]),
  ],
  [
    '32 MiB of empty objects',
    ['item 4'],
    { stallMs: 20, cpuSeconds: 1.5 },
    () => Buffer.concat([Buffer.from('['), Buffer.alloc(32 * mebibyte - 100, '{},'), Buffer.from('{}]')]),
  ],
];

/** A body that is all structure: the part of an upload that a parser would have to build. */
function skeleton(bytes: number, kind: 'member' | 'list'): Buffer {
  const parts: string[] = [];
  for (let at = 0, size = 0; size < bytes - 200; at += 1) {
    const part = kind === 'member' ? `"m${at}":${at},` : `[${at}],`;
    parts.push(part);
    size += part.length;
  }
  const inside = parts.join('');
  return Buffer.from(kind === 'member' ? `{${inside}"image":{}}` : `{"x":[${inside}0],"image":{}}`);
}

/** Large upload bodies: the cost of each with a right and a wrong signature. */
export const heavyBodyCases: readonly AttackCase[] = heavy.flatMap(
  ([name, ids, bounds, body]): AttackCase[] => [
    {
      group: 'media bodies',
      name: `wrongly signed: ${name}`,
      ids,
      needs: ['metrics'],
      // 401 if the signature is checked first, 400 or 413 if the body is abandoned before its end.
      holds: { status: [400, 401, 413], ...bounds },
      attack: request((target) => unsignedUpload(target, body()), { limitMs: 30_000 }),
    },
    {
      group: 'media bodies',
      name: `rightly signed: ${name}`,
      ids,
      needs: ['metrics'],
      holds: { status: [400, 413], ...bounds },
      attack: request(async (target) => uploadTo(target, body()), { limitMs: 30_000 }),
    },
  ],
);
