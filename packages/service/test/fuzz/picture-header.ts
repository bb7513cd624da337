// Format, stated size and end of a picture: the same however its bytes are cut, and the same end as the vision package finds. S12
import assert from 'node:assert/strict';
import { sniffImageFormat } from '../../../vision/src/picture/image-format.ts';
import { readPictureBlocks } from '../../../vision/src/picture/picture-blocks.ts';
import { createPictureHeaderReader } from '../../src/http/public/media/picture-header.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const frame = '\xff\xc0\x00\x0b\x08\x00\x10\x00\x10\x01\x01\x11\x00';
const still = `\xff\xd8\xff\xe0\x00\x04ab${frame}\xff\xda\x00\x08\x01\x01\x00\x00?\x00ab\xff\x00c\xff\xd0d\xff\xd9`;

/** The first byte is the size of the pieces. */
export const seeds = [
  latin1(`\x03${still}`),
  latin1(`\x40${still}${still}PK\x03\x04`),
  latin1(`\x05${still}\0\0\0\x08ftyp\0\0\0\x08free\0\0\0\x01mdat\0\0\0\0\0\0\0\x12abtail`),
  latin1(
    '\x09\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0abcd\0\0\0\x03IDATabcdefg\0\0\0\0IEND\xaeB`\x82tail',
  ),
  latin1('\x09RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x0f\0\0EXIF\0\0\0\0tail'),
  latin1('\x07RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f\x9f\xcf\xed\x02\0'),
  latin1('\x07\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  latin1('\x07%PDF-1.7\n'),
];
export const words = [
  frame,
  '\xff\xd9',
  '\xff\xda',
  '\xff\xd8\xff',
  'IEND',
  'IDAT',
  'ftyp',
  'mdat',
  'free',
  'WEBP',
  'VP8 ',
  '\x9d\x01\x2a',
];

export function fuzz(input: Buffer): void {
  const size = input[0] || 1;
  const file = input.subarray(1);
  const whole = read(file, file.length || 1);
  assert.deepEqual(read(file, size), whole, 'another result in pieces');
  assert.ok(whole.trailingBytes >= 0 && whole.trailingBytes <= file.length);
  const seen = sniffImageFormat(file);
  const stored = ['jpeg', 'png', 'webp'].includes(whole.format) ? whole.format : null;
  assert.equal(seen, stored, 'the two readers see another format');
  if (seen === null) return;
  const { trailingBytes } = readPictureBlocks(file, seen);
  // What follows a JPEG may belong to it; the vision package counts it.
  if (seen === 'jpeg') assert.ok(whole.trailingBytes <= trailingBytes, 'more behind the end than there is');
  else if (file.length >= 64) assert.equal(whole.trailingBytes, trailingBytes, 'another end');
}

function read(file: Buffer, size: number) {
  const reader = createPictureHeaderReader();
  for (let at = 0; at < file.length; at += size) {
    const chunk = Buffer.from(file.subarray(at, at + size));
    reader.push(chunk);
    chunk.fill(0xff);
  }
  return reader.result();
}
