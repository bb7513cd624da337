import {
  drawCard,
  drawSelfie,
  inventPerson,
  simulateCapture,
  type CaptureCondition,
} from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCard } from '../src/card/find-card.ts';
import { findFaces, type Face } from '../src/faces/find-faces.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import type { Quad } from '../src/picture/raster.ts';
import { coveredShare } from '../src/quality/face-cover.ts';
import { judgeCapture } from '../src/quality/judge-capture.ts';
import { measureQuality } from '../src/quality/measure-quality.ts';
import type { QualityFinding } from '@countersign/findings';
import { loadedModels } from './loaded-models.ts';

async function opened(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}

const valueOf = (quality: readonly QualityFinding[], code: string, region?: string): number => {
  const found = quality.find((one) => one.code === code && (region === undefined || one.region === region));
  if (!found) throw new Error(`${code} was not measured`);
  return found.value;
};

async function capture(condition: CaptureCondition, seed = 2) {
  const { png, truth: card } = await drawCard({
    kind: 'td1-back',
    person: inventPerson(seed),
    portraitSeed: seed,
  });
  return simulateCapture(png, { condition, seed, truth: card });
}

async function documentQuality(bytes: Uint8Array, zone?: Quad): Promise<QualityFinding[]> {
  const image = await opened(bytes);
  const card = await findCard(image);
  return measureQuality(image, 'document', { faces: [], card, ...(zone ? { zone } : {}) });
}

const change = (bytes: Uint8Array, how: (image: Sharp) => Sharp): Promise<Buffer> =>
  how(sharp(bytes)).jpeg({ quality: 88 }).toBuffer();

describe('quality of a document picture', () => {
  let typical: Buffer;
  let good: QualityFinding[];
  beforeAll(async () => {
    typical = (await capture('typical')).jpeg;
    good = await documentQuality(typical);
  });

  it('reports nothing on a good capture', () => {
    expect(valueOf(good, 'doc.none')).toBe(1);
    expect(valueOf(good, 'doc.cut')).toBe(0);
    expect(valueOf(good, 'doc.far')).toBeGreaterThan(0.25);
    expect(valueOf(good, 'doc.tilted')).toBeLessThan(15);
    expect(valueOf(good, 'doc.glare')).toBe(0);
    expect(valueOf(good, 'img.dark')).toBeGreaterThan(100);
    expect(valueOf(good, 'img.bright')).toBeLessThan(0.05);
    expect(valueOf(good, 'img.blur')).toBeGreaterThan(100);
    expect(valueOf(good, 'img.screenshot')).toBe(0);
  });

  it('falls below 45 in the dark, and is not reported as blur', async () => {
    const dark = await documentQuality(await change(typical, (image) => image.linear(0.16, 0)));
    expect(valueOf(dark, 'img.dark')).toBeLessThan(45);
    expect(valueOf(dark, 'img.blur')).toBeGreaterThan(30);
  });

  it('rises above 0.4 when light has eaten the print', async () => {
    const bright = await documentQuality(await change(typical, (image) => image.linear(2.6, 30)));
    expect(valueOf(bright, 'img.bright')).toBeGreaterThan(0.4);
  });

  it('does not call a scan on white paper too bright or full of reflections', async () => {
    const { png } = await drawCard({ kind: 'td1-back', person: inventPerson(2), portraitSeed: 2 });
    const scan = await sharp(png).resize(1000).linear(1.15, 10).jpeg({ quality: 80 }).toBuffer();
    const quality = await documentQuality(scan);
    expect(valueOf(quality, 'img.bright')).toBeLessThan(0.15);
    expect(valueOf(quality, 'doc.glare')).toBe(0);
  });

  it.each([
    [8, 30],
    [12, 10],
  ])('measures a blur of %i pixels below %i', async (sigma, limit) => {
    const quality = await documentQuality(await change(typical, (image) => image.blur(sigma)));
    expect(valueOf(quality, 'img.blur', 'card')).toBeLessThan(limit);
  });

  it('measures the machine-readable zone by itself', async () => {
    const { jpeg, truth } = await capture('typical');
    const zone = truth.mrz as unknown as Quad;
    const [left, top] = [Math.min(...zone.map(([x]) => x)), Math.min(...zone.map(([, y]) => y))];
    const size = {
      width: Math.ceil(Math.max(...zone.map(([x]) => x)) - left),
      height: Math.ceil(Math.max(...zone.map(([, y]) => y)) - top),
    };
    const region = { left: Math.floor(left), top: Math.floor(top), ...size };
    const smeared = await sharp(jpeg).extract(region).blur(10).png().toBuffer();
    const spoiled = await change(jpeg, (image) =>
      image.composite([{ input: smeared, left: region.left, top: region.top }]),
    );
    expect(valueOf(await documentQuality(jpeg, zone), 'img.blur', 'mrz')).toBeGreaterThan(100);
    const quality = await documentQuality(spoiled, zone);
    expect(valueOf(quality, 'img.blur', 'mrz')).toBeLessThan(30);
    expect(valueOf(quality, 'img.blur', 'card')).toBeGreaterThan(60);
  });

  it('measures a reflection, and whether it hides the zone', async () => {
    const { jpeg, truth } = await capture('typical');
    const zone = truth.mrz as unknown as Quad;
    const [x, y] = [(zone[0][0] + zone[2][0]) / 2, (zone[0][1] + zone[2][1]) / 2];
    const spot = `<svg xmlns="http://www.w3.org/2000/svg" width="${truth.width}" height="${truth.height}"><defs><radialGradient id="g"><stop offset="0.6" stop-color="white"/><stop offset="1" stop-color="white" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="130" fill="url(#g)"/></svg>`;
    const quality = await documentQuality(
      await change(jpeg, (image) => image.composite([{ input: Buffer.from(spot) }])),
      zone,
    );
    expect(valueOf(quality, 'doc.glare', 'card')).toBeGreaterThan(0.01);
    expect(valueOf(quality, 'doc.glare', 'mrz')).toBeGreaterThan(0.05);
  });

  it('finds a tilted card tilted and a cut one cut', async () => {
    expect(valueOf(await documentQuality((await capture('tilt')).jpeg), 'doc.tilted')).toBeGreaterThan(15);
    const cut = await change((await capture('clean', 1)).jpeg, (image) =>
      image.extract({ left: 300, top: 0, width: 1300, height: 1200 }),
    );
    expect(valueOf(await documentQuality(cut), 'doc.cut')).toBeGreaterThan(0.02);
  });

  it('finds no document on an empty desk', async () => {
    const desk = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7f70' } });
    expect(valueOf(await documentQuality(await desk.jpeg().toBuffer()), 'doc.none')).toBe(0);
  });

  it('finds a copy without colour grey', async () => {
    expect(valueOf(good, 'img.grey')).toBeGreaterThan(10);
    const grey = await documentQuality(await change(typical, (image) => image.greyscale()));
    expect(valueOf(grey, 'img.grey')).toBeLessThan(4);
  });

  it('detects a screenshot by its bars, and by its size', async () => {
    const bar = { create: { width: 1000, height: 90, channels: 3, background: '#2b3a4a' } } as const;
    const inner = await sharp(typical).resize(1000, 1620, { fit: 'cover' }).toBuffer();
    const framed = await sharp(inner)
      .extend({ top: 90, bottom: 90, background: '#2b3a4a' })
      .composite([{ input: bar, top: 0, left: 0 }])
      .png()
      .toBuffer();
    expect(valueOf(await documentQuality(framed), 'img.screenshot')).toBe(1);
    const screen = await sharp(framed).resize(1170, 2532, { fit: 'fill' }).png().toBuffer();
    expect(valueOf(await documentQuality(screen), 'img.screenshot')).toBe(2);
  });
});

