import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage, type OpenedImage } from './open-image.ts';
import { readPictureBlocks } from './picture-blocks.ts';
import type { PictureFacts } from './picture-facts.ts';
import { hashDistance } from './picture-likeness.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c8141e' } });

async function factsOf(bytes: Uint8Array): Promise<PictureFacts> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image.facts;
}

const camera = {
  IFD0: { Make: 'Utopian Optics', Model: 'UO-1', Software: '17.1.2' },
  IFD2: { ExposureTime: '1/60', FNumber: '2/1', ISOSpeedRatings: '80' },
};

const xmp = (body: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${body}/></rdf:RDF></x:xmpmeta>`;

/** A PNG with an uncompressed text chunk before its pixels. */
async function pngWithText(keyword: string, value: string): Promise<Buffer> {
  const png = await plain(60, 40).png().toBuffer();
  const body = Buffer.from(`tEXt${keyword}\0${value}`, 'latin1');
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

describe('facts about a picture file', () => {
  it('detects a camera where a device is named and a lens took part', async () => {
    expect(await factsOf(await plain(400, 300).withExif(camera).png().toBuffer())).toEqual({
      camera: true,
      software: null,
      editing: false,
      screenLike: false,
      screenshot: false,
      lumaSteps: null,
      trailingBytes: 0,
    });
  });

  it('reads the steps of a JPEG’s brightness row by row, as columns where it lies on its side', async () => {
    const jpeg = (orientation: number, width = 400) =>
      plain(width, 304).withMetadata({ orientation }).jpeg({ quality: 75 }).toBuffer();
    const rows = (steps: readonly number[] | null) => [steps?.slice(0, 4), steps?.slice(8, 12)];
    const upright = [
      [8, 6, 5, 8],
      [6, 6, 7, 10],
    ];
    expect(rows((await factsOf(await jpeg(1))).lumaSteps)).toEqual(upright);
    expect(rows((await factsOf(await jpeg(3))).lumaSteps)).toEqual(upright);
    expect(rows((await factsOf(await jpeg(6))).lumaSteps)).toEqual([
      [8, 6, 7, 7],
      [6, 6, 7, 9],
    ]);
    expect((await factsOf(await jpeg(6))).lumaSteps).toHaveLength(64);
    // Turned, its first whole block does not begin in the corner.
    expect((await factsOf(await jpeg(6, 397))).lumaSteps).toBeNull();
    expect((await factsOf(await jpeg(1, 397))).lumaSteps).toHaveLength(64);
  });

  it.each([['png'], ['webp']] as const)('reads camera data of %s files too', async (format) => {
    const bytes = await plain(400, 300).withExif(camera).toFormat(format).toBuffer();
    expect((await factsOf(bytes)).camera).toBe(true);
  });

  it('detects no camera where only a device is named, or nothing', async () => {
    const device = { IFD0: { Make: 'Utopian Optics', Model: 'UO-1' } };
    expect((await factsOf(await plain(400, 300).withExif(device).jpeg().toBuffer())).camera).toBe(false);
    expect((await factsOf(await plain(400, 300).jpeg().toBuffer())).camera).toBe(false);
  });

  it.each([
    ['Adobe Photoshop 25.1 (Macintosh)', 'Adobe Photoshop', true],
    ['GIMP 2.10.36', 'GIMP', true],
    ['Adobe Lightroom 7.0 (Android)', 'Adobe Lightroom', false],
    ['Snapseed 2.0', 'Snapseed', true],
  ])('names the family of %s', async (program, software, editing) => {
    const exif = { ...camera, IFD0: { ...camera.IFD0, Software: program } };
    expect(await factsOf(await plain(400, 300).withExif(exif).jpeg().toBuffer())).toMatchObject({
      camera: true,
      software,
      editing,
    });
  });

  it('reads the program out of an XMP packet, but no caption in it', async () => {
    const made = await plain(400, 300).withXmp(xmp('xmp:CreatorTool="Canva"')).jpeg().toBuffer();
    expect(await factsOf(made)).toMatchObject({ software: 'Canva', editing: true });
    const captioned = await plain(400, 300).withXmp(xmp('dc:title="Made with Canva"')).jpeg().toBuffer();
    expect(await factsOf(captioned)).toMatchObject({ software: null, editing: false });
  });

  it('reports a picture with the parameters of an image generator as edited', async () => {
    const facts = await factsOf(await pngWithText('parameters', 'portrait, 30 steps'));
    expect(facts).toMatchObject({ software: 'image generator', editing: true });
  });

  it('never passes on words of the file that are not in its table', async () => {
    const exif = { IFD0: { Software: 'Homer Photo Mangler' } };
    expect((await factsOf(await plain(400, 300).withExif(exif).jpeg().toBuffer())).software).toBeNull();
  });

  it.each([
    ['a phone screen', () => plain(1170, 2532).png().toBuffer(), true],
    ['a desktop screen as JPEG', () => plain(1366, 768).jpeg().toBuffer(), true],
    ['1920 × 1080 as PNG', () => plain(1920, 1080).png().toBuffer(), true],
    ['1920 × 1080 as JPEG, which cameras make', () => plain(1920, 1080).jpeg().toBuffer(), false],
    ['4 : 3', () => plain(1600, 1200).jpeg().toBuffer(), false],
    ['a screen size with camera data', () => plain(1170, 2532).withExif(camera).jpeg().toBuffer(), false],
    ['what claims to be a screenshot', () => pngWithText('Software', 'gnome-screenshot'), true],
  ] as const)('screen-like: %s', async (_, make, screenLike) => {
    expect((await factsOf(await make())).screenLike).toBe(screenLike);
  });

  it('distinguishes a file that claims to be a screenshot from one that only has the size of a screen', async () => {
    expect((await factsOf(await pngWithText('Software', 'gnome-screenshot'))).screenshot).toBe(true);
    expect((await factsOf(await plain(1170, 2532).png().toBuffer())).screenshot).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('counts what follows the end of a %s', async (format) => {
    const bytes = await plain(300, 200).toFormat(format).toBuffer();
    expect((await factsOf(bytes)).trailingBytes).toBe(0);
    expect((await factsOf(Buffer.concat([bytes, Buffer.alloc(70_001, 1)]))).trailingBytes).toBe(70_001);
  });

  it('survives camera data damaged anywhere', async () => {
    const good = await plain(64, 48).withExif(camera).jpeg().toBuffer();
    for (let change = 0; change < 300; change += 1) {
      const bad = Buffer.from(good);
      const at = 20 + ((change * 31) % 220);
      bad[at] = (bad[at] ?? 0) ^ (1 + ((change * 7) % 255));
      const image = await openImage(bad);
      if (image.refusal === null) expect(typeof image.facts.camera).toBe('boolean');
      else expect(image.refusal).toMatch(/^img\./);
    }
  });
});

describe('the hash of a picture', () => {
  /** Nine soft spots of light, their places drawn from a seed. */
  const scene = (seed: number) => {
    const places = Array.from({ length: 18 }, (_, at) => ((at + 1) * (7919 + seed * 104_729)) % 180);
    const data = Buffer.from(
      Array.from({ length: 240 * 180 }, (_, at) => {
        const [x, y] = [at % 240, Math.floor(at / 240)];
        const light = Array.from({ length: 9 }, (_unused, spot) =>
          Math.exp(-(((x - places[spot * 2]! * 1.3) ** 2 + (y - places[spot * 2 + 1]!) ** 2) / 900)),
        );
        return Math.min(255, 30 + 150 * light.reduce((sum, value) => sum + value, 0));
      }),
    );
    return sharp(data, { raw: { width: 240, height: 180, channels: 1 } });
  };
  const hashOf = async (bytes: Uint8Array) => ((await openImage(bytes)) as OpenedImage).perceptualHash;

  it('is 16 hex digits, the same for the same picture', async () => {
    const hash = await hashOf(await scene(0).png().toBuffer());
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashOf(await scene(0).png().toBuffer())).toBe(hash);
  });

  it('hardly changes when the picture is scaled and compressed', async () => {
    const hash = await hashOf(await scene(0).png().toBuffer());
    const copies = [
      scene(0).resize(1000).jpeg({ quality: 40 }),
      scene(0).resize(120).webp({ quality: 60 }),
      scene(0).linear(0.8, 5).jpeg(),
    ];
    for (const copy of copies)
      expect(hashDistance(hash, await hashOf(await copy.toBuffer()))).toBeLessThan(7);
  });

  it('differs for another picture', async () => {
    const [one, other] = [await scene(0).png().toBuffer(), await scene(5).png().toBuffer()];
    expect(hashDistance(await hashOf(one), await hashOf(other))).toBeGreaterThan(16);
  });
});

describe('the end of a JPEG', () => {
  it.each([
    ['behind a marker without a length', 'ffd8ffd5ffd9626364', 3],
    ['one byte before the end of the file', 'ffd8ffd962', 1],
    ['at the end of the file', 'ffd8ffd9', 0],
  ])('is found %s (found by fuzzing)', (_name, bytes, trailingBytes) => {
    expect(readPictureBlocks(Buffer.from(bytes, 'hex'), 'jpeg').trailingBytes).toBe(trailingBytes);
  });
});
