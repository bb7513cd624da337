import { unitSquareTo } from '../picture/homography.ts';
import { analysisSide, type OpenedImage } from '../picture/open-image.ts';
import { scaleQuad } from '../picture/points.ts';
import type { Raster } from '../picture/raster.ts';
import { warp } from '../picture/warp.ts';
import type { CardFinding } from '@countersign/findings';
import { cardFormats, poseOf, sideLength } from './card-pose.ts';

/** Size and colours of a rectified card. */
export interface RectifyOptions {
  /** Pixels per millimetre; default: the resolution of the picture, between 4 and 16. */
  pixelsPerMm?: number;
  /** 3 (default) is RGB, 1 grey. */
  channels?: 1 | 3;
}

/** Assumed long side of a card of unknown format, in millimetres. */
const unknownLong = 100;
/** Sizes of the picture that other parts of the inspection keep anyway. */
const levels = [512, 1024, analysisSide];
/** Longest side in pixels up to which the file is decoded again for a card that is a small part of a large picture. */
const largestSide = 4000;

/**
 * Size of an upright card in millimetres, by its format and by which of its sides is the top; a card of unknown format is assumed to be
 * 100 mm long.
 */
export function cardSizeMm(
  { corners, format }: Pick<CardFinding, 'corners' | 'format'>,
  picture: { width: number; height: number },
): { width: number; height: number } {
  const { ratio } = poseOf(corners, picture);
  const known = cardFormats.find((candidate) => candidate.format === format);
  const long = known?.long ?? unknownLong;
  const short = known?.short ?? long * Math.min(ratio, 1 / ratio);
  return ratio >= 1 ? { width: long, height: short } : { width: short, height: long };
}

/**
 * Cuts a card out of its picture and rectifies it, upright by the order of its corners. Outside the picture, the nearest edge is
 * repeated.
 * @throws Error if a larger picture is needed and cannot be decoded in time
 */
export async function rectifyCard(
  image: OpenedImage,
  card: Pick<CardFinding, 'corners' | 'format'>,
  { pixelsPerMm, channels = 3 }: RectifyOptions = {},
): Promise<Raster> {
  const size = cardSizeMm(card, image);
  const inPicture = Math.max(...[0, 1, 2, 3].map((at) => sideLength(card.corners, at)));
  const own = inPicture / Math.max(size.width, size.height);
  const scale = pixelsPerMm ?? Math.min(16, Math.max(4, own));
  const source = await image.raster(sourceSide(image, scale / own), channels);
  const shrink = source.width / image.width;
  const corners = scaleQuad(card.corners, shrink);
  const target = { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
  return warp(source, unitSquareTo(corners), target);
}

/** The smallest available size that shows the card at the requested resolution; `enlarge` is requested ÷ original. */
function sourceSide(image: OpenedImage, enlarge: number): number {
  const wanted = Math.max(image.width, image.height) * Math.min(1, enlarge);
  const level = levels.find((side) => side >= wanted * 0.98);
  if (level !== undefined) return level;
  // Decoding a large file again costs more than a little sharpness is worth.
  return wanted < analysisSide * 1.3 ? analysisSide : Math.min(largestSide, Math.round(wanted));
}
