import { describe, expect, it } from 'vitest';
import { createPictureHeaderReader } from './picture-header.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

function read(bytes: Buffer, size: number) {
  const reader = createPictureHeaderReader();
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return reader.result();
}

const png = (width: string, height: string) =>
  hex(`89504e470d0a1a0a 0000000d 49484452 ${width} ${height} 0802000000`);
const frame = hex('ffc0 0011 08 0bb8 0fa0 03 012200 021101 031101'); // 4000 wide, 3000 high
const jpeg = Buffer.concat([
  hex('ffd8 ffe0 0010 4a46494600010100000100010000'),
  hex('ffe2 ffff'),
  Buffer.alloc(0xfffd, 0xff),
  hex('ffe1 0004 ffda'),
  hex('ffff'),
  frame,
]);
const riff = latin1('RIFF\x24\0\0\0WEBP');

describe('the header of a picture', () => {
  it.each([
    ['PNG', png('00000fa0', '00000bb8'), 'png', 12_000_000],
    ['PNG cut off behind its signature', hex('89504e470d0a1a0a'), 'png', null],
    ['JPEG with a frame header behind long profiles', jpeg, 'jpeg', 12_000_000],
    ['progressive JPEG', hex('ffd8 ffc2 0011 08 0002 0003 03 012200 021101 031101'), 'jpeg', 6],
    ['JPEG whose Huffman table comes first', hex('ffd8 ffc4 0004 0000 ffc0 0011 08 0002 0003 03'), 'jpeg', 6],
    ['JPEG that is no more than its start', hex('ffd8ff'), 'jpeg', null],
    ['JPEG with a scan before any frame', hex('ffd8 ffda 0008 ffc0 0011 08 0bb8 0fa0'), 'jpeg', null],
    [
      'extended WebP',
      Buffer.concat([riff, latin1('VP8X\x0a\0\0\0\0\0\0\0'), hex('9f0f00 b70b00')]),
      'webp',
      12_000_000,
    ],
    [
      'lossy WebP',
      Buffer.concat([riff, latin1('VP8 \x18\0\0\0\x30\x01\0\x9d\x01\x2a'), hex('a00f b80b')]),
      'webp',
      12_000_000,
    ],
    [
      'lossless WebP',
      Buffer.concat([riff, latin1('VP8L\x18\0\0\0\x2f'), hex('9fcfed02'), Buffer.alloc(8)]),
      'webp',
      12_000_000,
    ],
    ['HEIC by its major brand', latin1('\0\0\0\x18ftypheic\0\0\0\0'), 'heic', null],
    ['HEIC by a compatible brand', latin1('\0\0\0\x20ftypisom\0\0\0\0mp42mif1'), 'heic', null],
    ['another container', latin1('\0\0\0\x18ftypisom\0\0\0\0mp42'), 'unsupported', null],
    ['PDF', latin1('%PDF-1.7\n'), 'pdf', null],
    ['GIF', latin1('GIF89a\x01\0\x01\0'), 'unsupported', null],
    ['nothing much', latin1('\xff'), 'unsupported', null],
  ] as const)('%s', (_name, bytes, format, pixels) => {
    for (const size of [1, 3, 64, 1_000_000]) expect(read(bytes, size)).toEqual({ format, pixels });
  });
});
