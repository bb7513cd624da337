import { greyJpeg, lyingJpeg, manySegments, scanBomb, withSegment } from './jpeg.ts';
import { animatedPng, blackPng, chunk, header, onePixel, pixelWith, pngOf, zeros } from './png.ts';
import { animatedWebp, greyWebp, lyingWebp } from './webp.ts';

/** A hostile picture, drawn on demand. */
export interface HostilePicture {
  name: string;
  bytes: () => Buffer | Promise<Buffer>;
  /** Expected upload result. `refused`: 400/1104; `taken`: 200; `either`: the contract leaves it open. */
  upload: 'refused' | 'taken' | 'either';
  /** Also submitted: the attempt must get a decision other than `approved`. */
  submitted?: true;
}

const none = Buffer.alloc(0);
const end = chunk('IEND', none);
const tail = (bytes: number) => Buffer.alloc(bytes, 'PK\u0003\u0004');

const wrongTypes: readonly (readonly [string, Buffer])[] = [
  [
    'GIF',
    Buffer.from(
      'GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0ÿÿÿ,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;',
      'latin1',
    ),
  ],
  ['TIFF', Buffer.from('II*\0\u0008\0\0\0', 'latin1')],
  ['BMP', Buffer.from(`BM${'\0'.repeat(60)}`, 'latin1')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>')],
  [
    'SVG with an entity bomb',
    Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>'),
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ['HEIC', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['AVIF', Buffer.from('\0\0\0\u0018ftypavif\0\0\0\0mif1avif', 'latin1')],
  ['ZIP', tail(64)],
  ['ELF', Buffer.from('\u007fELF\u0002\u0001\u0001', 'latin1')],
  ['JPEG XL', Buffer.from('ff0a', 'hex')],
  ['JPEG 2000', Buffer.from('0000000c6a5020200d0a870a', 'hex')],
  ['PSD', Buffer.from('8BPS\0\u0001', 'latin1')],
  ['VIPS', Buffer.from('b6a6f208', 'hex')],
  ['OpenEXR', Buffer.from('762f3101', 'hex')],
  ['a shell script', Buffer.from('#!/bin/sh\nid\n')],
  ['JSON', Buffer.from('{"verification":{"status":"submitted"}}')],
  ['text before a PNG', Buffer.concat([Buffer.from(' '), onePixel])],
  ['RIFF that is sound', Buffer.from('RIFF\u0010\0\0\0WAVEfmt ', 'latin1')],
];

const tooLarge: readonly HostilePicture[] = [
  ['PNG of 14,000 × 14,000', () => blackPng({ width: 14_000, height: 14_000 })],
  [
    'PNG of 2,147,483,647 × 1',
    () => pngOf(header({ width: 2_147_483_647, height: 1 }), chunk('IDAT', zeros(4)), end),
  ],
  [
    'PNG of 4,294,967,295 × 4,294,967,295',
    () => pngOf(header({ width: 4_294_967_295, height: 4_294_967_295 }), end),
  ],
  ['PNG of one row too many', () => blackPng({ width: 5_000, height: 10_001 })],
  ['JPEG of 65,500 × 65,500 in its header', () => lyingJpeg(65_500, 65_500)],
  ['WebP of 16,777,216 × 16,777,216 in its header', () => lyingWebp(16_777_216, 16_777_216)],
].map(([name, bytes]) => ({ name, bytes, upload: 'refused' }) as HostilePicture);

const cut = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

const broken: readonly HostilePicture[] = [
  { name: 'PNG signature alone', bytes: () => onePixel.subarray(0, 8), upload: 'either', submitted: true },
  { name: 'PNG cut in its header', bytes: () => onePixel.subarray(0, 20), upload: 'either', submitted: true },
  {
    name: 'PNG cut in its data',
    bytes: () => cut(blackPng({ width: 600, height: 800 }), 0.6),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG without data',
    bytes: () => pngOf(header({ width: 600, height: 800 }), end),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG of no width',
    bytes: () => pngOf(header({ width: 0, height: 800 }), end),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG with a wrong checksum',
    bytes: () => Buffer.concat([onePixel.subarray(0, 29), Buffer.from([0, 0, 0, 0]), onePixel.subarray(33)]),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG with a chunk of 2 GiB announced',
    bytes: () => Buffer.concat([onePixel.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG with more data than its size needs',
    bytes: () => pngOf(header({ width: 8, height: 8 }), chunk('IDAT', zeros(64 * 1024 * 1024)), end),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'JPEG start alone',
    bytes: () => Buffer.from([0xff, 0xd8, 0xff]),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'JPEG cut in the middle',
    bytes: async () => cut(await greyJpeg(800, 600), 0.5),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'JPEG of 7,000 × 7,000 that holds 64 × 64',
    bytes: () => lyingJpeg(7_000, 7_000),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'WebP cut in the middle',
    bytes: async () => cut(await greyWebp(800, 600), 0.5),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'WebP of 7,000 × 7,000 that holds 16 × 16',
    bytes: () => lyingWebp(7_000, 7_000),
    upload: 'either',
    submitted: true,
  },
];

const profile = (): Buffer => Buffer.concat([Buffer.from('x\0\0', 'latin1'), zeros(32 * 1024 * 1024)]);

const expensive: readonly HostilePicture[] = [
  {
    name: 'PNG of 50 megapixels from 60 kB',
    bytes: () => blackPng({ width: 7_071, height: 7_071 }),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'interlaced 16-bit PNG giant',
    bytes: () => blackPng({ width: 7_000, height: 7_000, depth: 16, colour: 6, interlaced: true }),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG of one bit, 50,000,000 × 1',
    bytes: () => blackPng({ width: 50_000_000, height: 1, depth: 1, colour: 0 }),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'progressive JPEG of 1,000 scans',
    bytes: () => scanBomb(4_000, 3_000, 1_000),
    upload: 'either',
    submitted: true,
  },
  { name: 'JPEG with 20,000 comments', bytes: () => manySegments(20_000), upload: 'either', submitted: true },
  {
    name: 'APNG of 1,000 frames',
    bytes: () => animatedPng({ width: 500, height: 500 }, 1_000),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'animated WebP of 500 frames',
    bytes: () => animatedWebp(500, 500, 500),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG with a colour profile of 32 MiB',
    bytes: () =>
      pngOf(header({ width: 8, height: 8 }), chunk('iCCP', profile()), chunk('IDAT', zeros(200)), end),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'PNG with 10,000 text chunks',
    bytes: () =>
      pngOf(
        header({ width: 8, height: 8 }),
        ...Array.from({ length: 10_000 }, () => chunk('tEXt', Buffer.from('a\0b', 'latin1'))),
        chunk('IDAT', zeros(200)),
        end,
      ),
    upload: 'either',
    submitted: true,
  },
  {
    name: 'JPEG with an endless EXIF directory',
    bytes: () =>
      withSegment(
        Buffer.from(
          '457869660000 4d4d002a00000008 ffff 0112000300000001 00010000 00000008'.replaceAll(' ', ''),
          'hex',
        ),
      ),
    upload: 'either',
    submitted: true,
  },
];

const tails: readonly HostilePicture[] = [
  {
    name: 'PNG with a ZIP of 128 KiB behind its end',
    bytes: () => Buffer.concat([pixelWith('zip'), tail(128 * 1024)]),
    upload: 'refused',
  },
  {
    name: 'JPEG with HTML of 128 KiB behind its end',
    bytes: async () => Buffer.concat([await greyJpeg(64, 64), Buffer.alloc(128 * 1024, '<script>')]),
    upload: 'refused',
  },
  {
    name: 'WebP with 128 KiB behind its end',
    bytes: async () => Buffer.concat([await greyWebp(64, 64), Buffer.alloc(128 * 1024, 'x')]),
    upload: 'refused',
  },
  {
    name: 'PNG with HTML in a text chunk',
    bytes: () => pixelWith('<script>alert(1)</script>'),
    upload: 'taken',
    submitted: true,
  },
];

/** All hostile pictures. */
export const hostilePictures: readonly HostilePicture[] = [
  ...wrongTypes.map(([name, bytes]) => ({ name, bytes: () => bytes, upload: 'refused' as const })),
  ...tooLarge,
  ...broken,
  ...expensive,
  ...tails,
];
