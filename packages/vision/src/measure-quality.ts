import { largestClippedShare } from './clipped-area.ts';
import type { Face } from './find-faces.ts';
import type { OpenedImage } from './open-image.ts';
import type { QualityFinding } from './picture-findings.ts';
import type { Box, Raster } from './raster.ts';
import { measureRegion } from './region-light.ts';

/** What a picture is for, which decides what is measured. */
export type PictureSubject = 'selfie' | 'document' | 'other';

/** Longest side in pixels at which light and sharpness are measured, so that values mean the same for every camera. */
const measuringSide = 800;

/** Faces at least this share of the widest one's width count as comparable. */
const comparableWidth = 0.5;

/**
 * Measures a picture: every value with its code, good or bad; limits are policy.
 * @param faces widest first
 */
export async function measureQuality(
  image: OpenedImage,
  subject: PictureSubject,
  faces: readonly Face[],
): Promise<QualityFinding[]> {
  const found: QualityFinding[] = [
    { code: 'img.too_small', value: Math.max(image.width, image.height), region: 'image' },
    { code: 'img.grey', value: round2(meanChroma(await image.raster(256, 3))), region: 'image' },
  ];
  const [widest] = faces;
  const grey = await image.raster(measuringSide, 1);
  const scale = grey.width / image.width;
  if (subject === 'selfie') {
    if (widest) found.push(...measureLight(grey, scaleBox(widest.box, scale), 'face'));
    found.push(...measureFaces(faces));
  }
  if (subject === 'document') {
    const card = cardRegion(grey, widest && scaleBox(widest.box, scale));
    found.push(...measureLight(grey, card, 'card'));
    found.push({ code: 'doc.glare', value: round4(largestClippedShare(grey, card)), region: 'card' });
    if (widest) found.push(...measurePortrait(grey, scaleBox(widest.box, scale), widest));
  }
  if (subject === 'other') found.push(...measureLight(grey, [0, 0, grey.width, grey.height], 'image'));
  return found;
}

/** Faces that stand beside the widest one as its equals, itself included. */
export function comparableFaces<T extends { width: number }>(faces: readonly T[]): T[] {
  const [widest] = faces;
  return widest ? faces.filter(({ width }) => width >= comparableWidth * widest.width) : [];
}

/** The larger of the two turns, degrees. */
export function turnOf({ yaw, pitch }: { yaw: number; pitch: number }): number {
  return Math.max(Math.abs(yaw), Math.abs(pitch));
}

function measureLight(grey: Raster, box: Box, region: string): QualityFinding[] {
  const light = measureRegion(grey, box);
  if (light === null) return [];
  return [
    { code: 'img.dark', value: round2(light.brightness), region },
    { code: 'img.bright', value: round4(light.clipped), region },
    { code: 'img.blur', value: round2(light.sharpness), region },
  ];
}

function measureFaces(faces: readonly Face[]): QualityFinding[] {
  const [widest] = faces;
  if (!widest) return [{ code: 'face.none', value: 0, region: 'face' }];
  return [
    { code: 'face.several', value: comparableFaces(faces).length, region: 'face' },
    { code: 'face.small', value: round2(widest.width), region: 'face' },
    { code: 'face.cut', value: round4(widest.cutShare), region: 'face' },
    { code: 'face.turned', value: round2(turnOf(widest)), region: 'face' },
    { code: 'face.eyes', value: round4(widest.eyeOpening), region: 'face' },
  ];
}

function measurePortrait(grey: Raster, box: Box, portrait: Face): QualityFinding[] {
  const blur = measureRegion(grey, box);
  return [
    { code: 'doc.portrait_small', value: round2(portrait.width), region: 'portrait' },
    ...(blur ? [{ code: 'img.blur', value: round2(blur.sharpness), region: 'portrait' }] : []),
  ];
}

/**
 * Where the card is thought to be: round the portrait, which is about a fifth of a card wide; without a portrait the
 * middle of the picture.
 */
function cardRegion(grey: Raster, portrait: Box | undefined): Box {
  if (!portrait) return [grey.width * 0.15, grey.height * 0.15, grey.width * 0.7, grey.height * 0.7];
  const [x, y, width, height] = portrait;
  return [x - width * 1.5, y - height * 1.2, width * 4, height * 3.4];
}

function meanChroma({ data }: Raster): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    sum += Math.max(red, green, blue) - Math.min(red, green, blue);
  }
  return sum / (data.length / 3);
}

function scaleBox([x, y, width, height]: Box, scale: number): Box {
  return [x * scale, y * scale, width * scale, height * scale];
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function round4(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