describe('a covered face', () => {
  let selfie: Buffer;
  let face: Face;
  beforeAll(async () => {
    selfie = await drawSelfie({ seed: 4 });
    const [widest] = await findFaces(await loadedModels(), await opened(selfie), { subject: 'selfie' });
    if (!widest) throw new Error('no face found');
    face = widest;
  });

  /** The lower face painted over, from the nose or from below it. */
  async function painted(from: 'nose' | 'mouth', colour: string): Promise<OpenedImage> {
    const jaw = [132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361];
    const top = from === 'nose' ? [323, 454, 330, 6, 101, 234, 93] : [410, 164, 186];
    const points = [...jaw, ...top].map((at) => face.mesh.points[at]!.slice(0, 2).join());
    const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="1280"><polygon points="${points.join(' ')}" fill="${colour}"/></svg>`;
    return opened(await change(selfie, (image) => image.composite([{ input: Buffer.from(shape) }])));
  }

  it('is detected by nose, cheeks and chin that differ from the brows', async () => {
    for (const colour of ['rgb(228,230,232)', 'rgb(120,160,200)', 'rgb(28,28,30)']) {
      expect(await coveredShare(await painted('nose', colour), face)).toBeGreaterThan(0.8);
    }
  });

  it('is not detected in a beard, nor in a free face', async () => {
    expect(await coveredShare(await painted('mouth', 'rgba(40,28,22,0.75)'), face)).toBeLessThan(0.8);
    expect(await coveredShare(await opened(selfie), face)).toBeLessThan(0.65);
  });
});

describe('judging a capture', () => {
  it('measures a selfie, and a document with its outline', async () => {
    const models = await loadedModels();
    const selfie = await judgeCapture(models, await drawSelfie({ seed: 4 }), { subject: 'selfie' });
    expect(selfie).toMatchObject({ refusal: null, width: 960, height: 1280 });
    expect(valueOf(selfie.quality, 'face.none')).toBe(1);
    const back = await judgeCapture(models, (await capture('typical')).jpeg, { subject: 'document-back' });
    expect(valueOf(back.quality, 'doc.none')).toBe(1);
    expect(valueOf(back.quality, 'doc.cut')).toBe(0);
  });

  it('reports why a file could not be opened', async () => {
    const judged = await judgeCapture(await loadedModels(), Buffer.from('nothing'), { subject: 'selfie' });
    expect(judged).toMatchObject({ refusal: 'img.type', width: 0, height: 0, quality: [] });
  });
});
