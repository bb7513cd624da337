import { drawCard, drawSelfie, inventPerson, simulateCapture, type CardKind } from '@countersign/specimens';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { CardFinding } from '@countersign/findings';
import { findCard } from '../src/card/find-card.ts';
import { orientCard } from '../src/card/orient-card.ts';
import { rectifyCard } from '../src/card/rectify-card.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import type { Point, Quad, Raster } from '../src/picture/raster.ts';
import { cardScene, type Background, type Trouble } from './card-scene.ts';

async function opened(bytes: Uint8Array): Promise<OpenedImage> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  return image;
}

const drawn = new Map<CardKind, Promise<Buffer>>();
function cardPicture(kind: CardKind): Promise<Buffer> {
  const made =
    drawn.get(kind) ?? drawCard({ kind, person: inventPerson(3), portraitSeed: 3 }).then(({ png }) => png);
  drawn.set(kind, made);
  return made;
}

async function found(image: OpenedImage): Promise<CardFinding> {
  const card = await findCard(image);
  if (card === null) throw new Error('no card found');
  return card;
}

/** Largest distance of a corner from where it is, as a share of the picture's longest side; whichever corner comes first. */
function cornerError({ corners }: CardFinding, truth: readonly Point[], image: OpenedImage): number {
  const errors = [0, 1, 2, 3].map((turn) =>
    Math.max(
      ...corners.map(([x, y], at) => {
        const [trueX, trueY] = truth[(at + turn) % 4]!;
        return Math.hypot(x - trueX, y - trueY);
      }),
    ),
  );
  return Math.min(...errors) / Math.max(image.width, image.height);
}

