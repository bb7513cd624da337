import zlib from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeBudgetMs, estimateDecodeMs } from '../src/picture/decode-cost.ts';
import { openImage } from '../src/picture/open-image.ts';
import { rowsByDay } from './by-night.ts';
import { jpegOfManyScans } from './many-scans.ts';

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 20, b: 30, alpha: 0.5 } } });

/** Packed quickly: what matters is what its header claims, and packing 49 megapixels well takes seconds. */
const quickly = { compressionLevel: 1 } as const;

/** A PNG with chunks of its own before its pixels. */
async function pngWith(chunks: { type: string; data: Buffer }[]): Promise<Buffer> {
  const png = await flat(800, 600).png().toBuffer();
  const head = 33; // signature and IHDR
  const made = chunks.map(({ type, data }) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(zlib.crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  });
  return Buffer.concat([png.subarray(0, head), ...made, png.subarray(head)]);
}

const bomb = zlib.deflateSync(Buffer.alloc(32 * 2 ** 20), { level: 9 });
const texts = (type: 'zTXt' | 'iTXt', count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type,
    data: Buffer.concat([
      Buffer.from(`K${index}\0${type === 'iTXt' ? '\u0001\0\0\0' : '\0'}`, 'latin1'),
      bomb,
    ]),
  }));

/** Milliseconds of processor. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const costly: [string, () => Promise<Buffer>][] = [
  [
    'an interlaced PNG of 49 megapixels with 16 bits and alpha',
    () =>
      flat(7000, 7000, 4)
        .toColourspace('rgb16')
        .png({ ...quickly, progressive: true })
        .toBuffer(),
  ],
  [
    'an interlaced PNG of 49 megapixels with 16 bits',
    () =>
      flat(7000, 7000)
        .toColourspace('rgb16')
        .png({ ...quickly, progressive: true })
        .toBuffer(),
  ],
  ['a JPEG of 36 megapixels in 2,458 scans', () => jpegOfManyScans({ width: 6000, height: 6000 }, 13)],
  ['a JPEG of 36 megapixels in 190 scans', () => jpegOfManyScans({ width: 6000, height: 6000 }, 1)],
  ['300 compressed texts of 32 MiB each', () => pngWith(texts('zTXt', 300))],
  ['300 compressed international texts of 32 MiB each', () => pngWith(texts('iTXt', 300))],
];
/** Packing them takes longest, and beside each of them is a cheaper one of its kind. */
const nightly = new Set([
  'an interlaced PNG of 49 megapixels with 16 bits and alpha',
  'a JPEG of 36 megapixels in 2,458 scans',
]);

describe('a picture that would cost too much to decode', () => {
  it.each(rowsByDay(costly, ([name]) => !nightly.has(name)))(
    'is refused from its header: %s (S12)',
    async (_, make) => {
      const bytes = await make();
      const spent = await cpuMs(async () => {
        expect(await openImage(bytes)).toEqual({ refusal: 'img.too_large' });
      });
      // Decoding the cheapest of them takes three times as long.
      expect(spent).toBeLessThan(300);
    },
  );

  it.each<[string, () => Promise<Buffer>]>([
    ['a photograph of 49 megapixels', () => flat(7000, 7000).jpeg().toBuffer()],
    ['a progressive JPEG of 49 megapixels', () => flat(7000, 7000).jpeg({ progressive: true }).toBuffer()],
    ['a PNG of 49 megapixels', () => flat(7000, 7000).png(quickly).toBuffer()],
    [
      'an interlaced PNG of 12 megapixels with 16 bits',
      () =>
        flat(4000, 3000)
          .toColourspace('rgb16')
          .png({ ...quickly, progressive: true })
          .toBuffer(),
    ],
    ['a WebP of 49 megapixels', () => flat(7000, 7000).webp({ effort: 0 }).toBuffer()],
    [
      'a lossless WebP of 12 megapixels',
      () => flat(4000, 3000).webp({ lossless: true, effort: 0 }).toBuffer(),
    ],
    ['a PNG with a few texts', () => pngWith(texts('zTXt', 5))],
    ['a JPEG of 1 megapixel in 190 scans', () => jpegOfManyScans({ width: 1000, height: 1000 }, 1)],
  ])('is not one that is merely large: %s', async (_, make) => {
    expect((await openImage(await make())).refusal).toBeNull();
  });
});

describe('the estimate of what decoding costs', () => {
  const work = { width: 4000, height: 3000, channels: 3, deep: false, interlaced: false } as const;
  const bytes = Buffer.alloc(4_000_000);

  it('is a tenth of the budget for a photograph of 12 megapixels', () => {
    expect(estimateDecodeMs(bytes, { ...work, format: 'jpeg' })).toBe(96);
    expect(decodeBudgetMs).toBe(1_000);
  });

  it('grows with depth, channels and interlacing of a PNG', () => {
    const png = (more: Partial<typeof work> | { deep?: boolean; interlaced?: boolean; channels?: number }) =>
      Math.round(estimateDecodeMs(bytes, { ...work, format: 'png', ...more }));
    expect([
      png({}),
      png({ deep: true }),
      png({ interlaced: true }),
      png({ deep: true, interlaced: true, channels: 4 }),
    ]).toEqual([43, 216, 162, 432]);
  });
});
