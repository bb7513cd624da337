import { measureRegion } from './region-light.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { CardFinding, QualityFinding } from '@countersign/findings';
import { boundsOf, cornersOfBox } from '../picture/points.ts';
import type { Box, Point, Quad, Raster } from '../picture/raster.ts';
import { type CardPart, findGlare } from './glare.ts';
import { inverse, project, unitSquareTo } from '../picture/homography.ts';
import { cardSizeMm, rectifyCard } from '../card/rectify-card.ts';

/** Long sides in pixels to which cards and zones are scaled before light and sharpness are measured. */
const cardSide = 560;
const zoneSide = 720;
/** Edge of a card that is left out, as a share of its size: outlines are not exact enough, and thumbs hold cards there. */
const rim = 0.03;

/** Parts of a card whose own legibility matters, by corners or box in pixels of the upright original. */
export interface CardParts {
  portrait?: Box | null;
  zone?: Quad | null;
}

/** Measures light, sharpness and reflections inside a card, rectified to a fixed size, so that values mean the same at any distance. */
export async function measureCardLight(
  image: OpenedImage,
  card: Pick<CardFinding, 'corners' | 'format'>,
  { portrait, zone }: CardParts,
): Promise<QualityFinding[]> {
  const size = cardSizeMm(card, image);
  const flat = await rectifyCard(image, card, {
    pixelsPerMm: cardSide / Math.max(size.width, size.height),
    channels: 1,
  });
  const inner: Box = [
    flat.width * rim,
    flat.height * rim,
    flat.width * (1 - 2 * rim),
    flat.height * (1 - 2 * rim),
  ];
  const light = measureRegion(flat, inner);
  if (light === null) return [];
  const place = placement(card.corners, flat);
  const parts: CardPart[] = [
    ...(portrait ? [{ region: 'portrait' as const, box: boundsOf(cornersOfBox(portrait).map(place)) }] : []),
    ...(zone ? [{ region: 'mrz' as const, box: boundsOf(zone.map(place)) }] : []),
  ];
  const glare = findGlare(flat, { inner, ground: light.ground, parts });
  return [
    { code: 'img.dark', value: round(Math.max(light.brightness, 0.6 * light.highlight), 2), region: 'card' },
    { code: 'img.bright', value: round(light.clipped * washedOut(light.ink), 4), region: 'card' },
    { code: 'img.blur', value: round(light.sharpness, 2), region: 'card' },
    ...glare,
    ...parts
      .filter(({ region }) => region === 'portrait')
      .flatMap(({ region, box }) => sharpnessOf(flat, region, box)),
    ...(zone ? await measureZone(image, zone) : []),
  ];
}

function sharpnessOf(flat: Raster, region: CardPart['region'], box: Box): QualityFinding[] {
  const light = measureRegion(flat, box);
  return light === null ? [] : [{ code: 'img.blur', value: round(light.sharpness, 2), region }];
}

/** Measures the sharpness of the machine-readable zone separately. */
async function measureZone(image: OpenedImage, zone: Quad): Promise<QualityFinding[]> {
  const size = cardSizeMm({ corners: zone, format: null }, image);
  const pixelsPerMm = zoneSide / Math.max(size.width, size.height);
  const flat = await rectifyCard(image, { corners: zone, format: null }, { pixelsPerMm, channels: 1 });
  return sharpnessOf(flat, 'mrz', [0, 0, flat.width, flat.height]);
}

/** How far overexposure has bleached the ink, 0.2–1: white paper is clipped in every scan and remains legible. */
function washedOut(ink: number): number {
  return Math.min(1, Math.max(0.2, (ink - 45) / 50));
}

function placement(corners: Quad, flat: Raster): (point: Point) => Point {
  const toCard = inverse(unitSquareTo(corners));
  return (point) => {
    const [u, v] = project(toCard, point);
    return [u * flat.width, v * flat.height];
  };
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
