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
    for (const size of [1, 3, 64, 1_000_000]) expect(read(bytes, size)).toMatchObject({ format, pixels });
  });
});

describe('the end of a picture (S12, A-118)', () => {
  const tail = latin1('PK\x03\x04 an archive');
  const scan = hex('ffda 0008 0101 0000 3f00 61 ff00 62 ffd0 63 ffff00 ffd7');
  const end = hex('ffd9');
  const thumbnail = hex('ffe1 000c ffd8 ffda 0002 61 ffd9 62');
  const still = Buffer.concat([hex('ffd8'), thumbnail, frame, scan, end]);
  const box = (type: string, size: number, content = Buffer.alloc(0)) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(size);
    return Buffer.concat([head.fill(type, 4, 8, 'latin1'), content]);
  };
  const long = Buffer.concat([hex('00000001'), latin1('mdat'), hex('0000000000000014'), Buffer.alloc(4)]);
  const film = Buffer.concat([box('ftyp', 12, latin1('mp42')), box('free', 8), long]);
  const pngFile = Buffer.concat([
    png('00000010', '00000010'),
    hex('00000000'),
    hex('00000003 49444154 494e44 00000000'),
  ]);
  const pngEnd = hex('00000000 49454e44 ae426082');
  const webp = Buffer.concat([latin1('RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0'), Buffer.alloc(20)]);

  it.each([
    ['a JPEG', still, 0],
    ['a JPEG and an archive', Buffer.concat([still, tail]), tail.length],
    ['a JPEG and one byte', Buffer.concat([still, hex('00')]), 1],
    [
      'a JPEG of several scans',
      Buffer.concat([hex('ffd8'), frame, scan, hex('ffc4 0004 0000'), scan, end, tail]),
      tail.length,
    ],
    ['a JPEG without an end', Buffer.concat([hex('ffd8'), frame, scan, tail]), 0],
    ['a JPEG whose end is in a segment only', Buffer.concat([hex('ffd8'), thumbnail, scan, tail]), 0],
    ['a JPEG without a scan', Buffer.concat([hex('ffd8'), frame, end, tail]), tail.length],
    ['a JPEG and the brightness map behind it', Buffer.concat([still, still, still]), 0],
    ['two JPEGs and an archive', Buffer.concat([still, still, tail]), tail.length],
    ['a JPEG and the start of another', Buffer.concat([still, hex('ffd8ffe0'), tail]), 4 + tail.length],
    ['a JPEG and a film', Buffer.concat([still, film]), 0],
    ['a JPEG, a film and an archive', Buffer.concat([still, film, tail]), tail.length],
    [
      'a JPEG and a film whose last box has no size',
      Buffer.concat([still, film, box('mdat', 0), tail]),
      8 + tail.length,
    ],
    [
      'a JPEG and a box larger than the file',
      Buffer.concat([still, box('ftyp', 8), box('free', 9999), tail]),
      8 + tail.length,
    ],
    ['a PNG', Buffer.concat([pngFile, pngEnd]), 0],
    ['a PNG and an archive', Buffer.concat([pngFile, pngEnd, tail]), tail.length],
    ['a PNG without an end', Buffer.concat([pngFile, tail]), 0],
    ['a WebP', webp, 0],
    ['a WebP and an archive', Buffer.concat([webp, tail]), tail.length],
    ['a PDF', latin1(`%PDF-1.7\n${' '.repeat(100)}`), 0],
  ])('%s', (_name, bytes, trailingBytes) => {
    for (const size of [1, 2, 3, 7, 64, 1_000_000])
      expect(read(bytes, size).trailingBytes).toBe(trailingBytes);
  });
});
