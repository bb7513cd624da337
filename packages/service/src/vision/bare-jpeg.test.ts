import { describe, expect, it } from 'vitest';
import { isBareJpeg } from './bare-jpeg.ts';

const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);

function segment(marker: number, body: readonly number[] | string): Buffer {
  const bytes = Buffer.from(body as string);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
}

/** Width and height in two bytes each, and three components. */
function frame(width: number, height: number, { marker = 0xc0, depth = 8, components = 3 } = {}): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return segment(marker, [depth, ...size, components, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
}

const tables = [segment(0xdb, [0, ...Array<number>(64).fill(1)]), segment(0xc4, [0, 1, 2, 3])];
const scan = Buffer.concat([
  segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]),
]);
const file = (...parts: Buffer[]) => Buffer.concat([start, ...tables, ...parts]);
const whole = file(frame(640, 480), scan, end);

describe('a prepared selfie', () => {
  it.each([
    ['of one frame and one scan', whole],
    ['of 250 by 1280 pixels', file(frame(250, 1_280), scan, end)],
    ['with restarts', file(segment(0xdd, [0, 4]), frame(640, 480), scan, end)],
  ])('is a JPEG %s', (_, bytes) => {
    expect(isBareJpeg(bytes)).toBe(true);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff])],
    ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a page', Buffer.from('<script>alert(1)</script>')],
    [
      'a page behind the first bytes',
      Buffer.concat([start, Buffer.from('\xff\xdb\x00\x10<script>', 'latin1')]),
    ],
    ['with a comment', file(segment(0xfe, 'Ada Lovelace'), frame(640, 480), scan, end)],
    ['with metadata of a camera', file(segment(0xe1, 'Exif\0\0'), frame(640, 480), scan, end)],
    ['with a profile', file(segment(0xe2, 'ICC_PROFILE\0'), frame(640, 480), scan, end)],
    ['with something behind it', Buffer.concat([whole, Buffer.from('PK')])],
    ['with a second picture behind it', Buffer.concat([whole, whole])],
    ['without its end', whole.subarray(0, -2)],
    ['cut within a segment', whole.subarray(0, 40)],
    ['with a comment between its scans', file(frame(640, 480), scan, segment(0xfe, 'Ada'), end)],
    ['with two frames', file(frame(640, 480), frame(640, 480), scan, end)],
    ['without a frame', file(scan, end)],
    ['without a scan', file(frame(640, 480), end)],
    ['in steps', file(frame(640, 480, { marker: 0xc2 }), scan, end)],
    ['of twelve bits', file(frame(640, 480, { depth: 12 }), scan, end)],
    ['of four components', file(frame(640, 480, { components: 4 }), scan, end)],
    ['too wide', file(frame(1_281, 480), scan, end)],
    ['too low', file(frame(640, 249), scan, end)],
    ['of 65,535 pixels a side', file(frame(65_535, 65_535), scan, end)],
    ['with a segment without a length', file(Buffer.from([0xff, 0xdb, 0, 1]), frame(640, 480), scan, end)],
  ])('is invalid when it is %s', (_, bytes) => {
    expect(isBareJpeg(bytes)).toBe(false);
  });
});
