import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openImage, type OpenedImage } from '../picture/open-image.ts';
import type { Raster } from '../picture/raster.ts';
import { largestClippedShare } from './clipped-area.ts';
import { measureQuality } from './measure-quality.ts';
import type { QualityFinding } from '@countersign/findings';
import { measureRegion } from './region-light.ts';

/** A grey raster from a function of x and y. */
function grey(width: number, height: number, value: (x: number, y: number) => number): Raster {
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    value(at % width, Math.floor(at / width)),
  );
  return { width, height, channels: 1, data };
}

const stripes = (low: number, high: number) => (x: number) => (Math.floor(x / 5) % 2 === 0 ? low : high);

async function opened(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}

const valueOf = (findings: QualityFinding[], code: string) =>
  findings.find((found) => found.code === code)?.value;

describe('light and sharpness of a region', () => {
  it('measures brightness and overexposure inside the region only', () => {
    const raster = grey(100, 100, (x) => (x < 50 ? 100 : 255));
    expect(measureRegion(raster, [0, 0, 50, 100])).toMatchObject({ brightness: 100, clipped: 0 });
    expect(measureRegion(raster, [50, 0, 50, 100])).toMatchObject({ brightness: 255, clipped: 1 });
    expect(measureRegion(raster, [25, 0, 50, 100])).toMatchObject({ brightness: 177.5, clipped: 0.5 });
  });

  it('gives nothing for a region outside the picture', () => {
    expect(
      measureRegion(
        grey(100, 100, () => 0),
        [200, 200, 50, 50],
      ),
    ).toBeNull();
  });

  it('finds a dark picture as sharp as the same one in full light', () => {
    const bright = measureRegion(grey(100, 100, stripes(40, 200)), [0, 0, 100, 100])?.sharpness ?? 0;
    const dark = measureRegion(grey(100, 100, stripes(20, 100)), [0, 0, 100, 100])?.sharpness ?? 0;
    expect(bright).toBeGreaterThan(100);
    expect(dark / bright).toBeCloseTo(1, 1);
  });

  it('does not count noise as sharpness', () => {
    const noise = (x: number, y: number) => 120 + ((x * 7919 + y * 104729 + x * y * 31) % 7);
    const soft = (x: number) => 60 * Math.sin(x / 25);
    const noisy = measureRegion(
      grey(100, 100, (x, y) => noise(x, y) + soft(x)),
      [0, 0, 100, 100],
    );
    expect(noisy?.sharpness).toBeLessThan(10);
  });

  it('falls with every step of blur', async () => {
    const sharpest = await sharp(
      Buffer.from(grey(200, 200, (x, y) => (y < 100 ? 20 : 160) + stripes(0, 60)(x)).data),
      {
        raw: { width: 200, height: 200, channels: 1 },
      },
    )
      .png()
      .toBuffer();
    const values: number[] = [];
    for (const sigma of [0.5, 1, 2, 4]) {
      const raster = await (await opened(await sharp(sharpest).blur(sigma).png().toBuffer())).raster(200, 1);
      values.push(measureRegion(raster, [0, 0, 200, 200])?.sharpness ?? 0);
    }
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(values.at(-1)).toBeLessThan(10);
  });
});

describe('reflections', () => {
  it('are the largest connected overexposed patch', () => {
    const spot = (x: number, y: number) => (x >= 20 && x < 40 && y >= 20 && y < 40 ? 255 : 90);
    expect(largestClippedShare(grey(100, 100, spot), [0, 0, 100, 100])).toBe(0.04);
  });

  it('are not white print scattered over the card', () => {
    const dots = (x: number, y: number) => (x % 4 === 0 && y % 4 === 0 ? 255 : 90);
    expect(largestClippedShare(grey(100, 100, dots), [0, 0, 100, 100])).toBe(0.0001);
  });

  it('do not wrap around the edges of the region', () => {
    const edges = (x: number) => (x === 0 || x === 99 ? 255 : 90);
    expect(largestClippedShare(grey(100, 100, edges), [0, 0, 100, 100])).toBe(0.01);
  });
});

describe('quality of a picture', () => {
  it('names the longest side and the colour', async () => {
    const colour = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c81414' } });
    const findings = await measureQuality(await opened(await colour.png().toBuffer()), 'other', {
      faces: [],
      card: null,
    });
    expect(valueOf(findings, 'img.too_small')).toBe(300);
    expect(valueOf(findings, 'img.grey')).toBe(180);
  });

  it('finds no colour in a grey picture', async () => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#777777' } });
    expect(
      valueOf(
        await measureQuality(await opened(await plain.png().toBuffer()), 'other', { faces: [], card: null }),
        'img.grey',
      ),
    ).toBe(0);
  });

  it('reports that a selfie shows no face', async () => {
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#777777' } });
    const findings = await measureQuality(await opened(await plain.png().toBuffer()), 'selfie', {
      faces: [],
      card: null,
    });
    expect(valueOf(findings, 'face.none')).toBe(0);
  });
});
