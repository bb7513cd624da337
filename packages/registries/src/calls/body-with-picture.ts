import type { RegistryImage } from '@countersign/core';

const mark = 'PICTURE/GOES/HERE/+/+/+/';
/** Its base64 is the mark. */
const placeholder = Buffer.from(mark, 'base64');

/**
 * The bytes of a JSON text with one picture as base64. A writer of JSON looks at each of its 160,000 letters for what has to be
 * escaped, and nothing in base64 has; so the text is written around a placeholder, which the picture then replaces.
 * @param write the text with the base64 of whatever picture it is given
 */
export function bodyWithPicture(
  picture: RegistryImage,
  write: (picture: RegistryImage) => string,
): Uint8Array {
  const [before, after, ...more] = write({ ...picture, bytes: placeholder }).split(mark);
  // The mark occurs in a name as well, or the picture occurs nowhere.
  if (before === undefined || after === undefined || more.length > 0) return Buffer.from(write(picture));
  return inOnePiece(Buffer.from(before), base64Of(picture), Buffer.from(after));
}

function inOnePiece(before: Buffer, base64: string, after: Buffer): Buffer {
  const body = Buffer.allocUnsafe(before.length + base64.length + after.length);
  before.copy(body);
  body.write(base64, before.length, 'latin1');
  after.copy(body, before.length + base64.length);
  return body;
}

/** Of the picture's bytes, which are not copied for it. */
export const base64Of = ({ bytes: { buffer, byteOffset, byteLength } }: RegistryImage): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
