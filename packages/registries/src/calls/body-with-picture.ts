import type { RegistryImage } from '@countersign/core';

const mark = 'PICTURE/GOES/HERE/+/+/+/';
/** The placeholder's base64 is the marker. */
const placeholder = Buffer.from(mark, 'base64');

/**
 * Serialises JSON containing one picture as base64. A JSON serialiser would check each of its 160,000 characters for ones to
 * escape, and base64 has none; so the text is serialised with a placeholder, which is then replaced by the picture.
 * @param write returns the text with the base64 of the picture passed to it
 */
export function bodyWithPicture(
  picture: RegistryImage,
  write: (picture: RegistryImage) => string,
): Uint8Array {
  const [before, after, ...more] = write({ ...picture, bytes: placeholder }).split(mark);
  // The marker also occurs elsewhere, or the picture occurs nowhere.
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

/** Encodes the picture's bytes without copying them. */
export const base64Of = ({ bytes: { buffer, byteOffset, byteLength } }: RegistryImage): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');
