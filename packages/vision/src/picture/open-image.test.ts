import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage, type OpenedImage } from './open-image.ts';

/** A plain picture of one colour. */
function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c8141e' } });
}

/** A plain picture of a colour that paper and screens can show alike. */
function brick() {
  return sharp({ create: { width: 9, height: 9, channels: 3, background: '#a05a46' } });
}

/** A picture with detail, so that its compressed data is long enough to cut. */
function detailed(width: number, height: number) {
  const data = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, i) => (i * 7919 + (i >> 5) * 31) % 256),
  );
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A PNG whose header claims a size that its data does not have. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A JPEG whose frame header claims another size. */
async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const jpeg = await plain(8, 8).jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A lossless WebP whose header claims another size (14 bits each, less one). */
async function webpClaiming(width: number, height: number): Promise<Buffer> {
  const webp = await plain(8, 8).webp({ lossless: true }).toBuffer();
  const at = webp.indexOf('VP8L') + 9;
  const kept = webp.readUInt32LE(at) & 0xf0000000;
  webp.writeUInt32LE((kept | ((height - 1) << 14) | (width - 1)) >>> 0, at);
  return webp;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const check = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG with an animation control chunk after its header. */
async function animatedPng(): Promise<Buffer> {
  const png = await plain(8, 8).png().toBuffer();
  return Buffer.concat([
    png.subarray(0, 33),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    png.subarray(33),
  ]);
}

async function animatedWebp(): Promise<Buffer> {
  const frames = [await plain(20, 20).png().toBuffer(), await plain(20, 20).negate().png().toBuffer()];
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

async function opened(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}

describe('opening a picture', () => {
  it.each([
    ['jpeg', () => plain(40, 30).jpeg().toBuffer()],
    ['png', () => plain(40, 30).png().toBuffer()],
    ['webp', () => plain(40, 30).webp().toBuffer()],
  ] as const)('accepts %s by its content', async (format, make) => {
    expect(await openImage(await make())).toMatchObject({ refusal: null, format, width: 40, height: 30 });
  });

  it.each([
    ['no bytes at all', () => Buffer.alloc(0), 'img.type'],
    ['random bytes', () => Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)), 'img.type'],
    [
      'a drawing in SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'img.type',
    ],
    ['a TIFF', () => plain(9, 9).tiff().toBuffer(), 'img.type'],
    ['a GIF', () => plain(9, 9).gif().toBuffer(), 'img.type'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'img.type'],
    ['an animated WebP', animatedWebp, 'img.type'],
    ['an animated PNG', animatedPng, 'img.type'],
    ['a JPEG start and nothing else', () => Buffer.from([0xff, 0xd8, 0xff]), 'img.unreadable'],
    [
      'a drawing behind a JPEG start',
      () => Buffer.from('\xff\xd8\xff<svg width="9" height="9"/>', 'latin1'),
      'img.unreadable',
    ],
    ['half a JPEG', async () => halfOf(await detailed(300, 300).jpeg().toBuffer()), 'img.unreadable'],
    ['half a PNG', async () => halfOf(await detailed(300, 300).png().toBuffer()), 'img.unreadable'],
    ['half a WebP', async () => halfOf(await detailed(300, 300).webp().toBuffer()), 'img.unreadable'],
    ['a PNG of 14,000 × 14,000', () => pngClaiming(14_000, 14_000), 'img.too_large'],
    ['a PNG of 8,000 × 8,000', () => pngClaiming(8_000, 8_000), 'img.too_large'],
    ['a PNG 10,001 wide', () => pngClaiming(10_001, 1), 'img.too_large'],
    ['a JPEG of 60,000 × 60,000', () => jpegClaiming(60_000, 60_000), 'img.too_large'],
    ['a WebP of 16,000 × 16,000', () => webpClaiming(16_000, 16_000), 'img.too_large'],
    ['a PNG that claims more than it holds', () => pngClaiming(4_000, 4_000), 'img.unreadable'],
  ] as const)('refuses %s', async (_, make, refusal) => {
    const bytes = await make();
    const started = performance.now();
    expect(await openImage(bytes)).toEqual({ refusal });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it.each([
    ['JPEG', jpegClaiming],
    ['WebP', webpClaiming],
  ] as const)('spends little on a %s that claims more than it holds', async (_, make) => {
    const bytes = await make(6_000, 6_000);
    const started = performance.now();
    // Their decoders fill in what is missing, which leaves an empty picture or none.
    expect([null, 'img.unreadable']).toContain((await openImage(bytes)).refusal);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('never throws for a file that was cut anywhere', async () => {
    const jpeg = await detailed(64, 48).jpeg().toBuffer();
    for (let length = 0; length < jpeg.length; length += 97) {
      expect(['img.type', 'img.unreadable', null]).toContain(
        (await openImage(jpeg.subarray(0, length))).refusal,
      );
    }
  });

  it('never throws for changed bytes, and opens the next picture as before', async () => {
    const good = await detailed(64, 48).png().toBuffer();
    for (let change = 0; change < 60; change += 1) {
      const bad = Buffer.from(good);
      const at = (change * 7919) % bad.length;
      bad[at] = (bad[at] ?? 0) ^ (1 + (change % 255));
      expect(['img.type', 'img.unreadable', 'img.too_large', null]).toContain((await openImage(bad)).refusal);
    }
    expect(await openImage(good)).toMatchObject({ refusal: null, width: 64, height: 48 });
  });

  it('ignores what follows the end of a picture', async () => {
    const jpeg = await plain(40, 30).jpeg().toBuffer();
    expect(await openImage(Buffer.concat([jpeg, Buffer.alloc(100_000, 'PK')]))).toMatchObject({
      refusal: null,
    });
  });

  it('applies the orientation of the camera', async () => {
    const turned = await opened(await plain(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect([turned.width, turned.height]).toEqual([30, 40]);
    const raster = await turned.raster(20, 3);
    expect([raster.width, raster.height]).toEqual([15, 20]);
  });

  it('lays transparent parts on white', async () => {
    const clear = { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const raster = await (await opened(await sharp({ create: clear }).png().toBuffer())).raster(4, 3);
    expect([...raster.data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it.each([
    ['16-bit PNG', () => plain(9, 9).toColourspace('rgb16').png().toBuffer(), [200, 20, 30]],
    ['grey PNG', () => plain(9, 9).greyscale().toColourspace('b-w').png().toBuffer(), [101, 101, 101]],
  ] as const)('gives 8-bit sRGB for a %s', async (_, make, pixel) => {
    const raster = await (await opened(await make())).raster(9, 3);
    expect([...raster.data.subarray(0, 3)]).toEqual(pixel);
  });

  it.each([
    ['CMYK', 24, () => brick().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()],
    ['CMYK with its profile', 24, () => brick().withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer()],
    ['wide colours', 3, () => brick().withIccProfile('p3').png().toBuffer()],
    [
      'wide colours of 16 bits',
      3,
      () => brick().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    ],
  ] as const)('gives the colours meant by a picture in %s', async (_, tolerance, make) => {
    const raster = await (await opened(await make())).raster(9, 3);
    expect(raster).toMatchObject({ width: 9, height: 9, channels: 3 });
    const off = [160, 90, 70].map((level, at) => Math.abs((raster.data[at] ?? 0) - level));
    expect(Math.max(...off)).toBeLessThan(tolerance);
  });

  it('opens a picture whose colour profile is damaged', async () => {
    const jpeg = await plain(40, 30).withIccProfile('p3').jpeg().toBuffer();
    const profile = jpeg.indexOf('ICC_PROFILE');
    jpeg.fill(0xaa, profile + 60, profile + 300);
    expect(await openImage(jpeg)).toMatchObject({ refusal: null, width: 40, height: 30 });
  });

  it.each([
    [1, 1],
    [1, 10_000],
  ])('opens a picture of %i × %i', async (width, height) => {
    const image = await opened(await plain(width, height).png().toBuffer());
    expect([image.width, image.height]).toEqual([width, height]);
    expect((await image.raster(256, 1)).channels).toBe(1);
  });

  it('shrinks to the requested size, never enlarges, and decodes again only above 1920', async () => {
    const image = await opened(await plain(4000, 3000).jpeg().toBuffer());
    const sizes = [640, 1920, 3000, 9000].map(async (side) => (await image.raster(side, 3)).width);
    expect(await Promise.all(sizes)).toEqual([640, 1920, 3000, 4000]);
  });

  it('gives grey as Rec. 601 luma', async () => {
    const image = await opened(await plain(9, 9).png().toBuffer());
    expect((await image.raster(9, 1)).data[0]).toBe(75);
  });

  it('names the file by its SHA-256', async () => {
    const bytes = await pngClaiming(8, 8);
    expect((await opened(bytes)).sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

function halfOf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}