describe('the outline of a document', () => {
  it.each<[Background, Trouble]>([
    ['grey-cloth', 'none'],
    ['grey-cloth', 'fingers'],
    ['grey-cloth', 'messenger'],
    ['grey-cloth', 'blur'],
    ['wood', 'none'],
    ['wood', 'shadow'],
    ['wood', 'low'],
    ['clutter', 'none'],
    ['clutter', 'fingers'],
    ['clutter', 'far'],
    ['dark', 'tilt'],
    ['dark', 'cast'],
    ['carpet', 'none'],
    ['tiles', 'shadow'],
    ['same-as-card', 'none'],
  ])('is found on %s with %s', async (background, trouble) => {
    const scene = await cardScene(await cardPicture('td1-front'), { background, trouble, seed: 2 });
    const image = await opened(scene.jpeg);
    const card = await found(image);
    expect(cornerError(card, scene.corners, image)).toBeLessThan(0.015);
    expect(card.source).toBe('outline');
    expect(card.confidence).toBeGreaterThan(0.4);
    expect(card.cut).toBeLessThan(0.02);
  });

  it.each([
    ['td1-front', 'ID1'],
    ['td3', 'ID3'],
  ] as const)('derives the format of a %s from its shape', async (kind, format) => {
    const { jpeg } = await simulateCapture(await cardPicture(kind), { condition: 'typical', seed: 4 });
    expect((await found(await opened(jpeg))).format).toBe(format);
  });

  it('reports how far the camera was from straight above', async () => {
    const card = await cardPicture('td3');
    const level = await simulateCapture(card, { condition: 'clean', seed: 5 });
    const tilted = await simulateCapture(card, { condition: 'tilt', seed: 5 });
    expect((await found(await opened(level.jpeg))).tilt).toBeLessThan(5);
    expect((await found(await opened(tilted.jpeg))).tilt).toBeGreaterThan(14);
  });

  it('is drawn out beyond the picture when the picture cuts it', async () => {
    const scene = await cardScene(await cardPicture('td1-front'), {
      background: 'clutter',
      trouble: 'cut',
      seed: 1,
    });
    const image = await opened(scene.jpeg);
    const card = await found(image);
    expect(card.cut).toBeGreaterThan(0.03);
    expect(cornerError(card, scene.corners, image)).toBeLessThan(0.06);
  });

  it('is the picture itself in a scan without any margin', async () => {
    const scan = await sharp(await cardPicture('td1-back'))
      .resize(900)
      .jpeg({ quality: 60 })
      .toBuffer();
    const card = await found(await opened(scan));
    expect(card).toMatchObject({ source: 'frame', format: 'ID1', share: 1, cut: 0, tilt: 0 });
    expect(card.corners).toEqual([
      [0, 0],
      [900, 0],
      [900, 568],
      [0, 568],
    ]);
  });

  it.each([
    [
      'an empty desk',
      () =>
        sharp({ create: { width: 1200, height: 900, channels: 3, background: '#8a7f70' } })
          .jpeg()
          .toBuffer(),
    ],
    ['a person', () => drawSelfie({ seed: 2 })],
    [
      'noise',
      () =>
        sharp(Buffer.from(Array.from({ length: 640 * 480 * 3 }, (_, at) => (at * 7919 * (at % 613)) % 256)), {
          raw: { width: 640, height: 480, channels: 3 },
        })
          .jpeg()
          .toBuffer(),
    ],
  ] as const)('is not found in a picture of %s', async (_, make) => {
    expect(await findCard(await opened(await make()))).toBeNull();
  });

  it('is never sure on a page of text', async () => {
    const words = Array.from({ length: 40 * 12 }, (_, at) => {
      const [row, word] = [Math.floor(at / 12), at % 12];
      return `<rect x="${70 + word * 90 + ((row * 37) % 30)}" y="${60 + row * 40}" width="${40 + ((word * 17 + row * 5) % 40)}" height="15" fill="#333"/>`;
    }).join('');
    const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="#fafaf6"/>${words}</svg>`;
    const card = await findCard(await opened(await sharp(Buffer.from(page)).jpeg().toBuffer()));
    expect(card?.confidence ?? 0).toBeLessThan(0.55);
  });
});

describe('the way up of a document', () => {
  it.each([
    ['upside', 180],
    ['clean', 0],
  ] as const)('follows the portrait when the capture is %s', async (condition, rotation) => {
    const { jpeg, truth } = await simulateCapture(await cardPicture('td1-front'), { condition, seed: 6 });
    const image = await opened(jpeg);
    const card = orientCard(await found(image), { portraitRoll: truth.settings.roll });
    expect(card.rotation).toBe(rotation);
    const [x, y] = card.corners[0];
    expect(Math.hypot(x - truth.card[0]![0], y - truth.card[0]![1])).toBeLessThan(25);
  });

  it('follows a portrait that lies on its side', async () => {
    const { jpeg, truth } = await simulateCapture(await cardPicture('td1-front'), {
      condition: 'sideways',
      seed: 6,
    });
    const card = orientCard(await found(await opened(jpeg)), { portraitRoll: truth.settings.roll });
    expect(card.rotation).toBe(truth.settings.roll > 180 ? 90 : 270);
    expect(
      Math.hypot(card.corners[0][0] - truth.card[0]![0], card.corners[0][1] - truth.card[0]![1]),
    ).toBeLessThan(25);
  });

  it('has the machine-readable zone along the lower edge', async () => {
    const { png, truth: card } = await drawCard({ kind: 'td3', person: inventPerson(3), portraitSeed: 3 });
    const { jpeg, truth } = await simulateCapture(png, { condition: 'upside', seed: 3, truth: card });
    const oriented = orientCard(await found(await opened(jpeg)), { zone: truth.mrz as unknown as Quad });
    expect(oriented.rotation).toBe(180);
    expect(
      Math.hypot(oriented.corners[0][0] - truth.card[0]![0], oriented.corners[0][1] - truth.card[0]![1]),
    ).toBeLessThan(25);
  });

  it('takes the format from who read the document', async () => {
    const { jpeg } = await simulateCapture(await cardPicture('td2'), { condition: 'clean', seed: 3 });
    const card = await found(await opened(jpeg));
    expect([card.format, orientCard(card, { format: 'ID2' }).format]).toEqual(['ID3', 'ID2']);
  });
});

describe('a card laid flat', () => {
  /** Mean difference of two grey rasters of one size. */
  const difference = (a: Raster, b: Raster): number =>
    a.data.reduce((sum, value, at) => sum + Math.abs(value - b.data[at]!), 0) / a.data.length;

  it('shows what the card shows, millimetre for millimetre', async () => {
    const png = await cardPicture('td1-front');
    const { jpeg, truth } = await simulateCapture(png, { condition: 'tilt', seed: 8 });
    const image = await opened(jpeg);
    const card = orientCard(await found(image), { portraitRoll: truth.settings.roll });
    const flat = await rectifyCard(image, card, { pixelsPerMm: 6, channels: 1 });
    expect([flat.width, flat.height, flat.channels]).toEqual([514, 324, 1]);
    const original = await (
      await opened(await sharp(png).resize(514, 324, { fit: 'fill' }).png().toBuffer())
    ).raster(514, 1);
    const turned: Raster = { ...original, data: original.data.toReversed() };
    expect(difference(flat, original)).toBeLessThan(24);
    expect(difference(flat, turned)).toBeGreaterThan(24);
  });

  it('has the resolution that the picture has', async () => {
    const { jpeg } = await simulateCapture(await cardPicture('td1-front'), { condition: 'clean', seed: 1 });
    const image = await opened(jpeg);
    const flat = await rectifyCard(image, await found(image));
    expect(flat.channels).toBe(3);
    expect(flat.width).toBeGreaterThan(1300);
    expect(flat.width / flat.height).toBeCloseTo(85.6 / 53.98, 2);
  });
});
