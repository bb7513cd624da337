import { drawPortrait, drawSelfie, facePairs } from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { scoreFaces } from '../src/faces/score-faces.ts';
import { prepareSelfie } from '../src/picture/prepare-selfie.ts';
import { loadedModels } from './loaded-models.ts';

/** A picture of one colour above another, so that its orientation shows. */
async function twoColours(width: number, height: number): Promise<Sharp> {
  const top = await sharp({
    create: { width, height: Math.floor(height / 2), channels: 3, background: '#c02020' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#2020c0' } }).composite([
    { input: top, left: 0, top: 0 },
  ]);
}

const describeMade = async (bytes: Uint8Array | null) => {
  if (bytes === null) throw new Error('no picture was made');
  const { format, width, height, exif, icc, iptc, xmp, orientation } = await sharp(bytes).metadata();
  return {
    format,
    width,
    height,
    hasMetadata: [exif, icc, iptc, xmp, orientation].some((part) => part !== undefined),
  };
};

describe('a selfie prepared for a registry', () => {
  it('is a JPEG whose longer side has at most 1280 pixels', async () => {
    const selfie = await (await twoColours(2560, 1600)).jpeg().toBuffer();
    expect(await describeMade(await prepareSelfie(selfie))).toEqual({
      format: 'jpeg',
      width: 1280,
      height: 800,
      hasMetadata: false,
    });
  });

  it('is never enlarged', async () => {
    const selfie = await (await twoColours(300, 400)).png().toBuffer();
    expect(await describeMade(await prepareSelfie(selfie))).toMatchObject({
      format: 'jpeg',
      width: 300,
      height: 400,
    });
  });

  it('is upright and has nothing of camera, place or time any more', async () => {
    const selfie = await (
      await twoColours(600, 400)
    )
      .withExif({ IFD0: { Make: 'Invented Camera', DateTime: '2026:11:20 12:00:00' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const made = await prepareSelfie(selfie);
    expect(await describeMade(made)).toEqual({ format: 'jpeg', width: 400, height: 600, hasMetadata: false });
    expect(Buffer.from(made ?? []).includes('Invented Camera')).toBe(false);
    // A quarter turn to the right brings the red top to the right side.
    const { data, info } = await sharp(made ?? undefined)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const right = (300 * info.width + 380) * info.channels;
    expect(data[right]).toBeGreaterThan(150);
    expect(data[right + 2]).toBeLessThan(80);
  });

  it('of the type WebP becomes a JPEG', async () => {
    const selfie = await (await twoColours(640, 480)).webp().toBuffer();
    expect(await describeMade(await prepareSelfie(selfie))).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 480,
    });
  });

  it.each([
    [250, 400, true],
    [249, 400, false],
    [400, 250, true],
    [400, 249, false],
    // 2600 × 500 would be sent as 1280 × 246.
    [2600, 500, false],
  ])('of %d × %d pixels can be sent: %s', async (width, height, usable) => {
    const made = await prepareSelfie(await (await twoColours(width, height)).png().toBuffer());
    expect(made !== null).toBe(usable);
  });

  it('is none when no decoder can read the picture', async () => {
    expect(await prepareSelfie(Buffer.from('not a picture'))).toBeNull();
    const whole = await (await twoColours(600, 400)).jpeg().toBuffer();
    expect(await prepareSelfie(whole.subarray(0, 200))).toBeNull();
  });
});

/** The drawn pictures of the first pair that is fit for a use. */
async function pairFor(use: 'match' | 'mismatch'): Promise<[Buffer, Buffer]> {
  const pair = facePairs.find(({ kind }) => kind === use);
  if (pair === undefined) throw new Error('no such pair');
  return [await drawPortrait(pair.portrait), await drawSelfie(pair.selfie)];
}

describe('the score of two faces', () => {
  it('is at least 80 for portrait and selfie of one drawn person, and below for two', async () => {
    const models = await loadedModels();
    const [portrait, selfie] = await pairFor('match');
    expect(await scoreFaces(models, portrait, selfie)).toBeGreaterThanOrEqual(80);
    const [another, stranger] = await pairFor('mismatch');
    expect(await scoreFaces(models, another, stranger)).toBeLessThan(50);
  });

  it('is null where a picture shows no face or cannot be opened', async () => {
    const models = await loadedModels();
    const [portrait] = await pairFor('match');
    const empty = await (await twoColours(600, 400)).jpeg().toBuffer();
    expect(await scoreFaces(models, portrait, empty)).toBeNull();
    expect(await scoreFaces(models, Buffer.from('not a picture'), portrait)).toBeNull();
  });
});
