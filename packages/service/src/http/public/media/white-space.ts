/**
 * White space as defined by `String.prototype.trim`, by its UTF-8 bytes read as one number: U+00A0 is 0xC2A0. Texts are trimmed
 * before they are used, and this one arrives in pieces.
 */
const spaces = new Set(
  [
    ...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'.split(''),
    ...between(0x2000, 0x200a),
  ].map((space) => Number.parseInt(Buffer.from(space).toString('hex'), 16)),
);
const starts = new Set(
  [...spaces].flatMap((space) => [space >> 8, space >> 16]).filter((start) => start > 0),
);

function between(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
}

/** True if the bytes are a white space character. */
export const isSpace = (bytes: number): boolean => spaces.has(bytes);

/** True if the bytes begin a white space character. */
export const isStartOfSpace = (bytes: number): boolean => starts.has(bytes);
