import type { CardFinding, QualityFinding } from '@countersign/findings';
import { sureOutline } from '../card/card-pose.ts';
import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { scaleBox } from '../picture/points.ts';
import type { Box, Quad, Raster } from '../picture/raster.ts';
import { measureCardLight } from './card-light.ts';
import { coveredShare } from './face-cover.ts';
import { measureRegion } from './region-light.ts';
import { screenshotSigns } from './screenshot-signs.ts';

/** The purpose of a picture, which determines what is measured. */
export type PictureSubject = 'selfie' | 'document' | 'other';

/** What was found in a picture before its quality is measured. */
export interface QualityContext {
  /** Widest first; on documents the first one is the portrait. */
  faces: readonly Face[];
  /** The document's outline; `null` if none was found or searched for. */
  card: CardFinding | null;
  /** Corners of the machine-readable zone in pixels of the upright original, if one was read. */
  zone?: Quad | null;
}

/** Longest side in pixels at which the light and sharpness of faces are measured, so that values mean the same for every camera. */
const measuringSide = 800;

/** Minimum width of comparable faces, as a share of the widest one's width. */
const comparableWidth = 0.5;

/**
 * Measures a picture: all values with their codes, good or bad; limits are policy. Light and sharpness are measured only on the face, the
 * card, the portrait and the zone: their surroundings may be dark or overexposed.
 */
export async function measureQuality(
  image: OpenedImage,
  subject: PictureSubject,
  context: QualityContext,
): Promise<QualityFinding[]> {
  const found: QualityFinding[] = [
    { code: 'img.too_small', value: Math.max(image.width, image.height), region: 'image' },
    { code: 'img.grey', value: highChroma(await image.raster(512, 3)), region: 'image' },
    { code: 'img.screenshot', value: await screenshotSigns(image), region: 'image' },
  ];
  const measures = { selfie: measureSelfie, document: measureDocument, other: measureOther }[subject];
  return [...found, ...(await measures(image, context))];
}

/** Faces comparable in width to the widest one, including itself. */
export function comparableFaces<T extends { width: number }>(faces: readonly T[]): T[] {
  const [widest] = faces;
  return widest ? faces.filter(({ width }) => width >= comparableWidth * widest.width) : [];
}

/** The larger of yaw and pitch, in degrees. */
function turnOf({ yaw, pitch }: { yaw: number; pitch: number }): number {
  return Math.max(Math.abs(yaw), Math.abs(pitch));
}

async function measureSelfie(image: OpenedImage, { faces }: QualityContext): Promise<QualityFinding[]> {
  const [widest] = faces;
  if (!widest) return [{ code: 'face.none', value: 0, region: 'face' }];
  const grey = await image.raster(measuringSide, 1);
  return [
    ...measureLight(grey, scaleBox(widest.box, grey.width / image.width), 'face'),
    { code: 'face.none', value: faces.length, region: 'face' },
    { code: 'face.several', value: comparableFaces(faces).length, region: 'face' },
    { code: 'face.small', value: round2(widest.width), region: 'face' },
    { code: 'face.cut', value: round4(widest.cutShare), region: 'face' },
    { code: 'face.turned', value: round2(turnOf(widest)), region: 'face' },
    { code: 'face.eyes', value: round4(widest.eyeOpening), region: 'face' },
    { code: 'face.covered', value: round4(await coveredShare(image, widest)), region: 'face' },
  ];
}

async function measureDocument(image: OpenedImage, context: QualityContext): Promise<QualityFinding[]> {
  const { faces, card, zone = null } = context;
  const [portrait] = faces;
  const sure = card !== null && card.confidence >= sureOutline ? card : null;
  const isThere = sure !== null || portrait !== undefined || zone !== null;
  const none: QualityFinding = { code: 'doc.none', value: Number(isThere), region: 'image' };
  // The surroundings of a missing document may be blurred.
  if (!isThere) return [none, ...(await measureOther(image)).filter(({ code }) => code !== 'img.blur')];
  const outline = sure ?? supposedCard(image, portrait);
  return [
    none,
    ...(sure ? measureOutline(sure) : []),
    ...(await measureCardLight(image, outline, { portrait: portrait?.box ?? null, zone })),
    ...(portrait ? measurePortrait(portrait) : []),
  ];
}

function measurePortrait({ width }: Face): QualityFinding[] {
  return [{ code: 'doc.portrait_small', value: round2(width), region: 'portrait' }];
}

function measureOutline({ cut, share, tilt }: CardFinding): QualityFinding[] {
  return [
    { code: 'doc.cut', value: round4(cut), region: 'card' },
    { code: 'doc.far', value: round4(share), region: 'card' },
    { code: 'doc.tilted', value: round2(tilt), region: 'card' },
  ];
}

async function measureOther(image: OpenedImage): Promise<QualityFinding[]> {
  const grey = await image.raster(measuringSide, 1);
  return measureLight(grey, [0, 0, grey.width, grey.height], 'image');
}

function measureLight(grey: Raster, box: Box, region: QualityFinding['region']): QualityFinding[] {
  const light = measureRegion(grey, box);
  if (light === null) return [];
  return [
    // Dark skin and dark objects in good light have highlights; in the dark nothing has.
    { code: 'img.dark', value: round2(Math.max(light.brightness, 0.6 * light.highlight)), region },
    { code: 'img.bright', value: round4(light.clipped), region },
    { code: 'img.blur', value: round2(light.sharpness), region },
  ];
}

/**
 * The presumed position of a card without an outline: around the portrait, whose face is about a fifth of the card's width; without a
 * portrait, the middle of the picture.
 */
function supposedCard(
  image: OpenedImage,
  portrait: Face | undefined,
): Pick<CardFinding, 'corners' | 'format'> {
  if (!portrait) return { corners: cornersIn(image, [0.15, 0.15, 0.7, 0.7]), format: null };
  const [x, y, width, height] = portrait.box;
  const [across, down] = [image.width, image.height];
  return {
    corners: cornersIn(image, [
      Math.max(0, (x - width * 1.5) / across),
      Math.max(0, (y - height * 1.2) / down),
      Math.min(1, (width * 4) / across),
      Math.min(1, (height * 3.4) / down),
    ]),
    format: null,
  };
}

function cornersIn({ width, height }: OpenedImage, [x, y, w, h]: Box): Quad {
  const [right, bottom] = [Math.min(1, x + w) * width, Math.min(1, y + h) * height];
  return [
    [x * width, y * height],
    [right, y * height],
    [right, bottom],
    [x * width, bottom],
  ];
}

/** Chroma (largest minus smallest channel) that 95 % of the pixels do not exceed, 0–255; near 0 for grey pictures. */
function highChroma({ data }: Raster): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at]!;
    const green = data[at + 1]!;
    const blue = data[at + 2]!;
    counts[Math.max(red, green, blue) - Math.min(red, green, blue)]! += 1;
  }
  let below = 0;
  return counts.findIndex((times) => (below += times) >= (data.length / 3) * 0.95);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
